import { type CheckRequest, isDispensable } from '../../contract/checks/check.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import type { Severity } from '../../contract/severity.ts';
import { groupBy } from '../../engine/group-by.ts';
import type { DriftCause } from '../drift.ts';
import type { Section } from '../sections.ts';
import { pluralize, uncapitalized } from '../words.ts';
import {
  type Cause,
  type Change,
  type Comparison,
  hadFailed,
  isNotAsked,
  lossDescription,
  requestsOf,
  type Transition,
} from './compare.ts';

/**
 * Whether a working client of an endpoint still works now, the worst first: a word, a colour, and a mark without
 * colour.
 */
export const answerLooks = {
  no: { word: 'No', tone: 'bad', mark: '✗' },
  check: { word: 'Look first', tone: 'open', mark: '!' },
  unknown: { word: 'Unknown', tone: 'open', mark: '?' },
  'as-before': { word: 'As before', tone: 'open', mark: '=' },
  yes: { word: 'Yes', tone: 'good', mark: '✓' },
} as const;

export type Answer = keyof typeof answerLooks;

/** The answer for one endpoint, with the reasons. */
export interface Compatibility {
  readonly endpoint: string;
  readonly answer: Answer;
  /** Clauses: reasons against it, or notes. */
  readonly reasons: readonly string[];
}

/** Transitions that both runs judged; a known failure may have been one before. */
export const judgedInBoth: readonly Transition[] = ['holds', 'broke', 'fixed', 'still-broken', 'known'];

const worstFirst = Object.keys(answerLooks) as readonly Answer[];

/** The kinds of severity that stop a client which follows the document; it survives all others. */
const stopping: readonly Severity[] = [
  'wrong-data',
  'outage',
  'unavailable',
  'wrong-status',
  'wrong-content',
];

/** True if a client that relied on this no longer works. */
export function stopsClients({ severityId }: Cause): boolean {
  return stopping.includes(severityId);
}

/** The causes of what is broken now. */
function causesNow({ causes }: Comparison): readonly Cause[] {
  const { broke, 'fails-first-judged': first, 'broken-otherwise': otherwise, 'still-broken': still } = causes;
  return [...broke, ...first, ...otherwise, ...still];
}

/** "Can I keep my integration?", endpoint by endpoint, the worst first. Pure. */
export function compatibilityOf(
  comparison: Comparison,
  drift: readonly DriftCause[],
): readonly Compatibility[] {
  const endpoints = [
    ...new Set([
      ...Object.values(comparison.changes)
        .flat()
        .map(({ endpoint }) => endpoint as string),
      ...drift.flatMap((one) => one.endpoints),
    ]),
  ];
  return endpoints
    .map((endpoint) => compatibilityAt(endpoint, comparison, drift))
    .toSorted((one, other) => worstFirst.indexOf(one.answer) - worstFirst.indexOf(other.answer));
}

/** The number of endpoints with each answer, the worst first. Pure. */
export function countAnswers(keeping: readonly Compatibility[]) {
  return worstFirst
    .map((answer) => ({ answer, endpoints: keeping.filter((one) => one.answer === answer).length }))
    .filter(({ endpoints }) => endpoints > 0);
}

function compatibilityAt(
  endpoint: string,
  comparison: Comparison,
  drift: readonly DriftCause[],
): Compatibility {
  const { causes, changes, notShown, wentAway, responseTimes } = comparison;
  const here = <Place extends { readonly endpoints: readonly string[] }>(some: readonly Place[]) =>
    some.filter(({ endpoints }) => endpoints.includes(endpoint));
  const clauses = (effect: DriftCause['effect']): readonly string[] =>
    here(drift.filter((one) => one.effect === effect)).map(({ clause }) => clause);
  const severities = (some: readonly Cause[]): readonly string[] => [
    ...new Set(some.map(({ severity }) => severity.toLowerCase())),
  ];
  const broke = here(causes.broke);
  const stillBroken = severities(here([...causes['broken-otherwise'], ...causes['still-broken']]));
  const own = Object.values(changes)
    .flat()
    .filter((one) => one.endpoint === endpoint);
  const isJudged = own.some(({ after }) => after?.outcome === 'pass' || after?.outcome === 'fail');
  const isShown = !notShown.includes(endpoint);
  const isStopped = wentAway !== undefined || here(causesNow(comparison)).some(stopsClients);
  // What is broken, or not shown to work, says it all.
  const unjudged = isStopped
    ? []
    : changes.unjudged.filter((one) => one.endpoint === endpoint && !hadFailed(one) && !isExplained(one));
  const unasked = unjudged.filter(isNotAsked);
  const open = isShown ? unjudged.filter((one) => !isNotAsked(one)) : [];
  const isOpen = isJudged && open.some(isAboutClients);
  const known = changes.known.filter((one) => one.endpoint === endpoint);
  const isNewlyKnown = known.some(({ before }) => before?.outcome !== 'fail');
  const isNotJudgedAgain = here(causes['not-judged-again']).length > 0;
  const isNewlyJudged = here(causes['fails-first-judged']).length > 0;
  const reasons: readonly (readonly [Answer, readonly string[]])[] = [
    ['no', wentAway !== undefined ? [uncapitalized(lossDescription(comparison))] : []],
    ['no', severities(broke.filter(stopsClients))],
    ['no', clauses('breaking')],
    ['check', isNewlyJudged ? ['a requirement is broken that was not judged before'] : []],
    ['check', severities(broke.filter((cause) => !stopsClients(cause)))],
    ['check', clauses('unclear')],
    ['check', isNewlyKnown ? ['a known failure covers what did not fail before'] : []],
    ['unknown', isShown || broke.length > 0 ? [] : ['not shown to work']],
    [
      'unknown',
      comparison.emptied.includes(endpoint) ? ['the list is empty now, and had entries before'] : [],
    ],
    ['unknown', isJudged || open.length === 0 ? [] : ['could not be judged']],
    ['unknown', isOpen ? ['what a client gets could not be judged'] : []],
    ['unknown', isJudged || unasked.length === 0 || open.length > 0 ? [] : ['not asked for this time']],
    ['as-before', stillBroken.length === 0 ? [] : [`still broken: ${stillBroken.join(', ')}`]],
    ['as-before', known.length > 0 && !isNewlyKnown ? ['a known failure'] : []],
    ['as-before', isNotJudgedAgain ? ['broken before, and not judged again'] : []],
    [
      'yes',
      isJudged && !isOpen && open.length > 0
        ? [`${pluralize(open.length, 'check')} could not be judged`]
        : [],
    ],
    [
      'yes',
      isJudged && unasked.length > 0 ? [`${pluralize(unasked.length, 'check')} not asked for this time`] : [],
    ],
    ['yes', clauses('additive')],
    ['yes', here(causes.fixed).length > 0 ? ['something is fixed'] : []],
    ['yes', responseTimes?.slower.some((one) => one.endpoint === endpoint) ? ['slower'] : []],
  ];
  const said = reasons.filter(([, some]) => some.length > 0);
  const answer = said[0]?.[0] ?? 'yes';
  const unknown = answer === 'yes' ? whyUnknown(endpoint, comparison) : undefined;
  if (unknown !== undefined) return { endpoint, answer: 'unknown', reasons: [unknown] };
  return { endpoint, answer, reasons: said.flatMap(([, some]) => some) };
}

/**
 * Why it is unknown whether clients still work: checks without a key say nothing about their answers, and neither do
 * checks that hold now if nothing was judged before. A baseline has no verdicts.
 */
function whyUnknown(endpoint: string, { before, changes }: Comparison): string | undefined {
  if (before.state === undefined) return undefined;
  const seen = (names: readonly Transition[]): readonly Change[] =>
    names.flatMap((name) => changes[name]).filter((one) => one.endpoint === endpoint && isAboutClients(one));
  if (seen(judgedInBoth).length > 0) return undefined;
  const unjudged = seen(['unjudged']);
  if (unjudged.length > 0)
    return `what a client gets ${unjudged.every(isNotAsked) ? 'was not asked for this time' : 'could not be judged'}`;
  const first = seen(['fails-first-judged', 'holds-first-judged']);
  if (first.length === 0) return 'not asked with a valid key';
  return first.every((one) => isNotAsked({ after: one.before }))
    ? 'not asked for before'
    : 'not judged before';
}

/** True if another check failed at the endpoint, which is the reason that counts. */
function isExplained({ after }: Change): boolean {
  return after?.reason?.code === 'explained';
}

function isAboutClients(change: Change): boolean {
  const requests = requestsOf(change).filter((request) => !isDispensable(request));
  return requests.every(hasValidKey) && requests.some(isOfClient);
}

/** A valid key in the usual way, and nothing unusual: every run sends it. */
function isOfClient(request: CheckRequest): boolean {
  const { key, id = 'known', body = 'valid', path, accept, page } = request;
  const further = [path, accept, page].some((one) => one !== undefined);
  return id === 'known' && body === 'valid' && !further && (key === 'valid' || key === 'header');
}

/** The answers as a report lists them: each with its reasons once; last, the endpoints whose answer is a plain yes. */
export function compatibilityRows(keeping: readonly Compatibility[]) {
  const groups = groupBy(keeping, ({ answer, reasons }) => JSON.stringify([answer, reasons]));
  const rows = [...groups.values()].map((same) => {
    const [{ answer, reasons } = { answer: 'yes', reasons: [] } as const] = same;
    const endpoints = same.map(({ endpoint }) => endpoint);
    /** A plain yes without reasons. */
    const isPlainYes = answer === 'yes' && reasons.length === 0;
    const all = groups.size === 1 ? 'all' : 'the other';
    const number = endpoints.length === 1 ? 'endpoint' : pluralize(endpoints.length, 'endpoint');
    /** The endpoints by name; those with a plain yes only as a number. */
    const places = isPlainYes ? `${all} ${number}` : endpoints.join(', ');
    return { answer, reasons, endpoints, places, isPlainYes };
  });
  return rows.toSorted((one, other) => Number(one.isPlainYes) - Number(other.isPlainYes));
}

/** The same as a section of a report; without items if there is no endpoint. */
export function compatibilitySection(keeping: readonly Compatibility[]): Section<string> {
  const items = compatibilityRows(keeping).map(({ answer, places, reasons, endpoints, isPlainYes }) => ({
    label: answerLooks[answer].word,
    tone: answerLooks[answer].tone,
    sentence: [places, ...(reasons.length === 0 ? [] : [reasons.join('; ')])].join(': '),
    details: isPlainYes ? [endpoints.join(', ')] : [],
  }));
  return { title: 'Can I keep my integration?', tone: 'open', items };
}
