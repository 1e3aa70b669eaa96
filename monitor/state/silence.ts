import type { Monitored } from '../configuration/monitor-configuration.ts';
import { longestGapMs } from '../schedule/rule.ts';
import type { LocationSnapshot, Snapshot } from './snapshot.ts';
import { initialState } from './tracked-state.ts';

/** Detects locations that have been silent for too long. Pure. */

/** The number of intervals without a run that count as silence. */
const silentIntervals = 3;

interface Listening {
  readonly nowMs: number;
  /**
   * Since when this monitor receives news of runs: before that, such as before a start or while the database was
   * unavailable, nothing counts as silence.
   */
  readonly sinceMs: number;
}

/** After how long a location counts as silent: three intervals of the most frequent slot, and a whole run. */
export function silentAfterMs({ plan, installation }: Monitored, nowMs: number): number {
  const gaps = Object.values(plan.schedule)
    .map((rule) => longestGapMs(rule, nowMs))
    .filter((gapMs) => gapMs > 0);
  return silentIntervals * Math.min(...gaps) + installation.deadlineMs;
}

/** When the next location falls silent unless it sends news; never if there is only one. */
export function nextSilenceMs(monitored: Monitored, snapshot: Snapshot, listening: Listening): number {
  const waited = expectedLocations(monitored, snapshot);
  if (waited.length === 0) return Number.POSITIVE_INFINITY;
  const heard = waited.map((location) => heardMs(snapshot, location, listening));
  return Math.min(...heard) + silentAfterMs(monitored, listening.nowMs);
}

/** Marks the locations that have fallen silent; returns the same snapshot if none has. */
export function withSilence(monitored: Monitored, snapshot: Snapshot, listening: Listening): Snapshot {
  const waited = expectedLocations(monitored, snapshot);
  if (waited.length === 0) return snapshot;
  const afterMs = silentAfterMs(monitored, listening.nowMs);
  const silent = waited.filter(
    (location) => heardMs(snapshot, location, listening) + afterMs <= listening.nowMs,
  );
  if (silent.length === 0) return snapshot;
  const { locations = {} } = snapshot;
  const marked = silent.map((location): [string, LocationSnapshot] => [
    location,
    { ...(locations[location] ?? { tracked: initialState }), isSilent: true },
  ]);
  return { ...snapshot, locations: { ...locations, ...Object.fromEntries(marked) } };
}

/** The locations that are not silent yet; a single one is never expected. */
function expectedLocations({ plan }: Monitored, { locations = {} }: Snapshot): readonly string[] {
  const { of = [] } = plan.locations ?? {};
  return of.length < 2 ? [] : of.filter((location) => locations[location]?.isSilent !== true);
}

function heardMs({ locations = {} }: Snapshot, location: string, { sinceMs }: Listening): number {
  return Math.max(sinceMs, locations[location]?.lastRun?.atMs ?? 0);
}
