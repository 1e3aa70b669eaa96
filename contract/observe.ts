import { shorten } from './describe.ts';
import type { Endpoint, EndpointId } from './endpoints.ts';
import { type Exchange, wasAsked } from './exchange.ts';
import type { Gap } from './gap.ts';
import type { Evidence } from './judge.ts';
import { limits } from './limits.ts';
import { BodyNotRead, guardUnread } from './unread.ts';

/** How an installation answers at a gap. Never a failure. */
export interface Observation {
  readonly gap: string;
  readonly endpoint: EndpointId;
  readonly answer: string;
}

/** The key of a gap at an endpoint: what identifies an observation within a run, and in lists of observations. */
export function observationKey({
  gap,
  endpoint,
}: {
  readonly gap: string;
  readonly endpoint: string;
}): string {
  return `${gap} ${endpoint}`;
}

/** One gap at one endpoint. */
export interface GapCase {
  readonly gap: Gap;
  readonly endpoint: Endpoint;
}

/** Makes observations from evidence. Pure. A gap whose requests were not sent or were throttled gives none, and neither does a body beyond our limits. */
export function observeAll(gapCases: readonly GapCase[], evidence: Evidence): readonly Observation[] {
  return gapCases.flatMap(({ gap, endpoint }) => {
    const asked: Record<string, Exchange | undefined> = {};
    for (const [name, ask] of Object.entries(gap.asks(endpoint))) {
      const found = evidence.of(endpoint, ask);
      if (found !== undefined && wasAsked(found) && !found.throttled) asked[name] = guardUnread(found);
      else if (ask.optional !== true) return [];
    }
    const answer = observe(gap, asked, endpoint);
    // An installation may choose names of any length.
    return answer === undefined
      ? []
      : [{ gap: gap.id, endpoint: endpoint.id, answer: shorten(answer, limits.message.value) }];
  });
}

/** A body that was not read shows nothing. */
function observe(
  gap: Gap,
  asked: Readonly<Record<string, Exchange | undefined>>,
  endpoint: Endpoint,
): string | undefined {
  try {
    return gap.observe(asked, endpoint);
  } catch (thrown) {
    if (thrown instanceof BodyNotRead) return undefined;
    throw thrown;
  }
}
