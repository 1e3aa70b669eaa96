import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { PaceSettings } from '../configuration/installation.ts';

/** The request budget of an installation, shared by everything that sends it requests. */
export type RateLimiter = ReturnType<typeof makeRateLimiter>;

/** Between two requests, the first time that one at a time is too many. */
const firstGapMs = 100;
const longestGapMs = 10_000;
/** After gateway errors, which may have nothing to do with a limit. */
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
    /** A number that changes with each slow-down: requests that began with the same number were under way together. */
    pace: (): number => pace,
    /**
     * Sends a request when the budget allows it. Rejects with the reason of `signal` as soon as that is aborted.
     * @param isRepeated goes before waiting requests: otherwise a request may be the one too many again and again
     */
    run: <T>(work: () => Promise<T>, signal: AbortSignal, isRepeated = false): Promise<T> =>
      queue.add(
        async () => {
          if (gapMs > 0) await keepApart(signal);
          return work();
        },
        { signal, priority: isRepeated ? 1 : 0 },
      ),
    /** Starts no request for a while. */
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
     * Halves the pace: half as many requests at once, and half as many a second. Without a pace in requests a second, requests
     * are kept apart only once there is one at a time.
     * @param since the pace of the request that was throttled; if it was halved since, this changes nothing
     * @param byGateway a gateway answered: down to one request a second
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
     * Goes back to the configured pace: a run begins.
     * @param atOnce how many requests may be under way, if fewer than configured
     */
    restore(atOnce = concurrency): void {
      queue.concurrency = atOnce;
      gapMs = 0;
    },
    /** For how long it still starts no request; 0 for not at all. */
    pausedForMs: (): number => Math.max(0, pausedUntilMs - performance.now()),
    /** Waits until no other large body is in memory. Call the returned function when the body is no longer needed. */
    acquireLargeBodySlot: (signal: AbortSignal): Promise<() => void> => placeIn(large, signal),
  };
}

function rateOf(perSecond: number | 'off'): { interval?: number; intervalCap?: number; strict?: boolean } {
  if (perSecond === 'off') return {};
  // Strict: of any second, whenever it begins. Fixed seconds would let twice as many pass around the end of one.
  if (perSecond < 1) return { interval: 1000 / perSecond, intervalCap: 1, strict: true };
  return { interval: 1000, intervalCap: Math.floor(perSecond), strict: true };
}

/** Waits for a place in a queue. Call the returned function to leave it. */
export function placeIn(queue: PQueue, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> => new Promise((release) => resolve(release));
    queue.add(hold, { signal }).catch(reject);
  });
}

/** The memory that large bodies may take, shared by everything that reads bodies. */
export interface BodyMemory {
  /** The most bytes of one body, even if its installation allows more. */
  readonly maximumBytes: number;
  /** Waits until there is room for a large body. Call the returned function when the body is no longer needed. */
  readonly reserve: (signal: AbortSignal) => Promise<() => void>;
}
