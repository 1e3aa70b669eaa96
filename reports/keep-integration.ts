import { catalogue } from '../contract/catalogue.ts';
import { type Ask, isDispensable } from '../contract/check.ts';
import { endpoints as documented } from '../contract/endpoints.ts';
import type { Gravity } from '../contract/gravity.ts';
import { hasValidKey } from '../contract/request.ts';
import type { DriftCause } from './comparison-drift.ts';
import type { Cause, Change, Comparison, Tone, Transition } from './comparison-model.ts';
import { pluralize } from './words.ts';

/** Whether a client of an endpoint that worked before works now. */
export type Answer = 'no' | 'check' | 'unknown' | 'as-before' | 'yes';

/** The answer for one endpoint, with the reasons. */
export interface Keeping {
  readonly endpoint: string;
  readonly answer: Answer;
  /** Clauses: what stands against it, or what is worth knowing. */
  readonly reasons: readonly string[];
}

/** The answers in words, the worst first. */
export const answerWords: Readonly<Record<Answer, string>> = {
  no: 'No',
  check: 'Look first',
  unknown: 'Unknown',
  'as-before': 'As before',
  yes: 'Yes',
};

/** What both runs judged; a known failure may have been one before. */
const judgedTwice: readonly Transition[] = ['holds', 'broke', 'mended', 'still-broken', 'known'];

const byGravity = Object.keys(answerWords) as readonly Answer[];

/** What of a broken requirement stops a client that does as the document says; all else it survives. */
const stopping: readonly Gravity[] = ['wrong-data', 'outage', 'unavailable', 'wrong-status', 'wrong-content'];

/** True where a client that relied on this no longer works. */
export function stopsClients({ gravityId }: Cause): boolean {
  return stopping.includes(gravityId);
}

/** "Can I keep my integration?", endpoint by endpoint, the worst first. Pure. */
export function keepingOf(comparison: Comparison, drift: readonly DriftCause[]): readonly Keeping[] {
  const { changes, wentAway, responseTimes } = comparison;
  const endpoints = [
    ...new Set([
      ...Object.values(changes)
        .flat()
        .map(({ endpoint }) => endpoint as string),
      ...drift.flatMap((one) => one.endpoints),
    ]),
  ];
  const slower = new Set(responseTimes?.slower.map(({ endpoint }) => endpoint));
  return endpoints
    .map((endpoint) => keepingAt(endpoint, comparison, drift, wentAway !== undefined, slower.has(endpoint)))
    .toSorted((one, other) => byGravity.indexOf(one.answer) - byGravity.indexOf(other.answer));
}

/** How many endpoints have each answer, the worst first. Pure. */
export function countAnswers(
  keeping: readonly Keeping[],
): readonly { readonly answer: Answer; readonly endpoints: number }[] {
  return byGravity
    .map((answer) => ({ answer, endpoints: keeping.filter((one) => one.answer === answer).length }))
    .filter(({ endpoints }) => endpoints > 0);
}

function keepingAt(
  endpoint: string,
  { causes, changes }: Comparison,
  drift: readonly DriftCause[],
  isGone: boolean,
  isSlower: boolean,
): Keeping {
  const at = (some: readonly { readonly endpoints: readonly string[] }[]): boolean =>
    some.some(({ endpoints }) => endpoints.includes(endpoint));
  const clauses = (effect: DriftCause['effect']): readonly string[] =>
    drift
      .filter((one) => one.effect === effect && one.endpoints.includes(endpoint))
      .map(({ clause }) => clause);
  const causesHere = (some: readonly Cause[]): readonly Cause[] =>
    some.filter((cause) => cause.endpoints.includes(endpoint));
  const broke = causesHere(causes.broke);
  const gravitiesOf = (some: readonly Cause[]): readonly string[] => [
    ...new Set(some.map(({ gravity }) => gravity.toLowerCase())),
  ];
  const stillBroken = gravitiesOf(causesHere(causes['still-broken']));
  const unjudged = changes.unjudged.filter((one) => one.endpoint === endpoint).length;
  const holds = changes.holds.filter((one) => one.endpoint === endpoint).length;
  const isPartly = unjudged > 0 && holds > 0 && broke.length === 0;
  const reasons: readonly (readonly [Answer, readonly string[]])[] = [
    ['no', isGone ? ['the installation went away'] : []],
    ['no', gravitiesOf(broke.filter(stopsClients))],
    ['no', clauses('breaking')],
    ['check', at(causes['fails-first-judged']) ? ['a requirement is broken that was not judged before'] : []],
    ['check', gravitiesOf(broke.filter((cause) => !stopsClients(cause)))],
    ['check', clauses('unclear')],
    ['unknown', unjudged > 0 && holds === 0 ? ['it could not be judged'] : []],
    ['as-before', stillBroken.length === 0 ? [] : [`still broken: ${stillBroken.join(', ')}`]],
    ['yes', isPartly ? [`${pluralize(unjudged, 'check')} could not be judged`] : []],
    ['yes', clauses('additive')],
    ['yes', at(causes.mended) ? ['something is mended'] : []],
    ['yes', isSlower ? ['slower'] : []],
  ];
  const said = reasons.filter(([, some]) => some.length > 0);
  const answer = said[0]?.[0] ?? 'yes';
  const unknown = answer === 'yes' ? whyUnknown(endpoint, changes) : undefined;
  if (unknown !== undefined) return { endpoint, answer: 'unknown', reasons: [unknown] };
  return { endpoint, answer, reasons: said.flatMap(([, some]) => some) };
}

/**
 * Why nothing says that a client can stay: what holds without a key says nothing about what it gets, nor does what holds now
 * where nothing was judged before. A baseline has no verdicts.
 */
function whyUnknown(endpoint: string, changes: Comparison['changes']): string | undefined {
  if (Object.values(changes).every(({ length }) => length === 0)) return undefined;
  const isSeen = (names: readonly Transition[]): boolean =>
    names.some((name) => changes[name].some((one) => one.endpoint === endpoint && isAboutClients(one)));
  if (isSeen(judgedTwice)) return undefined;
  return isSeen(['fails-first-judged', 'holds-first-judged'])
    ? 'it was not judged before'
    : 'it was not asked with a valid key';
}

function isAboutClients({ check, endpoint: place }: Change): boolean {
  const found = catalogue.find(({ id }) => id === check);
  const endpoint = documented.find(({ id }) => id === place);
  if (found === undefined || endpoint === undefined) return false;
  const asks = Object.values(found.asks(endpoint)).filter((ask) => !isDispensable(ask));
  return asks.every(hasValidKey) && asks.some(isOfClient);
}

/** A valid key, and nothing out of the ordinary. */
function isOfClient(ask: Ask): boolean {
  const { key, id = 'known', body = 'valid', path } = ask;
  const isPlain = id === 'known' && body === 'valid' && path === undefined;
  return isPlain && (key === 'valid' || key === 'header' || key === 'query');
}

/** How an answer looks: a colour, and a mark for those who do not see it. */
export const answerLooks: Readonly<Record<Answer, { readonly tone: Tone; readonly mark: string }>> = {
  no: { tone: 'bad', mark: '✗' },
  check: { tone: 'open', mark: '!' },
  unknown: { tone: 'open', mark: '?' },
  'as-before': { tone: 'open', mark: '=' },
  yes: { tone: 'good', mark: '✓' },
};

/** The answers as a page lists them. */
export interface KeepingList {
  readonly rows: readonly Keeping[];
  /** Endpoints of which there is nothing to say but yes, left out of the rows; with their number in words. */
  readonly folded?: { readonly title: string; readonly endpoints: readonly string[] };
}

/** So many rows that say only yes do not hide the others. */
const mostPlain = 3;

/** Rows that say only yes are folded, where there are many of them beside others. */
export function keepingList(keeping: readonly Keeping[]): KeepingList {
  const isPlain = ({ answer, reasons }: Keeping): boolean => answer === 'yes' && reasons.length === 0;
  const plain = keeping.filter(isPlain);
  const rows = keeping.filter((one) => !isPlain(one));
  if (plain.length <= mostPlain || rows.length === 0) return { rows: keeping };
  const more = rows.some(({ answer }) => answer === 'yes') ? 'more endpoint' : 'endpoint';
  const endpoints = plain.map(({ endpoint }) => endpoint);
  return { rows, folded: { title: `Yes: ${pluralize(plain.length, more)}`, endpoints } };
}
