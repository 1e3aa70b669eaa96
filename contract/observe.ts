import { isSuccess } from './answers.ts';
import { shorten } from './describe.ts';
import { type Endpoint, type EndpointId, endpointOf } from './endpoints.ts';
import { acceptedAt, type Evidence } from './evidence.ts';
import { BodyNotRead, type Exchange, guardUnread, wasAsked } from './exchange.ts';
import type { Gap, RecordShape } from './gap.ts';
import { limits } from './limits.ts';
import { hasValidKey } from './request.ts';

/** How an installation answers at a gap. Never a failure. */
export interface Observation {
  readonly gap: string;
  readonly endpoint: EndpointId;
  readonly answer: string;
  /** What the records in the answer look like, if its features are their fields. */
  readonly shape?: RecordShape;
}

/** An observation without what depends on the data of the moment, for those who keep many. */
export function withoutShape({ shape: _, ...rest }: Observation): Observation {
  return rest;
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

/**
 * Makes observations from evidence. Pure. A gap whose requests were not sent or were throttled gives none, and neither does a
 * body beyond our limits, nor an endpoint at which no valid key succeeded: its answers say nothing of what the gap is about.
 */
export function observeAll(gapCases: readonly GapCase[], evidence: Evidence): readonly Observation[] {
  return gapCases.flatMap(({ gap, endpoint }) => {
    if (gap.sampled === true && !evidence.sampledAt.includes(endpoint.id)) return [];
    const all = evidence.at(endpoint);
    if (gap.evenIfMissing !== true && !hasSucceeded(endpoint, all)) return [];
    const asked: Record<string, Exchange | undefined> = {};
    for (const [name, ask] of Object.entries(gap.asks(endpoint))) {
      const found = evidence.of(ask.at === undefined ? endpoint : endpointOf(ask.at), ask);
      if (found !== undefined && wasAsked(found) && !found.throttled) asked[name] = guardUnread(found);
      else if (ask.optional !== true) return [];
    }
    const observed = observe(gap, asked, endpoint, all);
    if (observed === undefined || observed.answer.trim() === '') return [];
    const { answer, shape } = observed;
    return [
      {
        gap: gap.id,
        endpoint: endpoint.id,
        // An installation may choose names of any length.
        answer: shorten(answer, limits.message.value),
        ...(shape === undefined ? {} : { shape }),
      },
    ];
  });
}

/** Whether a valid key succeeded at an endpoint, or an answer of version 4 showed that it exists. */
function hasSucceeded({ id, kind }: Endpoint, all: readonly Exchange[]): boolean {
  if (kind === 'import') return all.some((one) => isSuccess(one) && hasValidKey(one.request));
  if (kind === 'unstated')
    return all.some((one) => hasValidKey(one.request) && one.request.path === undefined && isSuccess(one));
  return acceptedAt(all).includes(id);
}

/** A body that was not read shows nothing. */
function observe(
  gap: Gap,
  asked: Readonly<Record<string, Exchange | undefined>>,
  endpoint: Endpoint,
  all: readonly Exchange[],
): Pick<Observation, 'answer' | 'shape'> | undefined {
  try {
    const answer = gap.observe(asked, endpoint, { all: all.map(guardUnread) });
    const shape = gap.shape?.(asked, endpoint);
    return answer === undefined ? undefined : { answer, ...(shape === undefined ? {} : { shape }) };
  } catch (thrown) {
    if (thrown instanceof BodyNotRead) return undefined;
    throw thrown;
  }
}
