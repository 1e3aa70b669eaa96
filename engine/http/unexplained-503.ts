import type { HttpRequest } from './make-request.ts';

/**
 * What a run has learnt of answers with status 503 that do not say why: from proxies they mean too many requests, from
 * services that they are down. What the same request is answered a moment later tells the two apart.
 */
export interface Unexplained503Tracker {
  /**
   * Whether such an answer shall be waited out, and the request sent again. Not an import, as long as it may have been
   * carried out: it cannot be undone.
   */
  readonly isWorthWaiting: (request: Pick<HttpRequest, 'method' | 'url'>, repetition: number) => boolean;
  /** A request was answered properly after such an answer: here they pass. */
  readonly hasPassed: () => void;
  /** Whether they pass here, and so mean that too much was asked. */
  readonly passes: () => boolean;
}

/** Repetitions before the first one has shown that waiting helps. */
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
