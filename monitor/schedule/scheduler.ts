import { type RunTrigger, type Slot, slots } from '../model.ts';
import type { Cancel, Clock } from './clock.ts';
import { type Due, makeDueTimes } from './due-times.ts';
import type { Rule } from './rule.ts';
import { fractionOf } from './rule.ts';

/** The times of earlier runs, in milliseconds since 1970. */
export interface LastRuns {
  /** The last run of the standard tier; without one, it runs soon after the start. */
  readonly standardMs?: number | undefined;
  /** The last full run, or since when the installation is watched: one missed run since then is made up for. */
  readonly fullMs?: number | undefined;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  /** The seed of the jitter: the name of the installation, and the location. */
  readonly name: string;
  readonly schedule: Readonly<Record<Slot, Rule>>;
  /** Called when the scheduler starts: a current run may have ended by then. */
  readonly lastRuns: () => LastRuns;
  /** The period over which the first runs are spread. */
  readonly startSpreadMs: number;
  /** Runs a slot; never rejects. Called for one slot at a time. */
  readonly run: (slot: Slot, trigger: RunTrigger, due?: Due) => Promise<void>;
  /** Runs a pulse during a long heavier run. Left out if two runs must not send requests at the same time. */
  readonly runAlongside?: ((due: Due) => Promise<void>) | undefined;
  /** Called with the number of skipped times. */
  readonly onSkipped: (times: number) => void;
  /**
   * Called with the next scheduled time, or undefined if there is none: at the start, and after each run. So the last
   * reported time lies in the past while a run is overdue.
   */
  readonly onNext: (atMs: number | undefined) => void;
}

/**
 * Schedules the runs of one installation: one at a time, except for pulses during a long heavier run, and without
 * making up for missed runs in a burst.
 */
export interface Scheduler {
  readonly start: () => void;
  /** The next time of each slot that is on. */
  readonly next: () => readonly { readonly slot: Slot; readonly atMs: number }[];
  readonly underWay: () => Slot | undefined;
  /** Starts a manual run, or queues it after the current one; after `stop`, nothing is run. */
  readonly runNow: (slot: Slot) => 'started' | 'follows' | 'stopped';
  /** Makes the usual run due now, or right after the current one, whose findings are no longer sufficient. */
  readonly runAgain: (lastStandardMs: number) => void;
  /**
   * Does other work that sends requests to the installation while no run is in progress, and blocks runs meanwhile. It
   * replaces no run: a run that comes due follows it, before any further work.
   */
  readonly exclusively: <T>(slot: Slot, work: () => Promise<T>) => Promise<T>;
  /** Starts nothing more; resolves when the current run has ended. */
  readonly stop: () => Promise<void>;
}

/** A run that has lasted this long says nothing about the present state of the installation. */
const longRunMs = 10_000;
/** Timers of Node.js may come a little early. */
const earlyMs = 1_000;

/** Makes a scheduler that does not run yet. */
export function makeScheduler(options: SchedulerOptions): Scheduler {
  const { clock } = options;
  const times = makeDueTimes(options.schedule, options.name);
  const waiting = new Map<Slot, Due>();
  let underWay:
    | { readonly slot: Slot; readonly isRun: boolean; readonly sinceMs: number; readonly done: Promise<void> }
    | undefined;
  let alongside: Promise<void> | undefined;
  let requested: Slot | undefined;
  let cancelTimer: Cancel = () => undefined;
  let timerMs = 0;
  let isStopped = false;

  const setTimer = (): void => {
    cancelTimer();
    const atMs = times.earliestMs();
    if (isStopped || atMs === undefined) return;
    timerMs = atMs;
    cancelTimer = clock.at(atMs, onTime);
  };

  const onTime = (): void => {
    const nowMs = clock.nowMs();
    if (nowMs < timerMs - earlyMs) {
      // The clock was set back: planned runs lie further ahead than any interval.
      times.plan(nowMs);
      options.onNext(times.earliestMs());
    }
    const { due, missed } = times.take(nowMs);
    // A current run that sends the same requests is enough: another would find nothing more.
    const useful = due.filter(({ slot }) => underWay?.isRun !== true || weight(slot) > weight(underWay.slot));
    const replaced = useful.filter(({ slot }) => waiting.has(slot));
    const hasPulse = due.some(({ slot, due: why }) => slot === 'pulse' && pulseAlongside(why, nowMs));
    const skipped = missed + due.length - useful.length + replaced.length - (hasPulse ? 1 : 0);
    if (skipped > 0) options.onSkipped(skipped);
    for (const { slot, due: why } of useful) waiting.set(slot, why);
    startNext();
    setTimer();
  };

  /** Starts a pulse during a long heavier run; false if there is no such run. */
  const pulseAlongside = (due: Due, nowMs: number): boolean => {
    const isLong =
      underWay?.isRun === true && underWay.slot !== 'pulse' && nowMs - underWay.sinceMs >= longRunMs;
    if (isStopped || !isLong || alongside !== undefined || options.runAlongside === undefined) return false;
    alongside = options.runAlongside(due).finally(() => {
      alongside = undefined;
    });
    return true;
  };

  /** Starts the operator's run, or else the heaviest waiting slot, which includes the requests of the others. */
  const startNext = (): void => {
    if (isStopped || underWay !== undefined) return;
    const [heaviest] = [...waiting].toSorted(([one], [other]) => weight(other) - weight(one));
    if (requested !== undefined) {
      const slot = requested;
      requested = undefined;
      void occupy(slot, true, () => options.run(slot, 'operator'));
    } else if (heaviest !== undefined) {
      const [slot, due] = heaviest;
      waiting.clear();
      void occupy(slot, true, () => options.run(slot, 'schedule', due));
    }
  };

  const occupy = async <T>(slot: Slot, isRun: boolean, work: () => Promise<T>): Promise<T> => {
    const working = work();
    const done = working.then(
      () => undefined,
      () => undefined,
    );
    underWay = { slot, isRun, sinceMs: clock.nowMs(), done };
    try {
      return await working;
    } finally {
      underWay = undefined;
      // A waiting run is overdue until it has ended.
      if (!isStopped && waiting.size === 0) options.onNext(times.earliestMs());
      startNext();
    }
  };

  return {
    start() {
      const nowMs = clock.nowMs();
      times.plan(nowMs);
      const { name, schedule, startSpreadMs } = options;
      const { standardMs, fullMs = nowMs } = options.lastRuns();
      const soonMs = nowMs + Math.floor(fractionOf(`${name} start`) * startSpreadMs);
      if (hasMissedInterval(schedule.standard, standardMs, nowMs))
        times.bringForward('standard', soonMs, { kind: 'start', afterMs: standardMs ?? 0 });
      // Otherwise a restart each night would prevent a nightly full run forever.
      const missedMs = times.missed('full', fullMs, nowMs);
      if (missedMs !== undefined) times.bringForward('full', soonMs, { kind: 'time', atMs: missedMs });
      options.onNext(times.earliestMs());
      setTimer();
    },
    next: times.all,
    underWay: () => underWay?.slot,
    runNow(slot) {
      if (isStopped) return 'stopped';
      requested = slot;
      if (underWay !== undefined) return 'follows';
      startNext();
      return 'started';
    },
    runAgain(afterMs) {
      const slot = (['standard', 'pulse', 'full'] as const).find(
        (one) => options.schedule[one].kind !== 'off',
      );
      if (isStopped || slot === undefined) return;
      waiting.set(slot, { kind: 'start', afterMs });
      startNext();
    },
    async exclusively(slot, work) {
      while (underWay !== undefined) await underWay.done;
      return occupy(slot, false, work);
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await Promise.all([underWay?.done, alongside]);
    },
  };
}

/**
 * Whether an installation never ran, or missed a whole interval: then it runs soon, but not together with all others.
 */
function hasMissedInterval(rule: Rule, ranMs: number | undefined, nowMs: number): boolean {
  return ranMs === undefined || (rule.kind === 'interval' && nowMs - ranMs > rule.everyMs);
}

function weight(slot: Slot): number {
  return slots.indexOf(slot);
}
