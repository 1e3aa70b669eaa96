import type { Slot } from '../model.ts';
import type { Due } from '../schedule/due-times.ts';
import { seedOfSlot, watchName } from '../schedule/due-times.ts';
import { nextTime } from '../schedule/next-time.ts';
import type { Rule } from '../schedule/rule.ts';
import { asSeenFrom } from './location-snapshots.ts';
import type { RunRequest } from './run-queue.ts';
import type { Snapshot } from './snapshot.ts';
import { initialState } from './tracked-state.ts';

/**
 * Whether a run is to be made that was offered some time ago. Pure. `done`: it has been made. `missed`: the next one of its
 * slot is due already, and a missed run is not made up for.
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
  if (due.atMs <= (lastDue?.[slot] ?? 0)) return 'done';
  const nextMs = nextTime(schedule[slot], seedOfSlot(watchName(installation, location), slot), due.atMs);
  return nextMs !== undefined && nextMs <= nowMs ? 'missed' : 'due';
}

/** Marks a time of the schedule as run. */
export function markDone(snapshot: Snapshot, slot: Slot, due: Due | undefined, location?: string): Snapshot {
  if (due?.kind !== 'time') return snapshot;
  if (location === undefined) return { ...snapshot, lastDue: { ...snapshot.lastDue, [slot]: due.atMs } };
  const known = snapshot.locations?.[location] ?? { tracked: initialState };
  const lastDue = { ...known.lastDue, [slot]: due.atMs };
  return { ...snapshot, locations: { ...snapshot.locations, [location]: { ...known, lastDue } } };
}
