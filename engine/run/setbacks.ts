import type { Endpoint } from '../../contract/endpoints.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { RequestSpec } from '../../contract/request.ts';
import type { Sent } from '../http/sent.ts';

/** The first answers at each endpoint after which a request was sent again, one of each class: enough to judge them. */
export interface Setbacks {
  /** The specification of a setback that is the first of its class at its endpoint; nothing for another. */
  readonly first: (endpoint: Endpoint, request: RequestSpec, sent: Sent) => RequestSpec | undefined;
  readonly keep: (exchange: Exchange) => void;
  readonly at: (endpoint: Pick<Endpoint, 'id'>, request: RequestSpec) => Exchange | undefined;
}

export function makeSetbacks(): Setbacks {
  const seen = new Set<string>();
  const kept = new Map<string, Exchange>();
  const keyOf = (endpoint: string, setback: RequestSpec['setback']): string => `${endpoint} ${setback}`;
  return {
    first({ id }, request, { answer }) {
      if (answer === undefined) return undefined;
      const setback = answer.status < 500 ? '4xx' : '5xx';
      if (seen.has(keyOf(id, setback))) return undefined;
      seen.add(keyOf(id, setback));
      return { ...request, setback };
    },
    keep(exchange) {
      kept.set(keyOf(exchange.endpoint, exchange.request.setback), exchange);
    },
    at: ({ id }, { setback }) => (setback === undefined ? undefined : kept.get(keyOf(id, setback))),
  };
}
