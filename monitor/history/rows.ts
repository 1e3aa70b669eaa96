import { createHash } from 'node:crypto';
import type { CountsAs, InstallationState } from '../../contract/state.ts';
import type { MonitoredTier } from '../model.ts';
import type { Row, SqlValue, Statement } from './driver.ts';
import type {
  EndpointCells,
  Note,
  PlainFailure,
  RunCommit,
  RunDetail,
  RunRow,
  StateChange,
} from './history.ts';

/** How runs become rows and rows become runs again. */

/** Columns of a run that its `RunRow` is made from. */
export const runColumns = [
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
  'certificate_ms',
  'totals',
  'recheck',
] as const;

const detailColumns = ['failures', 'observations_id', 'verdicts_id', 'endpoints', 'phases'] as const;
const hourMs = 3_600_000;
/** How exactly the last use of a document is kept: a shared one is not written again with every run. */
export const documentUseMs = 86_400_000;

const insertRun = `INSERT INTO runs (${[...runColumns, ...detailColumns].join(', ')}) VALUES (${[...runColumns, ...detailColumns].map(() => '?').join(', ')})`;
const insertDocument = `INSERT INTO documents (id, body, used_ms) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET used_ms = excluded.used_ms
  WHERE documents.used_ms < excluded.used_ms - ${documentUseMs}`;
const addToHour = `INSERT INTO hours (installation, hour_ms, counted, up, conforming, requests, throttled, runs, median_sum_ms, median_count)
  VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
  ON CONFLICT (installation, hour_ms) DO UPDATE SET
    counted = hours.counted + excluded.counted, up = hours.up + excluded.up,
    conforming = hours.conforming + excluded.conforming, requests = hours.requests + excluded.requests,
    throttled = hours.throttled + excluded.throttled, runs = hours.runs + 1,
    median_sum_ms = hours.median_sum_ms + excluded.median_sum_ms,
    median_count = hours.median_count + excluded.median_count`;

/** Everything that a run writes, for one transaction. */
export function statementsOf({ row, detail, change, snapshot }: RunCommit): readonly Statement[] {
  const documents: Statement[] = [];
  const keep = (value: unknown): string => {
    const body = JSON.stringify(value);
    const id = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    documents.push({ sql: insertDocument, values: [id, body, row.startedMs] });
    return id;
  };
  const failures = detail.failures.map((failure): readonly [string, number | null] => {
    const { evidence, ...rest } = failure;
    if (evidence === undefined) return [keep(rest), null];
    // Without the time, the same failure is the same document in every run.
    const { totalMs, ...shared } = evidence;
    return [keep({ ...rest, evidence: shared }), totalMs];
  });
  const observationsId = detail.observations.length === 0 ? null : keep(detail.observations);
  const verdictsId = detail.verdicts === undefined ? null : keep(detail.verdicts);
  const values: readonly SqlValue[] = [
    row.id,
    row.installation,
    row.tier,
    row.trigger,
    row.state,
    row.cause ?? null,
    row.startedMs,
    row.finishedMs,
    row.cutShort ? 1 : 0,
    row.inMaintenance ? 1 : 0,
    row.countsAs,
    row.requests,
    row.retried,
    row.throttled,
    row.coverage,
    row.medianMs ?? null,
    row.certificateMs ?? null,
    JSON.stringify(row.totals),
    row.recheck === undefined ? null : JSON.stringify(row.recheck),
    JSON.stringify(failures),
    observationsId,
    verdictsId,
    JSON.stringify(detail.endpoints),
    JSON.stringify(detail.phases),
  ];
  return [
    ...documents,
    { sql: insertRun, values },
    { sql: addToHour, values: hourValues(row) },
    ...changeStatements(change),
    snapshotStatement(row.installation, snapshot),
  ];
}

function hourValues(row: RunRow): readonly SqlValue[] {
  const counts = row.trigger === 'schedule' && row.countsAs !== 'excluded';
  return [
    row.installation,
    Math.floor(row.startedMs / hourMs) * hourMs,
    counts ? 1 : 0,
    counts && row.countsAs === 'up' ? 1 : 0,
    counts && row.state === 'conforming' ? 1 : 0,
    row.requests,
    row.throttled,
    row.medianMs ?? 0,
    row.medianMs === undefined ? 0 : 1,
  ];
}

export function changeStatements(change: StateChange | undefined): readonly Statement[] {
  if (change === undefined) return [];
  const { installation, atMs, from, to, cause, runId } = change;
  const sql =
    'INSERT INTO state_changes (installation, at_ms, from_state, to_state, cause, run_id) VALUES (?, ?, ?, ?, ?, ?)';
  return [{ sql, values: [installation, atMs, from, to, cause ?? null, runId ?? null] }];
}

export function noteStatements(note: Note | undefined): readonly Statement[] {
  if (note === undefined) return [];
  const sql = 'INSERT INTO notes (installation, at_ms, message) VALUES (?, ?, ?)';
  return [{ sql, values: [note.installation, note.atMs, note.message] }];
}

export function snapshotStatement(installation: string, snapshot: string): Statement {
  const sql =
    'INSERT INTO snapshots (installation, body) VALUES (?, ?) ON CONFLICT (installation) DO UPDATE SET body = excluded.body';
  return { sql, values: [installation, snapshot] };
}

export function runRowOf(row: Row): RunRow {
  const { cause, median_ms, certificate_ms, recheck } = row;
  return {
    id: String(row.id),
    installation: String(row.installation),
    tier: row.tier as MonitoredTier,
    trigger: row.trigger_kind as RunRow['trigger'],
    state: row.state as InstallationState,
    ...(typeof cause === 'string' ? { cause } : {}),
    startedMs: Number(row.started_ms),
    finishedMs: Number(row.finished_ms),
    cutShort: row.cut_short === 1,
    inMaintenance: row.in_maintenance === 1,
    countsAs: row.counts_as as CountsAs,
    requests: Number(row.requests),
    retried: Number(row.retried),
    throttled: Number(row.throttled),
    coverage: Number(row.coverage),
    ...(typeof median_ms === 'number' ? { medianMs: median_ms } : {}),
    ...(typeof certificate_ms === 'number' ? { certificateMs: certificate_ms } : {}),
    totals: parsed(row.totals) as RunRow['totals'],
    ...(typeof recheck === 'string' ? { recheck: parsed(recheck) as NonNullable<RunRow['recheck']> } : {}),
  };
}

export function cellsOf(row: Row): EndpointCells {
  return parsed(row.endpoints) as EndpointCells;
}

/** The documents that a run refers to, by its columns `failures`, `observations_id` and `verdicts_id`. */
export function documentIdsOf(row: Row): readonly string[] {
  const failures = failuresIn(row).map(([id]) => id);
  return [...failures, row.observations_id, row.verdicts_id].filter((id) => typeof id === 'string');
}

export function detailOf(row: Row, bodies: ReadonlyMap<string, string>): RunDetail {
  const document = (id: unknown): unknown => parsed(bodies.get(String(id)) ?? 'null');
  const verdicts = row.verdicts_id === null ? null : document(row.verdicts_id);
  return {
    failures: failuresIn(row).flatMap(([id, totalMs]) => {
      const failure = document(id) as PlainFailure | null;
      if (failure === null) return [];
      if (failure.evidence === undefined || totalMs === null) return [failure];
      return [{ ...failure, evidence: { ...failure.evidence, totalMs } }];
    }),
    observations: (row.observations_id === null
      ? []
      : (document(row.observations_id) ?? [])) as RunDetail['observations'],
    ...(verdicts === null ? {} : { verdicts: verdicts as NonNullable<RunDetail['verdicts']> }),
    endpoints: cellsOf(row),
    phases: parsed(row.phases) as RunDetail['phases'],
  };
}

export function changeOf(row: Row): StateChange {
  const { cause, run_id } = row;
  return {
    installation: String(row.installation),
    atMs: Number(row.at_ms),
    from: row.from_state as InstallationState,
    to: row.to_state as InstallationState,
    ...(typeof cause === 'string' ? { cause } : {}),
    ...(typeof run_id === 'string' ? { runId: run_id } : {}),
  };
}

export function noteOf({ installation, at_ms, message }: Row): Note {
  return { installation: String(installation), atMs: Number(at_ms), message: String(message) };
}

function failuresIn(row: Row): readonly (readonly [string, number | null])[] {
  return parsed(row.failures) as readonly (readonly [string, number | null])[];
}

/** Texts of the store were written by `JSON.stringify` alone. */
function parsed(text: unknown): unknown {
  return JSON.parse(String(text));
}
