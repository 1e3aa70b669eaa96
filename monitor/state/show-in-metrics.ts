import { sanitizeUpTo } from '../../reports/sanitize.ts';
import { hasSeveralLocations } from '../configuration/watched-from.ts';
import type { RunFigures } from '../metrics/figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RunRow } from '../model.ts';
import { mostRecentRuns, type TargetState } from './monitored-target.ts';
import { currentFindings } from './open-findings.ts';
import { acknowledgementOf, type Snapshot } from './snapshot.ts';
import { initialState } from './tracked-state.ts';

/** The cause is a label: longer ones are truncated. */
const longestCause = 300;

/** Updates the metrics with the current knowledge of an installation. */
export function showInMetrics(installation: string, snapshot: Snapshot, metrics: Metrics): void {
  const { state, cause = '', lastCompleteMs } = snapshot;
  const findings = currentFindings(snapshot);
  const own = metrics.of(installation);
  own?.setState(state);
  // Alert rules compare the timestamp with the time, so an expired one needs no update.
  own?.setAcknowledged(acknowledgementOf(snapshot)?.untilMs ?? 0);
  own?.setFindings(findings.map(({ severity }) => severity));
  // Without findings of checks, causes are distinguished by their text, without numbers that may differ each time.
  const isOfChecks = findings.some(({ id }) => id !== state);
  const ids = isOfChecks ? findings.map(({ id }) => id) : withoutNumbers(cause);
  const key = [state, ids, locationFindings(snapshot)].flat().join(' ').trim();
  own?.setCause({ key, text: sanitizeUpTo(cause, longestCause) });
  if (lastCompleteMs !== undefined) own?.setLastComplete(lastCompleteMs);
}

function withoutNumbers(text: string): string {
  return text
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ');
}

/** Updates the metrics with the knowledge of each of several locations. */
export function showLocationsInMetrics(
  { monitored, snapshot }: Pick<TargetState, 'monitored' | 'snapshot'>,
  metrics: Metrics,
): void {
  const { installation, plan } = monitored;
  const { locations = {} } = snapshot;
  const names = hasSeveralLocations(plan.locations) ? plan.locations.of : [];
  const figures = names.map((location) => {
    const { tracked = initialState, isSilent = false, lastRun } = locations[location] ?? {};
    const ended = lastRun === undefined ? {} : { endedSeconds: lastRun.atMs / 1000 };
    return { location, state: tracked.state, isSilent, ...ended };
  });
  metrics.of(installation.name)?.setLocations(figures);
}

/** The finding of each location, if there are several: the cause names those that disagree. */
function locationFindings({ locations = {} }: Snapshot): readonly string[] {
  const all = Object.entries(locations);
  if (all.length < 2) return [];
  return all.map(
    ([name, { tracked, isSilent }]) => `${name}:${isSilent === true ? 'silent' : tracked.state}`,
  );
}

/** Shows a recorded run of a target on pages and in metrics, regardless of the monitor that executed it. */
export function showRun(
  target: TargetState,
  row: RunRow,
  figures: RunFigures | undefined,
  metrics: Metrics,
): void {
  // The value in memory is a copy, without any text that the run still references.
  target.recent = [...target.recent, structuredClone(row)].slice(-mostRecentRuns);
  const { name } = target.monitored.installation;
  if (row.trigger !== 'schedule') metrics.of(name)?.countRequests(row);
  else if (figures !== undefined) metrics.countRun(figures);
  showSnapshot(target, metrics);
}

/** Updates the metrics with the current knowledge of a target. */
export function showSnapshot(target: TargetState, metrics: Metrics): void {
  showInMetrics(target.monitored.installation.name, target.snapshot, metrics);
  showLocationsInMetrics(target, metrics);
}
