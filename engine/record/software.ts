import type { Exchange } from '../../contract/judging/exchange.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import type { Clean } from '../evidence/redaction.ts';
import { showHeaders } from '../evidence/shown-headers.ts';
import { groupBy } from '../group-by.ts';

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

/** The differences between one and the other. A header that only one of them has says nothing: a proxy may add it. */
export function softwareChanges(before: Software = {}, after: Software = {}): readonly string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const earlier = before[name];
    return earlier === undefined || earlier === value ? [] : [`${name}: ${earlier} → ${value}`];
  });
}
