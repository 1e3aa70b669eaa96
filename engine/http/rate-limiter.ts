import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { PaceSettings } from '../configuration/installation.ts';

/** The request budget of an installation, shared by everything that sends it requests. */
export interface RateLimiter {
  /**
   * Sends a request when the budget allows it. Rejects with the reason of `signal` as soon as that is aborted.
   * @param isRepeated goes before whatever waits: otherwise a request may be the one too many again and again
   */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal, isRepeated?: boolean) => Promise<T>;
  /** Starts no request for a while. */
  readonly pauseFor: (ms: number) => void;
  /**
   * Pauses since the installation asked to slow down. It may count what is under way at once, so half as much is from then on;
   * where that is one request, they are further apart. Step by step as before again once it is content.
   */
  readonly backOffFor: (ms: number) => void;
  /** For how long it still starts no request; 0 for not at all. */
  readonly pausedForMs: () => number;
  /** Waits until no other large body is in memory. Call the returned function when the body is no longer needed. */
  readonly acquireLargeBodySlot: (signal: AbortSignal) => Promise<() => void>;
  /** The most requests under way at once. */
  readonly concurrency: number;
}

/** So many requests in a row that asked for no pause let one more be under way at once. */
const calmRequests = 200;

/**
 * Where one at a time is too many still, requests are so far apart, and twice as far after each further pause, up to a limit;
 * half as far after so many that asked for none.
 */
const firstGapMs = 100;
const longestGapMs = 500;
const calmForGap = 10;

/** What is answered so soon after an answer that asked to slow down was under way with it, however short the pause is. */
const burstMs = 250;

/** Makes the rate limiter of one installation. */
export function makeRateLimiter({ perSecond, concurrency }: PaceSettings): RateLimiter {
  const queue = new PQueue({ concurrency, ...rateOf(perSecond) });
  const large = new PQueue({ concurrency: 1 });
  let pausedUntilMs = 0;
  let begunInARow = 0;
  let gapMs = 0;
  let notBeforeMs = 0;
  let lastBurstMs = Number.NEGATIVE_INFINITY;
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
    if (begunInARow < (gapMs > 0 ? calmForGap : calmRequests)) return;
    begunInARow = 0;
    if (gapMs > 0) gapMs = gapMs > firstGapMs ? gapMs / 2 : 0;
    else if (queue.concurrency < concurrency) queue.concurrency += 1;
  };
  const keepApart = async (signal: AbortSignal): Promise<void> => {
    const waitMs = notBeforeMs - performance.now();
    notBeforeMs = Math.max(notBeforeMs, performance.now()) + gapMs;
    // An abort ends the wait, and is thrown with its own reason.
    if (waitMs > 0) await wait(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
  return {
    concurrency,
    run: (work, signal, isRepeated = false) =>
      queue.add(
        async () => {
          widen();
          if (gapMs > 0) await keepApart(signal);
          return work();
        },
        { signal, priority: isRepeated ? 1 : 0 },
      ),
    backOffFor(ms) {
      begunInARow = 0;
      const isNew = pausedForMs() === 0 && performance.now() - lastBurstMs > burstMs;
      if (isNew) {
        lastBurstMs = performance.now();
        if (queue.concurrency === 1) gapMs = Math.min(longestGapMs, Math.max(firstGapMs, gapMs * 2));
        queue.concurrency = Math.ceil(queue.concurrency / 2);
      }
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
