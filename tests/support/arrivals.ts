import type { SeenRequest } from '../../reference-server/options.ts';

/** What a connection or a tracer adds: two requests that differ in nothing else are the same. */
const besideTheRequest: readonly string[] = ['host', 'connection', 'traceparent', 'tracestate'];

/** Collects the requests that arrive at a server, each as one text: method, path, query, headers and length of the body. */
export function collectArrivals(): {
  readonly onRequest: (request: SeenRequest) => void;
  readonly all: readonly string[];
} {
  const all: string[] = [];
  return {
    all,
    onRequest({ method, path, query, headers }) {
      const kept = Object.entries(headers).filter(([name]) => !besideTheRequest.includes(name));
      all.push(JSON.stringify([method, path, sorted(query), Object.fromEntries(kept.toSorted(byName))]));
    },
  };
}

/** The requests that arrived more than once. */
export function repeatedIn(arrived: readonly string[]): readonly string[] {
  return [...new Set(arrived.filter((one, at) => arrived.indexOf(one) !== at))];
}

function sorted(query: SeenRequest['query']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query).toSorted(byName));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
