import { type Slot, slots } from '../model.ts';
import { nextTime, timesBetween } from './next-time.ts';
import type { Rule } from './rule.ts';

/** When each slot of a schedule is due next. */
export interface DueTimes {
  /** Plans every slot for its first time after `nowMs`. */
  readonly plan: (nowMs: number) => void;
  /** Makes a slot due by `atMs` at the latest, if it is on. */
  readonly bringForward: (slot: Slot, atMs: number) => void;
  /** Takes the slots that are due and plans their next times; `missed` counts further times that have passed. */
  readonly take: (nowMs: number) => { readonly due: readonly Slot[]; readonly missed: number };
  /** The next time of each slot that is on. */
  readonly all: () => readonly { readonly slot: Slot; readonly atMs: number }[];
  /** The next time of all; nothing where every slot is off. */
  readonly earliestMs: () => number | undefined;
}

/**
 * Makes the due times of one schedule, with nothing planned.
 * @param name what the jitter is derived from
 */
export function makeDueTimes(schedule: Readonly<Record<Slot, Rule>>, name: string): DueTimes {
  const times = new Map<Slot, number>();
  const seedOf = (slot: Slot): string => `${name} ${slot}`;
  const planSlot = (slot: Slot, nowMs: number): void => {
    const atMs = nextTime(schedule[slot], seedOf(slot), nowMs);
    if (atMs === undefined) times.delete(slot);
    else times.set(slot, atMs);
  };
  return {
    plan(nowMs) {
      for (const slot of slots) planSlot(slot, nowMs);
    },
    bringForward(slot, atMs) {
      const planned = times.get(slot);
      if (planned !== undefined) times.set(slot, Math.min(planned, atMs));
    },
    take(nowMs) {
      const due: Slot[] = [];
      let missed = 0;
      for (const [slot, atMs] of [...times]) {
        if (atMs > nowMs) continue;
        missed += timesBetween(schedule[slot], seedOf(slot), atMs, nowMs);
        planSlot(slot, nowMs);
        due.push(slot);
      }
      return { due, missed };
    },
    all: () =>
      slots.flatMap((slot) => {
        const atMs = times.get(slot);
        return atMs === undefined ? [] : [{ slot, atMs }];
      }),
    earliestMs: () => (times.size === 0 ? undefined : Math.min(...times.values())),
  };
}
