import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { Claim } from './run-queue.ts';

/** A fixed window of the budget is no longer than this, unless the pace is below one request a second. */
const windowMs = 1_000;

/**
 * The budget of an installation for one claimed run. It sends nothing once the claim is lost: a process that was stopped
 * for a while must not ask beside the monitor that took its run over.
 */
export function claimedRateLimiter(
  limiter: RateLimiter,
  claim: Pick<Claim, 'isHeld' | 'signal'>,
): RateLimiter {
  return {
    ...limiter,
    run: (work, signal, isRepeated) =>
      limiter.run(
        async () => {
          if (claim.isHeld()) return work();
          claim.signal.throwIfAborted();
          throw new DOMException('The right to ask has ended.', 'AbortError');
        },
        signal,
        isRepeated,
      ),
  };
}

/** How long another monitor has to wait, so that both together keep the budget, and what the installation asked for. */
export function handoverMs(limiter: RateLimiter, perSecond: number | 'off'): number {
  const budgetMs = perSecond === 'off' ? 0 : Math.max(windowMs, windowMs / perSecond);
  return Math.max(budgetMs, limiter.pausedForMs());
}
