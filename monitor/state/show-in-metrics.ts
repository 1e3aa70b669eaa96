import { sanitizeUpTo } from '../../reports/sanitize.ts';
import { isSeveral } from '../configuration/watched-from.ts';
import type { RunFigures } from '../metrics/figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RunRow } from '../model.ts';
import { mostRecentRuns, type TargetState } from './monitored-target.ts';
import { currentFindings } from './open-findings.ts';
import { acknowledgementOf, type Snapshot } from './snapshot.ts';
import { initialState } from './tracked-state.ts';

/** The cause is a label: longer ones are cut. */
const longestCause = 300;

/** Shows in the metrics what an installation is known to be now. */
export function showInMetrics(installation: string, snapshot: Snapshot, metrics: Metrics): void {
  const { state, cause = '', lastCompleteMs } = snapshot;
  const findings = currentFindings(snapshot);
  const own = metrics.of(installation);
  own?.setState(state);
  // A reader of the time knows when it is over.
  own?.setAcknowledged(acknowledgementOf(snapshot)?.untilMs ?? 0);
  own?.setFindings(findings.map(({ severity }) => severity));
  // What concerns the whole installation is told from another cause by its words; those with a number may differ each time.
  const ids = findings.map(({ id }) => (id === state ? withoutNumbers(cause) : id));
  const key = [state, ...ids, ...foundFrom(snapshot)].join(' ');
  own?.setCause({ key, text: sanitizeUpTo(cause, longestCause) });
  if (lastCompleteMs !== undefined) own?.setLastComplete(lastCompleteMs);
}

function withoutNumbers(text: string): string {
  return text
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ');
}

/** Shows in the metrics what each of several locations knows. */
export function showLocationsInMetrics(
  { monitored, snapshot }: Pick<TargetState, 'monitored' | 'snapshot'>,
  metrics: Metrics,
): void {
  const { installation, plan } = monitored;
  const { locations = {} } = snapshot;
  const names = isSeveral(plan.locations) ? plan.locations.of : [];
  const figures = names.map((location) => {
    const { tracked = initialState, isSilent = false, lastRun } = locations[location] ?? {};
    const ended = lastRun === undefined ? {} : { endedSeconds: lastRun.atMs / 1000 };
    return { location, state: tracked.state, isSilent, ...ended };
  });
  metrics.of(installation.name)?.setLocations(figures);
}

/** What each location finds, if there are several: the cause names those that differ. */
function foundFrom({ locations = {} }: Snapshot): readonly string[] {
  const all = Object.entries(locations);
  if (all.length < 2) return [];
  return all.map(
    ([name, { tracked, isSilent }]) => `${name}:${isSilent === true ? 'silent' : tracked.state}`,
  );
}

/** Shows a run of a target that has been recorded, on pages and in metrics, no matter which monitor made it. */
export function showRun(
  target: TargetState,
  row: RunRow,
  figures: RunFigures | undefined,
  metrics: Metrics,
): void {
  // The value kept in memory is a copy, without any text that the run still holds.
  target.recent = [...target.recent, structuredClone(row)].slice(-mostRecentRuns);
  const { name } = target.monitored.installation;
  if (row.trigger !== 'schedule') metrics.of(name)?.countRequests(row);
  else if (figures !== undefined) metrics.countRun(figures);
  showSnapshot(target, metrics);
}

/** Shows in the metrics what a target is known to be now. */
export function showSnapshot(target: TargetState, metrics: Metrics): void {
  showInMetrics(target.monitored.installation.name, target.snapshot, metrics);
  showLocationsInMetrics(target, metrics);
}
