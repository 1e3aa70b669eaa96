import type { Exchange } from '../../contract/exchange.ts';
import { hasValidKey } from '../../contract/request.ts';
import type { Clean } from '../evidence/redaction.ts';
import { showHeaders } from '../evidence/shown-headers.ts';

/** What an installation says of its software, by the names of headers. */
export type Software = Readonly<Record<string, string>>;

/** Headers in which servers name themselves or their version. What caches and proxies add on the way does not count. */
const softwareHeaders =
  /^(server|x-powered-by|x-generator|x-aspnet(mvc)?-version|(x-)?((api|app|application|service|server|software|build|release|git)-)?(version|revision|release|build|commit|sha))$/;

/**
 * What the successes of a run to a valid key agree on. Pure. A header that two of them have with different values, as behind a
 * load balancer or while a deployment is under way, says nothing.
 */
export function softwareOf(exchanges: readonly Exchange[], clean: Clean): Software | undefined {
  const values = new Map<string, Set<string>>();
  for (const { answer, request } of exchanges) {
    if (answer === undefined || !hasValidKey(request) || answer.status < 200 || answer.status > 299) continue;
    for (const [name, value] of Object.entries(answer.headers)) {
      if (softwareHeaders.test(name)) values.set(name, (values.get(name) ?? new Set()).add(value));
    }
  }
  const agreed = [...values].flatMap(([name, [first = '', ...others]]) =>
    others.length === 0 ? [[name, first] as const] : [],
  );
  if (agreed.length === 0) return undefined;
  return showHeaders(Object.fromEntries(agreed.toSorted(byName)), clean);
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}

/** The differences between one and the other. A header that only one of them has says nothing: a proxy may add it. */
export function softwareChanges(before: Software = {}, after: Software = {}): readonly string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const earlier = before[name];
    return earlier === undefined || earlier === value ? [] : [`${name}: ${earlier} → ${value}`];
  });
}
