import { type Slot, slots } from '../model.ts';
import type { Rule } from './rule.ts';
import { nextTime, timesBetween } from './rule.ts';

/**
 * The reason why a run is due: the same for every monitor with the same schedule, so that they can agree on one run.
 */
export type Due =
  /** A scheduled time. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** The last standard run is too long ago: its time, or 0 for never. */
  | { readonly kind: 'start'; readonly afterMs: number };

/** A slot that is due. */
export interface DueSlot {
  readonly slot: Slot;
  readonly due: Due;
}

/** The next due time of each slot of a schedule. */
export interface DueTimes {
  /** Plans every slot for its first time after `nowMs`. */
  readonly plan: (nowMs: number) => void;
  /** Makes a slot due by `atMs` at the latest, if it is on. */
  readonly bringForward: (slot: Slot, atMs: number, due: Due) => void;
  /** The last time of a slot after `ranMs` that has passed without a run. */
  readonly missed: (slot: Slot, ranMs: number, nowMs: number) => number | undefined;
  /** Takes the due slots and plans their next times; `missed` counts further times that have passed. */
  readonly take: (nowMs: number) => { readonly due: readonly DueSlot[]; readonly missed: number };
  /** The next time of each slot that is on. */
  readonly all: () => readonly { readonly slot: Slot; readonly atMs: number }[];
  /** The earliest of all next times; undefined if every slot is off. */
  readonly earliestMs: () => number | undefined;
}

/**
 * Makes the due times of one schedule, with nothing planned.
 * @param name the seed of the jitter
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
        // If several times have passed, the last one is due: the others are missed.
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

/** Identifies an installation in the schedule: its name, and its watching location if that is named. */
export function watchName(installation: string, location: string | undefined): string {
  return location === undefined ? installation : `${installation} ${location}`;
}

/** The seed of the jitter for an installation's slot. */
export function seedOfSlot(name: string, slot: Slot): string {
  return `${name} ${slot}`;
}
