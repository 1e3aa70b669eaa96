import PQueue from 'p-queue';
import type { PaceSettings } from '../configuration/installation.ts';

/** The request budget of an installation, shared by everything that sends it requests. */
export interface RateLimiter {
  /** Sends a request when the budget allows it. Rejects with the reason of `signal` as soon as that is aborted. */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Starts no request for a while, since the installation asked for it. */
  readonly pauseFor: (ms: number) => void;
  /** For how long it still starts no request; 0 for not at all. */
  readonly pausedForMs: () => number;
  /** Waits until no other large body is in memory. Call the returned function when the body is no longer needed. */
  readonly acquireLargeBodySlot: (signal: AbortSignal) => Promise<() => void>;
  /** The most requests under way at once. */
  readonly concurrency: number;
}

/** Makes the rate limiter of one installation. */
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
    pausedForMs: () => Math.max(0, pausedUntilMs - performance.now()),
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
