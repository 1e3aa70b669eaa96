import type { Credential } from '../../contract/judging/request.ts';
import type { ShownHeaders } from '../../engine/evidence/shown-headers.ts';
import type { Software } from '../../engine/record/software.ts';
import type {
  EndpointCells,
  KeptExchange,
  KeptFailure,
  Recheck,
  RunDetail,
  RunRow,
  VerdictTotals,
} from '../model.ts';
import { documentId } from './digests.ts';
import type { DocumentsTable, RunsTable } from './tables.ts';

/** The columns of a `RunRow`; the others contain a run's detail. */
export const runColumnNames = [
  'id',
  'installation',
  'tier',
  'trigger_kind',
  'state',
  'cause',
  'started_ms',
  'finished_ms',
  'cut_short',
  'in_maintenance',
  'counts_as',
  'requests',
  'retried',
  'throttled',
  'coverage',
  'median_ms',
  'p95_ms',
  'certificate_ms',
  'totals',
  'recheck',
  'location',
] as const satisfies readonly (keyof RunsTable)[];

export type RunColumns = Pick<RunsTable, (typeof runColumnNames)[number]>;

/** The table row of a run. */
export function runColumnsOf(row: RunRow): RunColumns {
  return {
    id: row.id,
    installation: row.installation,
    tier: row.tier,
    trigger_kind: row.trigger,
    state: row.state,
    cause: row.cause ?? null,
    started_ms: row.startedMs,
    finished_ms: row.finishedMs,
    cut_short: row.cutShort ? 1 : 0,
    in_maintenance: row.inMaintenance ? 1 : 0,
    counts_as: row.countsAs,
    requests: row.requests,
    retried: row.retried,
    throttled: row.throttled,
    coverage: row.coverage,
    median_ms: row.medianMs ?? null,
    p95_ms: row.p95Ms ?? null,
    certificate_ms: row.certificateMs ?? null,
    totals: JSON.stringify(row.totals),
    recheck: row.recheck === undefined ? null : JSON.stringify(row.recheck),
    location: row.location ?? null,
  };
}

/** The run in a table row. */
export function runRowOf(columns: RunColumns): RunRow {
  const { cause, median_ms, p95_ms, certificate_ms, recheck, location } = columns;
  return {
    id: columns.id,
    installation: columns.installation,
    tier: columns.tier,
    trigger: columns.trigger_kind,
    state: columns.state,
    ...(cause === null ? {} : { cause }),
    startedMs: columns.started_ms,
    finishedMs: columns.finished_ms,
    cutShort: columns.cut_short === 1,
    inMaintenance: columns.in_maintenance === 1,
    countsAs: columns.counts_as,
    requests: columns.requests,
    retried: columns.retried,
    throttled: columns.throttled,
    coverage: columns.coverage,
    ...(median_ms === null ? {} : { medianMs: median_ms }),
    ...(p95_ms === null ? {} : { p95Ms: p95_ms }),
    ...(certificate_ms === null ? {} : { certificateMs: certificate_ms }),
    totals: JSON.parse(columns.totals) as VerdictTotals,
    ...(recheck === null ? {} : { recheck: JSON.parse(recheck) as Recheck }),
    ...(location === null ? {} : { location }),
  };
}

/** The results of each endpoint in a run's table row. */
export function cellsOf({ endpoints }: Pick<RunsTable, 'endpoints'>): EndpointCells {
  return JSON.parse(endpoints) as EndpointCells;
}

/** A stored exchange: a list takes half the room of an object. Phases that did not happen are null. */
type StoredExchange = readonly [
  endpoint: string,
  method: string,
  path: string,
  key: string,
  status: number | null,
  failure: string | null,
  startMs: number,
  dns: number | null,
  connect: number | null,
  tls: number | null,
  firstByte: number | null,
  transfer: number | null,
  total: number,
  bytes: number,
  lag?: number,
];

function formatExchanges(exchanges: readonly KeptExchange[] | undefined): string | null {
  if (exchanges === undefined) return null;
  const stored = exchanges.map(
    ({ endpoint, method, path, key, status, failure, startMs, phasesMs, bytes, ...rest }): StoredExchange => [
      endpoint,
      method,
      path,
      key,
      status ?? null,
      failure ?? null,
      Math.round(startMs),
      ...([phasesMs.dns, phasesMs.connect, phasesMs.tls, phasesMs.firstByte, phasesMs.transfer].map(
        tenths,
      ) as [number | null, number | null, number | null, number | null, number | null]),
      tenths(phasesMs.total) ?? 0,
      bytes,
      ...lagColumnOf(rest),
    ],
  );
  return JSON.stringify(stored);
}

function parseExchanges(text: string | null): readonly KeptExchange[] | undefined {
  if (text === null) return undefined;
  return (JSON.parse(text) as readonly StoredExchange[]).map(
    ([
      endpoint,
      method,
      path,
      key,
      status,
      failure,
      startMs,
      dns,
      connect,
      tls,
      firstByte,
      transfer,
      total,
      bytes,
      lag,
    ]) => ({
      endpoint,
      method,
      path,
      key: key as Credential,
      ...(status === null ? {} : { status }),
      ...(failure === null ? {} : { failure }),
      startMs,
      phasesMs: {
        ...(dns === null ? {} : { dns }),
        ...(connect === null ? {} : { connect }),
        ...(tls === null ? {} : { tls }),
        ...(firstByte === null ? {} : { firstByte }),
        ...(transfer === null ? {} : { transfer }),
        total,
      },
      ...(lag === undefined ? {} : { lagMs: lag }),
      bytes,
    }),
  );
}

/** Left out in nearly all cases. */
function lagColumnOf({ lagMs }: Pick<KeptExchange, 'lagMs'>): readonly [] | readonly [number] {
  return lagMs === undefined ? [] : [lagMs];
}

function tenths(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms * 10) / 10;
}

/** The columns of a run's detail, some of them document ids. */
export type DetailColumns = Omit<RunsTable, keyof RunColumns>;

/** The columns that refer to documents. */
export type ReferenceColumns = Pick<RunsTable, 'failures' | 'observations_id' | 'verdicts_id'>;

/** A text that many runs share. */
export type SharedDocument = Pick<DocumentsTable, 'id' | 'body'>;

/** Headers belong to one answer. An index refers to an earlier failure with the same ones. */
type FailureReference = readonly [
  documentId: string,
  totalMs: number | null,
  headers?: ShownHeaders | number | null,
  lagMs?: number,
];

/** The detail of a run as stored in the tables. */
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
    // Without its times and headers, the same failure is the same document in every run.
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
 * The detail in a table row.
 * @param bodies the documents it refers to, by id
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
