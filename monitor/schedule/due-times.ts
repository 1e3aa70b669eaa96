import { type Slot, slots } from '../model.ts';
import type { Rule } from './rule.ts';
import { nextTime, timesBetween } from './rule.ts';

/** What makes a run due: the same for every monitor with the same schedule, so that they can agree on one run. */
export type Due =
  /** A time of the schedule. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** No standard run for too long: the last one was then, or at 0 for never. */
  | { readonly kind: 'start'; readonly afterMs: number };

/** A slot whose time has come. */
export interface DueSlot {
  readonly slot: Slot;
  readonly due: Due;
}

/** When each slot of a schedule is due next. */
export interface DueTimes {
  /** Plans every slot for its first time after `nowMs`. */
  readonly plan: (nowMs: number) => void;
  /** Makes a slot due by `atMs` at the latest, if it is on. */
  readonly bringForward: (slot: Slot, atMs: number, due: Due) => void;
  /** The last time of a slot since it ran at `ranMs` that has passed without it. */
  readonly missed: (slot: Slot, ranMs: number, nowMs: number) => number | undefined;
  /** Takes the slots that are due and plans their next times; `missed` counts further times that have passed. */
  readonly take: (nowMs: number) => { readonly due: readonly DueSlot[]; readonly missed: number };
  /** The next time of each slot that is on. */
  readonly all: () => readonly { readonly slot: Slot; readonly atMs: number }[];
  /** The next time of all; nothing if every slot is off. */
  readonly earliestMs: () => number | undefined;
}

/**
 * Makes the due times of one schedule, with nothing planned.
 * @param name what the jitter is derived from
 */
export function makeDueTimes(schedule: Readonly<Record<Slot, Rule>>, name: string): DueTimes {
  const times = new Map<Slot, { readonly atMs: number; readonly due: Due }>();
  const seedOf = (slot: Slot): string => seedOfSlot(name, slot);
  const planSlot = (slot: Slot, nowMs: number): void => {
    const atMs = nextTime(schedule[slot], seedOf(slot), nowMs);
    if (atMs === undefined) times.delete(slot);
    else times.set(slot, { atMs, due: { kind: 'time', atMs } });
  };
  return {
    plan(nowMs) {
      for (const slot of slots) planSlot(slot, nowMs);
    },
    bringForward(slot, atMs, due) {
      const planned = times.get(slot);
      if (planned !== undefined && atMs < planned.atMs) times.set(slot, { atMs, due });
    },
    missed(slot, ranMs, nowMs) {
      const firstMs = nextTime(schedule[slot], seedOf(slot), ranMs);
      if (firstMs === undefined || firstMs > nowMs) return undefined;
      return timesBetween(schedule[slot], seedOf(slot), firstMs, nowMs).lastMs ?? firstMs;
    },
    take(nowMs) {
      const all: DueSlot[] = [];
      let missed = 0;
      for (const [slot, { atMs, due }] of [...times]) {
        if (atMs > nowMs) continue;
        const further = timesBetween(schedule[slot], seedOf(slot), atMs, nowMs);
        missed += further.count;
        planSlot(slot, nowMs);
        // Of several times that have passed, the last one is due: the others are missed.
        all.push({
          slot,
          due: due.kind === 'time' ? { kind: 'time', atMs: further.lastMs ?? due.atMs } : due,
        });
      }
      return { due: all, missed };
    },
    all: () =>
      slots.flatMap((slot) => {
        const atMs = times.get(slot)?.atMs;
        return atMs === undefined ? [] : [{ slot, atMs }];
      }),
    earliestMs: () =>
      times.size === 0 ? undefined : Math.min(...[...times.values()].map(({ atMs }) => atMs)),
  };
}

/** Identifies an installation in the schedule: its name, and the location that watches it, if that is named. */
export function watchName(installation: string, location: string | undefined): string {
  return location === undefined ? installation : `${installation} ${location}`;
}

/** What the jitter of a slot of an installation is derived from. */
export function seedOfSlot(name: string, slot: Slot): string {
  return `${name} ${slot}`;
}
