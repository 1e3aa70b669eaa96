import PQueue from 'p-queue';
import type { PaceSettings } from '../configuration/installation.ts';

/** The one budget of requests to an installation: every run and page that asks it shares this. */
export interface RateLimiter {
  /** Runs a request when the budget allows it. Rejects at once with the reason of `signal` when that is aborted. */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Lets nothing start for a while: the installation asked for it. */
  readonly pauseFor: (ms: number) => void;
  /** Waits until no other large body is in memory. What it gives is called when this one is no longer needed. */
  readonly acquireLargeBodySlot: (signal: AbortSignal) => Promise<() => void>;
  /** How many connections make sense. */
  readonly concurrency: number;
}

/** Makes the budget of one installation. */
export function makeRateLimiter({ perSecond, concurrency }: PaceSettings): RateLimiter {
  const queue = new PQueue({ concurrency, ...rateOf(perSecond) });
  const large = new PQueue({ concurrency: 1 });
  let pausedUntilMs = 0;
  return {
    concurrency,
    run: (work, signal) => queue.add(work, { signal }),
    acquireLargeBodySlot: (signal) =>
      new Promise((resolve, reject) => {
        const hold = (): Promise<void> => new Promise((release) => resolve(release));
        large.add(hold, { signal }).catch(reject);
      }),
    pauseFor(ms) {
      const untilMs = performance.now() + ms;
      if (untilMs <= pausedUntilMs) return;
      pausedUntilMs = untilMs;
      queue.pause();
      setTimeout(() => {
        if (performance.now() + 1 >= pausedUntilMs) queue.start();
      }, ms).unref();
    },
  };
}

function rateOf(perSecond: number | 'off'): { interval?: number; intervalCap?: number } {
  if (perSecond === 'off') return {};
  if (perSecond < 1) return { interval: 1000 / perSecond, intervalCap: 1 };
  return { interval: 1000, intervalCap: Math.floor(perSecond) };
}
