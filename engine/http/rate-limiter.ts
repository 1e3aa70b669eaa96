import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { PaceSettings } from '../configuration/installation.ts';

/** The request budget of an installation, shared by everything that sends requests to it. */
export type RateLimiter = ReturnType<typeof makeRateLimiter>;

/** The gap between requests once even one at a time is too many. */
const firstGapMs = 100;
const longestGapMs = 10_000;
/** The largest gap after gateway errors, which may have nothing to do with a limit. */
const longestGapByGatewayMs = 1_000;

/** Makes the rate limiter of one installation. */
export function makeRateLimiter({ perSecond, concurrency }: PaceSettings) {
  const queue = new PQueue({ concurrency, ...rateOf(perSecond) });
  const large = new PQueue({ concurrency: 1 });
  let pausedUntilMs = 0;
  let pace = 0;
  let gapMs = 0;
  let notBeforeMs = 0;
  const keepApart = async (signal: AbortSignal): Promise<void> => {
    const waitMs = notBeforeMs - performance.now();
    notBeforeMs = Math.max(notBeforeMs, performance.now()) + gapMs;
    // An abort ends the wait, and is thrown with its own reason.
    if (waitMs > 0) await wait(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
  return {
    /** A counter of slow-downs: requests that began with the same value were in flight together. */
    pace: (): number => pace,
    /**
     * Sends a request when the budget allows it. Rejects with the reason of `signal` as soon as that is aborted.
     * @param isRepeated goes before waiting requests: otherwise the same request could be the one too many again and
     * again
     */
    run: <T>(work: () => Promise<T>, signal: AbortSignal, isRepeated = false): Promise<T> =>
      queue.add(
        async () => {
          if (gapMs > 0) await keepApart(signal);
          return work();
        },
        { signal, priority: isRepeated ? 1 : 0 },
      ),
    /** Holds back all requests for a while. */
    pauseFor(ms: number): void {
      const untilMs = performance.now() + ms;
      if (untilMs <= pausedUntilMs) return;
      pausedUntilMs = untilMs;
      queue.pause();
      setTimeout(() => {
        if (performance.now() + 1 >= pausedUntilMs) queue.start();
      }, ms).unref();
    },
    /**
     * Halves the pace: half as many concurrent requests, and half as many per second. Without a configured rate,
     * requests are spaced out only once they are sent one at a time.
     * @param since the pace of the throttled request; if it was halved since, this changes nothing
     * @param byGateway a gateway answered: slow down to one request per second at most
     */
    slowDown(since: number, byGateway = false): void {
      if (since !== pace) return;
      pace += 1;
      const before = gapMs;
      if (perSecond !== 'off') gapMs = Math.max(gapMs, 1000 / perSecond) * 2;
      else if (queue.concurrency === 1) gapMs = Math.max(firstGapMs, gapMs * 2);
      gapMs = Math.max(before, Math.min(gapMs, byGateway ? longestGapByGatewayMs : longestGapMs));
      queue.concurrency = Math.ceil(queue.concurrency / 2);
    },
    /**
     * Returns to the configured pace at the start of a run.
     * @param atOnce the number of concurrent requests, if lower than configured
     */
    restore(atOnce = concurrency): void {
      queue.concurrency = atOnce;
      gapMs = 0;
    },
    /** For how long all requests are held back; 0 if they are not. */
    pausedForMs: (): number => Math.max(0, pausedUntilMs - performance.now()),
    /** Waits until no other large body is in memory. Call the returned function when the body is no longer needed. */
    acquireLargeBodySlot: (signal: AbortSignal): Promise<() => void> => acquireSlotIn(large, signal),
  };
}

function rateOf(perSecond: number | 'off'): { interval?: number; intervalCap?: number; strict?: boolean } {
  if (perSecond === 'off') return {};
  // Strict: a sliding second. Fixed seconds would allow twice as many requests around the end of one.
  if (perSecond < 1) return { interval: 1000 / perSecond, intervalCap: 1, strict: true };
  return { interval: 1000, intervalCap: Math.floor(perSecond), strict: true };
}

/** Waits for a slot in a queue. Call the returned function to free it. */
export function acquireSlotIn(queue: PQueue, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> => new Promise((release) => resolve(release));
    queue.add(hold, { signal }).catch(reject);
  });
}

/** The memory for large bodies, shared by everything that reads bodies. */
export interface BodyMemory {
  /** The largest allowed body, even if its installation allows more. */
  readonly maximumBytes: number;
  /** Waits until there is room for a large body. Call the returned function when the body is no longer needed. */
  readonly reserve: (signal: AbortSignal) => Promise<() => void>;
}
