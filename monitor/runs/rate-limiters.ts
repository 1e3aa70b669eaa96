import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PaceSettings } from '../../engine/configuration/installation.ts';
import { makeRateLimiter, type RateLimiter } from '../../engine/http/rate-limiter.ts';

/** So much that lies beside the heap is bodies, read or done with. */
const sweptAboveBytes = 50_000_000;

/**
 * Makes the budgets of many installations: each has its own, but large bodies take turns over all of them. What one
 * answer may take of memory would otherwise count once for each installation that answers so.
 */
export function makeRateLimiters(): (settings: PaceSettings) => RateLimiter {
  const { acquireLargeBodySlot } = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  const sweep = makeSweep();
  return (settings) => ({
    ...makeRateLimiter(settings),
    async acquireLargeBodySlot(signal) {
      const release = await acquireLargeBodySlot(signal);
      // Whoever releases holds the body until it has returned. The next one shall not come on top of it.
      return () =>
        void setImmediate(() => {
          sweep();
          release();
        });
    },
  });
}

/** Frees the memory of what is done with, where that is much: left alone, Node lets it double first. */
function makeSweep(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return () => {
    if (process.memoryUsage().external > sweptAboveBytes) collect();
  };
}
