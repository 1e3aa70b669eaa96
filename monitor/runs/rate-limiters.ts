import type { PaceSettings } from '../../engine/configuration/installation.ts';
import { makeRateLimiter, type RateLimiter } from '../../engine/http/rate-limiter.ts';

/**
 * Makes the rate limiters of many installations. Each has its own budget of requests, but all share one slot for large
 * bodies: otherwise the memory of one large answer would be taken once for each installation that gives one.
 */
export function makeRateLimiters(): (settings: PaceSettings) => RateLimiter {
  const { acquireLargeBodySlot } = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  return (settings) => ({
    ...makeRateLimiter(settings),
    async acquireLargeBodySlot(signal) {
      const release = await acquireLargeBodySlot(signal);
      // The caller that releases still holds the body until it returns: the next one must not come on top of it.
      return () => void setImmediate(release);
    },
  });
}
