import type { Exchange } from '../../contract/judging/exchange.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import type { Clean } from '../evidence/redaction.ts';
import { showHeaders } from '../evidence/shown-headers.ts';
import { groupBy } from '../group-by.ts';

/** The software of an installation, as named by its headers. */
export type Software = Readonly<Record<string, string>>;

/** Headers in which servers name themselves or their version. Those that caches and proxies add do not count. */
const softwareHeaders =
  /^(server|x-powered-by|x-generator|x-aspnet(mvc)?-version|(x-)?((api|app|application|service|server|software|build|release|git)-)?(version|revision|release|build|commit|sha))$/;

/**
 * The software headers that the successes with a valid key agree on. Pure. A header with different values, as behind a
 * load balancer or during a deployment, is left out.
 */
export function softwareOf(exchanges: readonly Exchange[], clean: Clean): Software | undefined {
  const said = exchanges.flatMap(({ answer, request }) =>
    answer !== undefined && hasValidKey(request) && answer.status >= 200 && answer.status < 300
      ? Object.entries(answer.headers).filter(([name]) => softwareHeaders.test(name))
      : [],
  );
  const agreed = [...groupBy(said, ([name]) => name).values()]
    .flatMap(([first, ...more]) => (first && more.every(([, value]) => value === first[1]) ? [first] : []))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return agreed.length === 0 ? undefined : showHeaders(Object.fromEntries(agreed), clean);
}

/** The differences between two. A header that only one of them has is ignored: a proxy may add it. */
export function softwareChanges(before: Software = {}, after: Software = {}): readonly string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const earlier = before[name];
    return earlier === undefined || earlier === value ? [] : [`${name}: ${earlier} → ${value}`];
  });
}
