import type { EndpointCells, Recheck, RunRow, VerdictTotals } from '../model.ts';
import type { RunsTable } from './tables.ts';

/** The columns of a run that its `RunRow` is made from; the others hold its detail. */
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

/** A run as the table holds it. */
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

/** The run that a row of the table holds. */
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

/** How each endpoint did in the run that a row of the table holds. */
export function cellsOf({ endpoints }: Pick<RunsTable, 'endpoints'>): EndpointCells {
  return JSON.parse(endpoints) as EndpointCells;
}
