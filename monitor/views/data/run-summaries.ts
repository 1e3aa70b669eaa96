import type { RunRow } from '../../model.ts';
import type { LastRunView, LatencyPoint } from '../view-model.ts';
import { iso } from './iso.ts';
import { runUrl } from './urls.ts';

/** A run as a row of a list. */
export function lastRunView(row: RunRow): LastRunView {
  return {
    id: row.id,
    url: runUrl(row.id),
    tier: row.tier,
    ...(row.location === undefined ? {} : { location: row.location }),
    state: row.state,
    startedAt: iso(row.startedMs),
    durationMs: row.finishedMs - row.startedMs,
  };
}

/** A run as a point of a chart. */
export function latencyPoint(row: RunRow): LatencyPoint {
  return {
    at: iso(row.startedMs),
    ...(row.medianMs === undefined ? {} : { ms: row.medianMs }),
    ...(row.p95Ms === undefined ? {} : { p95Ms: row.p95Ms }),
    isFailure: row.state !== 'conforming',
    runUrl: runUrl(row.id),
  };
}
