import type { Slot } from '../configuration/monitor-configuration.ts';
import type { Cancel, Clock } from './clock.ts';
import { fractionOf, nextTime, timesBetween } from './next-time.ts';
import type { Rule } from './rule.ts';

/** From light to heavy: a heavier run asks all that a lighter one asks. */
export const slots: readonly Slot[] = ['pulse', 'standard', 'full', 'imports'];

export interface TimetableOptions {
  readonly clock: Clock;
  /** What the jitter is derived from: the name of the installation. */
  readonly name: string;
  readonly schedule: Readonly<Record<Slot, Rule>>;
  /** When the standard tier last ran; without it, it runs soon after the start. */
  readonly lastStandardMs?: number;
  /** Over how much the first standard runs are spread. */
  readonly startSpreadMs: number;
  /** Runs a slot; never rejects. Only one at a time is asked for. */
  readonly run: (slot: Slot, trigger: 'schedule' | 'operator') => Promise<void>;
  /** Told of times that were left out. */
  readonly onSkipped: (times: number) => void;
  /**
   * Told of the next time, or that there is none, at the start and when something ended. So the last that was told lies
   * in the past while a run is overdue.
   */
  readonly onNext: (atMs: number | undefined) => void;
}

/** When one installation is run: one run at a time, and what was missed is not made up in a burst. */
export interface Scheduler {
  readonly start: () => void;
  /** The times to come, of slots that are on. */
  readonly next: () => readonly { readonly slot: Slot; readonly atMs: number }[];
  readonly underWay: () => Slot | undefined;
  /** Starts a run by hand, or has it follow the one under way; nothing is run after `stop`. */
  readonly runNow: (slot: Slot) => 'started' | 'follows' | 'stopped';
  /** Runs other work that asks the installation, when no run is under way, and lets none start meanwhile. */
  readonly exclusively: <T>(slot: Slot, work: () => Promise<T>) => Promise<T>;
  /** Starts nothing more; resolves when the run under way has ended. */
  readonly stop: () => Promise<void>;
}

export function makeScheduler(options: TimetableOptions): Scheduler {
  const { clock, name, schedule } = options;
  const due = new Map<Slot, number>();
  const waiting = new Set<Slot>();
  let underWay: { readonly slot: Slot; readonly done: Promise<void> } | undefined;
  let cancel: Cancel = () => undefined;
  let byHand: Slot | undefined;
  let isStopped = false;

  const seedOf = (slot: Slot): string => `${name} ${slot}`;

  const plan = (slot: Slot, afterMs: number): void => {
    const atMs = nextTime(schedule[slot], seedOf(slot), afterMs);
    if (atMs === undefined) due.delete(slot);
    else due.set(slot, atMs);
  };

  const arm = (): void => {
    cancel();
    if (isStopped || due.size === 0) return;
    cancel = clock.at(Math.min(...due.values()), onTime);
  };

  const tellNext = (): void => options.onNext(due.size === 0 ? undefined : Math.min(...due.values()));

  const onTime = (): void => {
    const nowMs = clock.nowMs();
    for (const [slot, atMs] of [...due]) {
      if (atMs > nowMs) continue;
      const missed = timesBetween(schedule[slot], seedOf(slot), atMs, nowMs);
      if (missed > 0) options.onSkipped(missed);
      plan(slot, nowMs);
      request(slot);
    }
    startWaiting();
    arm();
  };

  /** A run that asks as much is under way or waits already: this one would tell nothing more. */
  const request = (slot: Slot): void => {
    if (underWay !== undefined && weight(underWay.slot) >= weight(slot)) options.onSkipped(1);
    else waiting.add(slot);
  };

  const startWaiting = (): void => {
    if (isStopped || underWay !== undefined) return;
    if (byHand !== undefined) begin(byHand, 'operator');
    else if (waiting.size > 0) {
      const slot = [...waiting].reduce((one, other) => (weight(one) >= weight(other) ? one : other));
      waiting.clear();
      begin(slot, 'schedule');
    }
  };

  const begin = (slot: Slot, trigger: 'schedule' | 'operator'): void => {
    if (trigger === 'operator') byHand = undefined;
    void occupy(slot, () => options.run(slot, trigger));
  };

  const occupy = async <T>(slot: Slot, work: () => Promise<T>): Promise<T> => {
    const working = work();
    const done = working.then(
      () => undefined,
      () => undefined,
    );
    underWay = { slot, done };
    try {
      return await working;
    } finally {
      underWay = undefined;
      if (!isStopped) tellNext();
      startWaiting();
    }
  };

  return {
    start() {
      const nowMs = clock.nowMs();
      for (const slot of slots) plan(slot, nowMs);
      const firstMs = firstStandard(options, nowMs);
      const planned = due.get('standard');
      if (firstMs !== undefined && planned !== undefined) due.set('standard', Math.min(planned, firstMs));
      tellNext();
      arm();
    },
    next: () =>
      slots.flatMap((slot) => {
        const atMs = due.get(slot);
        return atMs === undefined ? [] : [{ slot, atMs }];
      }),
    underWay: () => underWay?.slot,
    runNow(slot) {
      if (isStopped) return 'stopped';
      byHand = slot;
      if (underWay !== undefined) return 'follows';
      startWaiting();
      return 'started';
    },
    async exclusively(slot, work) {
      while (underWay !== undefined) await underWay.done;
      return occupy(slot, work);
    },
    async stop() {
      isStopped = true;
      cancel();
      await underWay?.done;
    },
  };
}

/** Who never ran, or missed a whole interval, need not wait for the next one to be seen. */
function firstStandard(
  { name, schedule, lastStandardMs, startSpreadMs }: TimetableOptions,
  nowMs: number,
): number | undefined {
  const rule = schedule.standard;
  if (rule.kind === 'off') return undefined;
  const isOld =
    lastStandardMs === undefined || (rule.kind === 'interval' && nowMs - lastStandardMs > rule.everyMs);
  return isOld ? nowMs + Math.floor(fractionOf(`${name} start`) * startSpreadMs) : undefined;
}

function weight(slot: Slot): number {
  return slots.indexOf(slot);
}
