import PQueue from 'p-queue';
import type { PaceSettings } from '../configuration/installation.ts';

/** The request budget of an installation, shared by everything that sends it requests. */
export interface RateLimiter {
  /** Sends a request when the budget allows it. Rejects with the reason of `signal` as soon as that is aborted. */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Starts no request for a while. */
  readonly pauseFor: (ms: number) => void;
  /**
   * Pauses since the installation asked to slow down. It may count what is under way at once, so half as much is from then on,
   * and slowly more again once it is content.
   */
  readonly backOffFor: (ms: number) => void;
  /** For how long it still starts no request; 0 for not at all. */
  readonly pausedForMs: () => number;
  /** Waits until no other large body is in memory. Call the returned function when the body is no longer needed. */
  readonly acquireLargeBodySlot: (signal: AbortSignal) => Promise<() => void>;
  /** The most requests under way at once. */
  readonly concurrency: number;
}

/** So many requests in a row after which none had to wait let one more be under way at once. */
const calmRequests = 200;

/** Makes the rate limiter of one installation. */
export function makeRateLimiter({ perSecond, concurrency }: PaceSettings): RateLimiter {
  const queue = new PQueue({ concurrency, ...rateOf(perSecond) });
  const large = new PQueue({ concurrency: 1 });
  let pausedUntilMs = 0;
  let begunInARow = 0;
  const pausedForMs = (): number => Math.max(0, pausedUntilMs - performance.now());
  const pauseFor = (ms: number): void => {
    const untilMs = performance.now() + ms;
    if (untilMs <= pausedUntilMs) return;
    pausedUntilMs = untilMs;
    queue.pause();
    setTimeout(() => {
      if (performance.now() + 1 >= pausedUntilMs) queue.start();
    }, ms).unref();
  };
  const widen = (): void => {
    begunInARow += 1;
    if (queue.concurrency === concurrency || begunInARow < calmRequests) return;
    begunInARow = 0;
    queue.concurrency += 1;
  };
  return {
    concurrency,
    run: (work, signal) =>
      queue.add(
        () => {
          widen();
          return work();
        },
        { signal },
      ),
    backOffFor(ms) {
      begunInARow = 0;
      // What is answered while it pauses was under way with what made it pause.
      if (pausedForMs() === 0) queue.concurrency = Math.ceil(queue.concurrency / 2);
      pauseFor(ms);
    },
    acquireLargeBodySlot: (signal) =>
      new Promise((resolve, reject) => {
        const hold = (): Promise<void> => new Promise((release) => resolve(release));
        large.add(hold, { signal }).catch(reject);
      }),
    pausedForMs,
    pauseFor,
  };
}

function rateOf(perSecond: number | 'off'): { interval?: number; intervalCap?: number } {
  if (perSecond === 'off') return {};
  if (perSecond < 1) return { interval: 1000 / perSecond, intervalCap: 1 };
  return { interval: 1000, intervalCap: Math.floor(perSecond) };
}
