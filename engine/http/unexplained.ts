import type { HttpRequest } from './make-request.ts';

/** What an answer that does not say why it is none may mean: too many requests, or something that lasts. */
export interface UnexplainedKind {
  /** Answers of one kind mean the same. */
  readonly name: string;
  /** Where it may last: at one path, as of a service that is down there, or wherever it comes, as a permission. */
  readonly lasts: 'at its path' | 'everywhere';
}

/**
 * Learns what answers mean that do not say why: a 503, as from proxies that limit requests and from services that are down,
 * and a 403, as from firewalls that limit them and from services that permit something to others alone. Repeating the
 * request a moment later distinguishes the two.
 */
export interface UnexplainedTracker {
  /**
   * Whether to wait and send the request again. An import is repeated only once these answers are known to be
   * throttling: otherwise it may have been carried out, which cannot be undone.
   */
  readonly isWorthWaiting: (
    kind: UnexplainedKind,
    request: Pick<HttpRequest, 'method' | 'url'>,
    repetition: number,
  ) => boolean;
  /** Records that a repeated request got another answer: these answers are throttling. */
  readonly hasPassed: (kind: UnexplainedKind) => void;
  /** Whether these answers are known to be throttling. */
  readonly passes: (kind: UnexplainedKind) => boolean;
}

/** Repetitions of a request until one has shown that waiting helps. */
const firstRepetitions = 2;

/** How many kinds are looked into: more are the words of a service for what it does not permit. */
const mostKinds = 3;

export function makeUnexplainedTracker(): UnexplainedTracker {
  const lasting = new Set<string>();
  const seen = new Set<string>();
  const passing = new Set<string>();
  return {
    isWorthWaiting({ name, lasts }, { method, url }, repetition) {
      if (passing.has(name)) return true;
      if (method === 'POST') return false;
      if (seen.size < mostKinds) seen.add(name);
      const place = lasts === 'everywhere' ? name : `${name} ${new URL(url).pathname}`;
      if (repetition >= firstRepetitions) lasting.add(place);
      return seen.has(name) && !lasting.has(place);
    },
    hasPassed({ name }) {
      passing.add(name);
    },
    passes: ({ name }) => passing.has(name),
  };
}
