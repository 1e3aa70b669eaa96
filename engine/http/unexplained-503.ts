import type { HttpRequest } from './make-request.ts';

/**
 * Learns what answers with status 503 and no reason mean: too many requests, as from proxies, or a service that is down.
 * Repeating the request a moment later distinguishes the two.
 */
export interface Unexplained503Tracker {
  /**
   * Whether to wait and send the request again. An import is repeated only once these answers are known to be
   * throttling: otherwise it may have been carried out, which cannot be undone.
   */
  readonly isWorthWaiting: (request: Pick<HttpRequest, 'method' | 'url'>, repetition: number) => boolean;
  /** Records that a repeated request got another answer: these answers are throttling. */
  readonly hasPassed: () => void;
  /** Whether these answers are known to be throttling. */
  readonly passes: () => boolean;
}

/** Repetitions of a request until one has shown that waiting helps. */
const firstRepetitions = 2;

export function makeUnexplained503Tracker(): Unexplained503Tracker {
  const down = new Set<string>();
  let passes = false;
  return {
    isWorthWaiting({ method, url }, repetition) {
      if (passes) return true;
      if (method === 'POST') return false;
      const path = new URL(url).pathname;
      if (repetition >= firstRepetitions) down.add(path);
      return !down.has(path);
    },
    hasPassed() {
      passes = true;
    },
    passes: () => passes,
  };
}
