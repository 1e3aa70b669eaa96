import type { Ask, Asked, Asks } from './check.ts';
import type { Endpoint } from './endpoints.ts';
import type { Exchange } from './exchange.ts';

/** When a gap is observed: in every run, from what it asks anyway, or only in the survey, with requests of its own. */
export type Tier = 'standard' | 'survey';

interface GapStatement {
  /** Permanent. */
  readonly id: string;
  readonly section: string;
  /** What the document leaves open. */
  readonly statement: string;
}

interface Observer<A extends Asks> {
  readonly tier: Tier;
  readonly at: (endpoint: Endpoint) => boolean;
  readonly asks: A | ((endpoint: Endpoint) => A);
  /** A change in which a feature goes away can break a client that was written against this installation. */
  readonly clientsRely?: true;
  /**
   * Pure. A short, stable answer: features joined by ", "; nothing that changes from call to call.
   * Nothing where this installation does not show it.
   */
  readonly observe: (asked: Asked<A>, endpoint: Endpoint) => string | undefined;
}

/** One thing that the document leaves open: with an observer, or with the reason why it is not looked at. */
export interface Gap extends GapStatement {
  readonly notObserved?: string;
  readonly tier?: Tier;
  readonly clientsRely?: true;
  readonly at: (endpoint: Endpoint) => boolean;
  readonly asks: (endpoint: Endpoint) => Readonly<Record<string, Ask>>;
  readonly observe: (
    asked: Readonly<Record<string, Exchange | undefined>>,
    endpoint: Endpoint,
  ) => string | undefined;
}

/** Declares a gap with its observer. */
export function observedGap<const A extends Asks>(entry: GapStatement & Observer<A>): Gap {
  const { asks, observe } = entry;
  return {
    ...entry,
    asks: typeof asks === 'function' ? asks : () => asks,
    // As for checks: the function that calls it hands over exactly the asks of this entry.
    observe: (asked, endpoint) => observe(asked as Asked<A>, endpoint),
  };
}

/** Declares a gap that no harmless request could show. */
export function unobservedGap(entry: GapStatement & { readonly notObserved: string }): Gap {
  return { ...entry, at: () => false, asks: () => ({}), observe: () => undefined };
}
