import type { ShownHeaders } from '../../engine/evidence/shown-headers.ts';
import type { Software } from '../../engine/record/software.ts';
import type { KeptFailure, RunDetail } from '../model.ts';
import { documentId } from './digests.ts';
import { formatExchanges, parseExchanges } from './exchange-columns.ts';
import { cellsOf, type RunColumns } from './run-columns.ts';
import type { DocumentsTable, RunsTable } from './tables.ts';

/** The columns of a run that hold its detail, some of them as ids of documents. */
export type DetailColumns = Omit<RunsTable, keyof RunColumns>;

/** The columns that refer to documents. */
export type ReferenceColumns = Pick<RunsTable, 'failures' | 'observations_id' | 'verdicts_id'>;

/** A text that many runs share. */
export type SharedDocument = Pick<DocumentsTable, 'id' | 'body'>;

/** Headers are of one answer. Where an earlier failure has the same ones, its index stands for them. */
type FailureReference = readonly [
  documentId: string,
  totalMs: number | null,
  headers?: ShownHeaders | number | null,
  lagMs?: number,
];

/** The detail of a run as the tables hold it. */
export function detailColumnsOf(detail: RunDetail): {
  readonly columns: DetailColumns;
  readonly documents: readonly SharedDocument[];
} {
  const documents: SharedDocument[] = [];
  const share = (value: unknown): string => {
    const document = documentOf(value);
    documents.push(document);
    return document.id;
  };
  const headersAt = new Map<string, number>();
  const failures = detail.failures.map((failure, index): FailureReference => {
    const { evidence, ...rest } = failure;
    if (evidence === undefined) return [share(rest), null];
    // Without its times and the headers, the same failure is the same document in every run.
    const { totalMs, lagMs, headers, ...shared } = evidence;
    const id = share({ ...rest, evidence: shared });
    const lag: readonly [] | readonly [number] = lagMs === undefined ? [] : [lagMs];
    if (headers === undefined) return lagMs === undefined ? [id, totalMs] : [id, totalMs, null, lagMs];
    const text = JSON.stringify(headers);
    const earlier = headersAt.get(text);
    headersAt.set(text, earlier ?? index);
    return [id, totalMs, earlier ?? headers, ...lag];
  });
  const columns = {
    failures: JSON.stringify(failures),
    observations_id: detail.observations.length === 0 ? null : share(detail.observations),
    verdicts_id: detail.verdicts === undefined ? null : share(detail.verdicts),
    endpoints: JSON.stringify(detail.endpoints),
    phases: JSON.stringify(detail.phases),
    exchanges: formatExchanges(detail.exchanges),
    software: detail.software === undefined ? null : JSON.stringify(detail.software),
  };
  return { columns, documents };
}

/**
 * The detail that a row of the table holds.
 * @param bodies the documents that it refers to, by id
 */
export function detailOf(columns: DetailColumns, bodies: ReadonlyMap<string, string>): RunDetail {
  const document = (id: string | null): unknown => JSON.parse((id === null ? id : bodies.get(id)) ?? 'null');
  const exchanges = parseExchanges(columns.exchanges);
  const verdicts = document(columns.verdicts_id) as RunDetail['verdicts'] | null;
  const references = failureReferences(columns);
  return {
    failures: references.flatMap(([id, totalMs, kept, lagMs]) => {
      const failure = document(id) as KeptFailure | null;
      if (failure === null) return [];
      if (failure.evidence === undefined || totalMs === null) return [failure];
      const headers = headersOf(kept, references);
      const evidence = {
        ...failure.evidence,
        totalMs,
        ...(lagMs === undefined ? {} : { lagMs }),
        ...(headers === undefined ? {} : { headers }),
      };
      return [{ ...failure, evidence }];
    }),
    observations: (document(columns.observations_id) ?? []) as RunDetail['observations'],
    ...(verdicts === null || verdicts === undefined ? {} : { verdicts }),
    endpoints: cellsOf(columns),
    phases: JSON.parse(columns.phases) as RunDetail['phases'],
    ...(exchanges === undefined ? {} : { exchanges }),
    ...(columns.software === null ? {} : { software: JSON.parse(columns.software) as Software }),
  };
}

/** The ids of the documents that a run refers to. */
export function documentIdsOf(columns: ReferenceColumns): readonly string[] {
  const ids = [...failureReferences(columns).map(([id]) => id), columns.observations_id, columns.verdicts_id];
  return ids.filter((id) => id !== null);
}

function headersOf(
  kept: FailureReference[2],
  references: readonly FailureReference[],
): ShownHeaders | undefined {
  const headers = typeof kept === 'number' ? references[kept]?.[2] : kept;
  return typeof headers === 'object' && headers !== null ? headers : undefined;
}

function failureReferences({ failures }: Pick<RunsTable, 'failures'>): readonly FailureReference[] {
  return JSON.parse(failures) as readonly FailureReference[];
}

function documentOf(value: unknown): SharedDocument {
  const body = JSON.stringify(value);
  return { id: documentId(body), body };
}
