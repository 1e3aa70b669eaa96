import { shorten } from './describe.ts';
import type { Endpoint, EndpointId } from './endpoints.ts';
import { type Exchange, wasAsked } from './exchange.ts';
import type { Gap } from './gap.ts';
import type { Evidence } from './judge.ts';

/** How an installation answers at a gap. Never a failure. */
export interface Observation {
  readonly gap: string;
  readonly endpoint: EndpointId;
  readonly answer: string;
}

/** An installation may choose names of any length. */
const longestAnswer = 2000;

/** One gap at one endpoint. */
export interface GapCase {
  readonly gap: Gap;
  readonly endpoint: Endpoint;
}

/** Makes observations from evidence. Pure. A gap whose requests were not sent or were throttled gives none. */
export function observeAll(gapCases: readonly GapCase[], evidence: Evidence): readonly Observation[] {
  return gapCases.flatMap(({ gap, endpoint }) => {
    const asked: Record<string, Exchange | undefined> = {};
    for (const [name, ask] of Object.entries(gap.asks(endpoint))) {
      const found = evidence.of(endpoint, ask);
      if (found !== undefined && wasAsked(found) && !found.throttled) asked[name] = found;
      else if (ask.optional !== true) return [];
    }
    const answer = gap.observe(asked, endpoint);
    return answer === undefined
      ? []
      : [{ gap: gap.id, endpoint: endpoint.id, answer: shorten(answer, longestAnswer) }];
  });
}
