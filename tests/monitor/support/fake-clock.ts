import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../monitor/schedule/clock.ts';

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** Moves to a time and lets everything that was due happen in its order, as if it took no time. */
  readonly moveTo: (atMs: number) => Promise<void>;
}

export function makeFakeClock(startMs: number): FakeClock {
  let nowMs = startMs;
  let number = 0;
  const timers = new Map<number, { readonly atMs: number; readonly work: () => void }>();
  const nextDue = (untilMs: number): number | undefined => {
    let found: number | undefined;
    for (const [id, { atMs }] of timers) {
      const best = found === undefined ? undefined : timers.get(found);
      if (atMs <= untilMs && (best === undefined || atMs < best.atMs)) found = id;
    }
    return found;
  };
  return {
    nowMs: () => nowMs,
    at(atMs, work) {
      number += 1;
      const id = number;
      timers.set(id, { atMs: Math.max(atMs, nowMs), work });
      return () => void timers.delete(id);
    },
    async moveTo(atMs) {
      for (let id = nextDue(atMs); id !== undefined; id = nextDue(atMs)) {
        const timer = timers.get(id);
        timers.delete(id);
        if (timer === undefined) break;
        nowMs = Math.max(nowMs, timer.atMs);
        timer.work();
        // Whatever the work awaits, other than timers, is let happen before time goes on.
        await setImmediate();
      }
      nowMs = atMs;
      await setImmediate();
    },
  };
}

/** A clock of the system over a fake one: it can be set, and its timers take as long as they would have without that. */
export interface SettableClock extends Clock {
  /** Sets it forward or, by a negative number, back. */
  readonly set: (byMs: number) => void;
}

export function makeSettableClock(base: FakeClock): SettableClock {
  let offsetMs = 0;
  const nowMs = (): number => base.nowMs() + offsetMs;
  return {
    nowMs,
    at: (atMs, work) => base.at(base.nowMs() + Math.max(0, atMs - nowMs()), work),
    set(byMs) {
      offsetMs += byMs;
    },
  };
}
