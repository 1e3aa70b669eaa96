import type { RunFigures } from '../metrics/figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RunRow } from '../model.ts';
import { mostRecentRuns, type TargetState } from './monitored-target.ts';
import { showInMetrics, showLocationsInMetrics } from './show-in-metrics.ts';

/** Shows a run of a target that has been recorded, on pages and in metrics, whichever monitor made it. */
export function showRun(
  target: TargetState,
  row: RunRow,
  figures: RunFigures | undefined,
  metrics: Metrics,
): void {
  // What is kept in memory is a copy, without any text that the run still holds.
  target.recent = [...target.recent, structuredClone(row)].slice(-mostRecentRuns);
  const { name } = target.monitored.installation;
  if (row.trigger !== 'schedule') metrics.countRequests(name, row.requests, row.throttled);
  else if (figures !== undefined) metrics.countRun(figures);
  showSnapshot(target, metrics);
}

/** Shows in the metrics what a target is known to be now. */
export function showSnapshot(target: TargetState, metrics: Metrics): void {
  showInMetrics(target.monitored.installation.name, target.snapshot, metrics);
  showLocationsInMetrics(target, metrics);
}
