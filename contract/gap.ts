import { type Asked, type Asks, plain, type Seen } from './check.ts';
import type { Endpoint } from './endpoints.ts';
import type { Exchange } from './exchange.ts';
import type { RecordShape } from './record-shape.ts';

/** When a gap is observed: in every run, from the requests of its checks, or from requests of its own in full runs or in the survey alone. */
export type Tier = 'standard' | 'full' | 'survey';

interface GapStatement {
  /** Permanent. */
  readonly id: string;
  readonly section: string;
  /** What the document leaves open. */
  readonly statement: string;
}

/**
 * What the features of an answer are. `stated`: what the service always shows. `kinds-seen`: of the data that were there, so
 * that one that is gone may only be missing from the data. `values-by-kind`: each a kind of data and what holds for it.
 */
export type Features = 'stated' | 'kinds-seen' | 'values-by-kind';

/** What every observed gap says of itself. */
interface Traits {
  /** Why the answer matters to a client, as a sentence. */
  readonly matters: string;
  readonly tier: Tier;
  /** Observed only where keys are sampled. */
  readonly sampled?: true;
  /** Also observed at an endpoint at which no valid key succeeded. */
  readonly evenIfMissing?: true;
  /** Losing a feature can break a client that was written against this installation. */
  readonly clientsRely?: true;
  /** Missing: `stated`. */
  readonly features?: Features;
}

interface Observer<A extends Asks> extends Omit<Traits, 'tier'> {
  /** Missing: `standard`. */
  readonly tier?: Tier;
  readonly at: (endpoint: Endpoint) => boolean;
  /** Missing: the plain request with a valid key. */
  readonly asks?: A;
  /**
   * Pure. Returns a short answer that is the same for every call: features joined by ", ", or undefined if this
   * installation does not show it.
   */
  readonly observe: (asked: Asked<A>, endpoint: Endpoint, seen: Seen) => string | undefined;
  /** Pure. What the records in the answer look like, where it has any. */
  readonly shape?: (asked: Asked<A>, endpoint: Endpoint) => RecordShape | undefined;
}

type AnyAsked = Readonly<Record<string, Exchange | undefined>>;

/** One thing that the document leaves open, with an observer or the reason why it is not observed. */
export interface Gap extends GapStatement, Partial<Traits> {
  readonly notObserved?: string;
  readonly at: (endpoint: Endpoint) => boolean;
  readonly asks: (endpoint: Endpoint) => Asks;
  readonly observe: (asked: AnyAsked, endpoint: Endpoint, seen: Seen) => string | undefined;
  readonly shape?: (asked: AnyAsked, endpoint: Endpoint) => RecordShape | undefined;
}

/** Declares a gap with its observer. */
export function observedGap<const A extends Asks = typeof plain>(entry: GapStatement & Observer<A>): Gap {
  const { asks = plain, observe, shape, ...rest } = entry;
  return {
    tier: 'standard',
    ...rest,
    asks: () => asks,
    // As for checks: observeAll passes exactly the asks of this entry.
    observe: (asked, endpoint, seen) => observe(asked as Asked<A>, endpoint, seen),
    ...(shape && { shape: (asked, endpoint) => shape(asked as Asked<A>, endpoint) }),
  };
}

/** Declares a gap that no harmless request can show. */
export function unobservedGap(entry: GapStatement & { readonly notObserved: string }): Gap {
  return { ...entry, at: () => false, asks: () => ({}), observe: () => undefined };
}
