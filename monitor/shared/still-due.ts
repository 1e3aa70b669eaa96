import type { Slot } from '../model.ts';
import type { RunRequest } from '../running/run-queue.ts';
import { type Due, seedOfSlot, watchName } from '../schedule/due-times.ts';
import { nextTime } from '../schedule/next-time.ts';
import type { Rule } from '../schedule/rule.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { initialState } from '../state/tracked-state.ts';
import { keepEndedSeconds } from './boss.ts';
import { asSeenFrom } from './locations.ts';

/** Half of the time for which the queue remembers a run: it is removed some time after that has passed. */
const rememberedMs = (keepEndedSeconds * 1000) / 2;

/**
 * Whether a run that was offered some time ago is still to be made. Pure. `done`: it has been made. `missed`: the next one of its
 * slot is due already, or has overtaken it, and a missed run is not made up for.
 */
export function stillDue(
  { installation, location, slot, due }: RunRequest,
  schedule: Readonly<Record<Slot, Rule>>,
  snapshot: Snapshot,
  nowMs: number,
): 'due' | 'done' | 'missed' {
  if (due === undefined) return 'due';
  const { lastStandardMs, lastDue } = asSeenFrom(snapshot, location);
  if (due.kind === 'start') return (lastStandardMs ?? 0) === due.afterMs ? 'due' : 'done';
  const lastMs = lastDue?.[slot] ?? 0;
  if (due.atMs <= lastMs) return isOvertaken(due.atMs, lastMs, nowMs) ? 'missed' : 'done';
  const nextMs = nextTime(schedule[slot], seedOfSlot(watchName(installation, location), slot), due.atMs);
  return nextMs !== undefined && nextMs <= nowMs ? 'missed' : 'due';
}

/**
 * Whether a later run was made in the place of this one, which waited for its monitor to be given up or for the database.
 * A run that was made is not given out as long as the queue remembers it. A clock that has jumped back offers old runs again.
 */
function isOvertaken(atMs: number, lastMs: number, nowMs: number): boolean {
  return atMs < lastMs && lastMs <= nowMs && nowMs - atMs < rememberedMs;
}

/** Marks a time of the schedule as run. */
export function markDone(snapshot: Snapshot, slot: Slot, due: Due | undefined, location?: string): Snapshot {
  if (due?.kind !== 'time') return snapshot;
  if (location === undefined) return { ...snapshot, lastDue: { ...snapshot.lastDue, [slot]: due.atMs } };
  const known = snapshot.locations?.[location] ?? { tracked: initialState };
  const lastDue = { ...known.lastDue, [slot]: due.atMs };
  return { ...snapshot, locations: { ...snapshot.locations, [location]: { ...known, lastDue } } };
}
