import type { Slot } from '../model.ts';
import type { Due } from '../schedule/due-times.ts';
import { seedOfSlot } from '../schedule/due-times.ts';
import { nextTime } from '../schedule/next-time.ts';
import type { Rule } from '../schedule/rule.ts';
import type { RunRequest } from './run-queue.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Whether a run is to be made that was offered some time ago. Pure. `done`: it has been made. `missed`: the next one of its
 * slot is due already, and a missed run is not made up for.
 */
export function stillDue(
  { installation, slot, due }: RunRequest,
  schedule: Readonly<Record<Slot, Rule>>,
  snapshot: Snapshot,
  nowMs: number,
): 'due' | 'done' | 'missed' {
  if (due === undefined) return 'due';
  if (due.kind === 'start') return (snapshot.lastStandardMs ?? 0) === due.afterMs ? 'due' : 'done';
  if (due.atMs <= (snapshot.lastDue?.[slot] ?? 0)) return 'done';
  const nextMs = nextTime(schedule[slot], seedOfSlot(installation, slot), due.atMs);
  return nextMs !== undefined && nextMs <= nowMs ? 'missed' : 'due';
}

/** Marks a time of the schedule as run. */
export function markDone(snapshot: Snapshot, slot: Slot, due: Due | undefined): Snapshot {
  if (due?.kind !== 'time') return snapshot;
  return { ...snapshot, lastDue: { ...snapshot.lastDue, [slot]: due.atMs } };
}
