import { gaps } from '../../contract/gaps/gaps.ts';
import { scopeOf } from '../../contract/scope.ts';
import { stateOf } from '../../contract/state.ts';
import { groupBy } from '../../engine/group-by.ts';
import { capitalized } from '../../engine/record/group-failures.ts';
import { type DriftCause, driftCauses } from '../drift.ts';
import { type Item, listSections, plainItem, type Section, type Tone } from '../sections.ts';
import { coveragePercent, duration, momentText, pluralize } from '../words.ts';
import {
  type Cause,
  type Change,
  type Changes,
  type Comparison,
  hadFailed,
  hasBreakingDrift,
  isNoLongerShown,
  isNotAsked,
  isStillBroken,
  isWorse,
  lossDescription,
  type Side,
} from './compare.ts';
import { compatibilityOf, stopsClients } from './keep-integration.ts';
import type { ResponseTime } from './response-times.ts';

/** A comparison in words, before layout. Its texts may contain text from an installation. */
export type ComparisonView = ReturnType<typeof viewOf>;

/**
 * Describes a comparison in words. Pure, as far as `moment` is, which formats ISO 8601: by default, moments are in UTC.
 */
export function viewOf(comparison: Comparison, moment = (iso: string): string => momentText(iso, 0)) {
  const drift = driftCauses(comparison.drift);
  const [tone, conclusion] = conclusionOf(comparison);
  return {
    name: comparison.after.installation.name,
    tone,
    /** The claim that a bad tone denies, in a few words. */
    claim: isWithBaseline(comparison) ? 'nothing breaks clients' : 'nothing broke',
    /** One line: what an administrator has to know. */
    verdict: verdictOf(comparison, drift, conclusion),
    /** The two sides of the comparison, and the limits of comparing them. */
    sides: sideSentences(comparison, moment),
    /** The most severe first; none is empty. */
    sections: sectionsOf(comparison, drift),
    /** The consequences for clients, by endpoint. */
    keeping: compatibilityOf(comparison, drift),
    /** Figures that complete the picture. */
    closing: closingSentences(comparison),
    /** What another command would compare as well. */
    advice: adviceSentences(comparison),
  };
}

type MomentText = (iso: string) => string;

/** The conclusion of a comparison: the first that applies. */
function conclusionOf(comparison: Comparison): readonly [tone: Tone, words: string] {
  const { causes, changes, drift, notShown, emptied } = comparison;
  if (isWorse(comparison)) return ['bad', 'Something broke.'];
  if (isWithBaseline(comparison)) return conclusionForClients(comparison);
  if (hasBreakingDrift(comparison)) return ['bad', 'No requirement broke, but clients may break.'];
  const unjudged = nothingJudged(comparison);
  if (unjudged !== undefined) return ['open', unjudged];
  if (isStillBroken(comparison)) return ['open', 'Nothing new broke.'];
  if (isThrottledNow(comparison)) return ['open', 'Nothing broke.'];
  const isUnclear = drift.some(({ effect }) => effect === 'unclear');
  const open = [causes['fails-first-judged'], changes.unjudged, notShown, emptied];
  const isOpen = open.some(({ length }) => length > 0) || isUnclear;
  return [isOpen ? 'open' : 'good', 'Nothing broke.'];
}

/** A baseline contains observations alone. */
function isWithBaseline({ before }: Comparison): boolean {
  return before.state === undefined;
}

/** True if only the later run was throttled. */
function isThrottledNow({ before, after }: Comparison): boolean {
  return before.throttled === 0 && (after.throttled ?? 0) > 0;
}

function conclusionForClients(comparison: Comparison): readonly [tone: Tone, words: string] {
  if (hasBreakingDrift(comparison)) return ['bad', 'Clients may break; requirements were not compared.'];
  const { causes } = comparison;
  return causes['fails-first-judged'].some(stopsClients) || causes['no-longer-shown'].length > 0
    ? ['open', 'What was observed before is as it was; requirements were not compared.']
    : ['open', 'Clients keep what they rely on; requirements were not compared.'];
}

/** "Something broke. 1 broken, 4 changes for clients (3 breaking), 1 fixed, 1 endpoint slower." */
function verdictOf(comparison: Comparison, drift: readonly DriftCause[], conclusion: string): string {
  const { causes, changes, responseTimes, wentAway } = comparison;
  if (wentAway !== undefined) return `${lossDescription(comparison)}: nothing more can be compared.`;
  const breaking = drift.filter(isBreaking).length;
  const forClients = `${pluralize(drift.length, 'change')} for clients`;
  const slower = responseTimes?.slower.length ?? 0;
  const emptied = comparison.emptied.length;
  const lost = placesNotShown([...causes.broke, ...causes['no-longer-shown']]);
  const shown = placesNotShown(causes.fixed);
  const counts = [
    ...countOf(causes.broke.filter(isOfChecks), 'broken'),
    ...countOf(
      causes['fails-first-judged'],
      isWithBaseline(comparison)
        ? 'failing now'
        : `broken that ${causes['fails-first-judged'].length === 1 ? 'was' : 'were'} not judged before`,
    ),
    ...(drift.length === 0 ? [] : [breaking > 0 ? `${forClients} (${breaking} breaking)` : forClients]),
    ...countOf(changes.known.filter(heldBefore), 'covered by known failures'),
    ...(lost === 0 ? [] : [`${pluralize(lost, 'endpoint')} ${lostWords(comparison)}`]),
    ...(emptied === 0 ? [] : [`${pluralize(emptied, 'list')} empty now`]),
    ...countOf(causes.fixed.filter(isOfChecks), 'fixed'),
    ...(shown === 0 ? [] : [`${pluralize(shown, 'endpoint')} shown to work again`]),
    ...(slower === 0 ? [] : [`${pluralize(slower, 'endpoint')} slower`]),
    ...countOf(causes['broken-otherwise'], 'still broken for another reason'),
    ...countOf(causes['still-broken'], 'still broken'),
    ...countOf(causes['not-judged-again'], 'broken before and not judged again'),
    ...(isThrottledNow(comparison) ? ['requests are throttled now'] : []),
  ];
  if (counts.length > 0) return `${conclusion} ${capitalized(counts.join(', '))}.`;
  if (nothingJudged(comparison) !== undefined) return conclusion;
  const unasked = changes.unjudged.filter(isNotAsked).length;
  const open = changes.unjudged.length - unasked;
  return [
    conclusion,
    ...(changes.unjudged.length === 0 ? ['Nothing changed.'] : []),
    ...(open === 0 ? [] : [`${pluralize(open, 'check')} could no longer be judged.`]),
    ...(unasked === 0
      ? []
      : [`${pluralize(unasked, 'check')} ${unasked === 1 ? 'was' : 'were'} not asked for this time.`]),
  ].join(' ');
}

/** A baseline does not tell that an endpoint was shown to work. */
function lostWords(comparison: Comparison): string {
  return isWithBaseline(comparison) ? 'not shown to work' : 'no longer shown to work';
}

/** True for a cause that checks show: no check fails at an endpoint that is only not shown to work. */
function isOfChecks({ isOpen }: Cause): boolean {
  return !isOpen;
}

/** The number of endpoints that are not shown to work. */
function placesNotShown(causes: readonly Cause[]): number {
  const places = causes.filter(({ isOpen }) => isOpen).flatMap(({ endpoints }) => endpoints);
  return new Set(places).size;
}

function heldBefore({ before }: Change): boolean {
  return before?.outcome === 'pass';
}

/** "3 broken"; empty if there are none. */
function countOf(some: readonly unknown[], what: string): readonly string[] {
  return some.length === 0 ? [] : [`${some.length} ${what}`];
}

/** A run in which nothing could be judged gives no reason for a green line. */
function nothingJudged({ before, after }: Comparison): string | undefined {
  if (after.coverage === 0) {
    return before.coverage === 0 ? 'Nothing could be judged, before or now.' : 'Nothing could be judged now.';
  }
  return before.coverage === 0 ? 'Nothing was judged before, so nothing can be compared.' : undefined;
}

function sideSentences({ before, after }: Comparison, moment: MomentText): readonly string[] {
  const isOther = before.installation.baseUrl !== after.installation.baseUrl;
  const place = ({ installation: { name, baseUrl } }: Side): string => `${name} at ${baseUrl}`;
  return [
    ...(isOther ? [] : [`Installation: ${place(after)}.`]),
    ...(before.at > after.at ? ['The run named first is the later one.'] : []),
    `Before: ${isOther ? `${place(before)}, ` : ''}${sideText(before, moment)}.`,
    `After: ${isOther ? `${place(after)}, ` : ''}${sideText(after, moment)}.`,
    ...(before.tier === undefined || before.tier === after.tier
      ? []
      : [
          `The runs have different tiers (${before.tier}, then ${after.tier}), so that they did not ask the same.`,
        ]),
    ...(before.isPart ? ['The first run asked for a part only (--only or --shard).'] : []),
    ...(after.isPart ? ['The second run asked for a part only (--only or --shard).'] : []),
    ...(before.suiteVersion === after.suiteVersion
      ? []
      : ['The runs were made by different versions of the suite, which may judge differently.']),
  ];
}

function sideText({ at, state, coverage, suiteVersion }: Side, moment: MomentText): string {
  const share = coverage === undefined ? '' : ` coverage ${coveragePercent(coverage)},`;
  return `${moment(at)}, ${state ?? 'a baseline'},${share} suite ${suiteVersion}`;
}

function sectionsOf(comparison: Comparison, drift: readonly DriftCause[]): readonly Section<string>[] {
  const { wentAway, changes, causes, responseTimes } = comparison;
  const slower = responseTimes?.slower ?? [];
  return listSections([
    [lossDescription(comparison), 'bad', wentAway === undefined ? [] : [plainItem(wentAway)]],
    ['Why not everything could be judged', 'open', whyLittle(comparison)],
    ['Newly broken', 'bad', causes.broke.map(causeItem)],
    ['Changed for clients', drift.some(isBreaking) ? 'bad' : 'open', drift.map(driftItem)],
    [
      isWithBaseline(comparison) ? 'Failing now' : 'Broken, and not judged before',
      'bad',
      causes['fails-first-judged'].map(causeItem),
    ],
    ['Fixed', 'good', causes.fixed.map(causeItem)],
    ['Slower', 'open', slower.map(({ endpoint, ...time }) => plainItem(`${endpoint}: ${timeText(time)}.`))],
    ['Still broken, for another reason', 'bad', causes['broken-otherwise'].map(causeItem)],
    ['Still broken', 'bad', causes['still-broken'].map(causeItem)],
    [capitalized(lostWords(comparison)), 'open', causes['no-longer-shown'].map(causeItem)],
    ['Broken before, and not judged again', 'open', causes['not-judged-again'].map(causeItem)],
    [
      'Known failures',
      'open',
      changes.known.map(({ check, endpoint, after }) =>
        plainItem(`${check} at ${endpoint}: ${after?.known ?? ''}`),
      ),
    ],
    ['Could no longer be judged', 'open', unjudgedItems(comparison, (change) => !isNotAsked(change))],
    ['Not asked for this time', 'open', unjudgedItems(comparison, isNotAsked)],
  ]);
}

/** What kept a run as a whole from being judged, before and now. */
function whyLittle({ before, after, wentAway }: Comparison): readonly Item<string>[] {
  if (wentAway !== undefined) return [];
  const sides = [
    ['Before', before],
    ['Now', after],
  ] as const;
  return sides.flatMap(([label, { state, cause, cutShort }]) => {
    if (state === undefined || cause === undefined) return [];
    const isWhole = cutShort || stateOf(state).explainsEverything === true;
    return isWhole ? [{ label, sentence: cause, details: [] }] : [];
  });
}

function isBreaking({ effect }: DriftCause): boolean {
  return effect === 'breaking';
}

function causeItem(cause: Cause): Item<string> {
  const { severity, headline, sentence, formerly, checks, requirements, endpoints, isOpen } = cause;
  const about = [...checks, ...requirements].join(', ');
  // The sentence of what is not shown to work is about one endpoint.
  const isListed = endpoints.length > 1 && (endpoints.length <= mostPlaces || isOpen);
  const details = [
    sentence,
    ...(isListed ? [`At ${endpoints.join(', ')}.`] : []),
    ...formerly.map((one) => `Before: ${one}`),
    ...(about === '' ? [] : [about]),
  ];
  return { label: severity, sentence: `${headline}.`, details };
}

/** More endpoints than this are counted: the table of endpoints lists them all. */
const mostPlaces = 4;

function placesText(endpoints: readonly string[]): string {
  return endpoints.length > mostPlaces
    ? `At ${endpoints.length} endpoints, listed below`
    : `At ${endpoints.join(', ')}`;
}

const effectTones = { breaking: 'bad', unclear: 'open', additive: 'good' } as const;

function driftItem({ effect, sentence, gaps, endpoints }: DriftCause): Item<string> {
  const details = [`${placesText(endpoints)} (${gaps.join(', ')}).`];
  return { label: capitalized(effect), tone: effectTones[effect], sentence, details };
}

/** "median 12 ms before, 312 ms now; p95 14 ms before, 320 ms now (4 and 4 samples, which are few)". */
function timeText({ beforeMs, afterMs, p95, samples, isFew }: ResponseTime): string {
  const figures = `median ${duration(beforeMs)} before, ${duration(afterMs)} now; p95 ${duration(p95.beforeMs)} before, ${duration(p95.afterMs)} now`;
  return `${figures} (${samples.before} and ${samples.after} samples${isFew ? ', which are few' : ''})`;
}

/** More checks than this are counted, not listed. */
const mostListed = 12;

/** Reasons that another section explains: a check at the same endpoint failed, or the installation went away. */
const explainedElsewhere: readonly (string | undefined)[] = ['explained', 'obstructed'];

/**
 * Each reason once, since one cause usually affects many checks. Reasons that another section explains are left out.
 */
function unjudgedItems(comparison: Comparison, isOwn: (change: Change) => boolean): readonly Item<string>[] {
  const { changes, causes } = comparison;
  const lost = [...causes.broke.filter(stopsClients), ...causes['no-longer-shown']];
  const explained = new Set(lost.flatMap(({ endpoints }) => endpoints));
  const own = changes.unjudged.filter(
    (change) =>
      isOwn(change) &&
      !hadFailed(change) &&
      !isNoLongerShown(change) &&
      !explained.has(change.endpoint) &&
      !explainedElsewhere.includes(change.after?.reason?.code) &&
      change.after?.reason?.facts.why !== 'unreachable',
  );
  const groups = groupBy(own, (change) => change.after?.message ?? whyNoPart(change, comparison));
  return [...groups].map(([reason, some]) => ({
    sentence: `${pluralize(some.length, 'check')}: ${reason}`,
    details: some.length > mostListed ? [] : some.map(({ check, endpoint }) => `${check} at ${endpoint}`),
  }));
}

/** Why a check was not part of the later run. */
function whyNoPart({ check, endpoint }: Change, { before, after, changes }: Comparison): string {
  const { tier = 'full', suiteVersion, isPart } = after;
  const isOfTier = scopeOf(tier).checkCases.some(
    (one) => one.check.id === check && one.endpoint.id === endpoint,
  );
  if (before.tier !== tier && !isOfTier) return `Not part of a ${tier} run.`;
  const isMade = Object.values(changes)
    .flat()
    .some((one) => one.check === check && one.after !== undefined);
  if (before.suiteVersion !== suiteVersion && !isMade) return `Not part of suite ${suiteVersion}.`;
  return isPart ? 'Outside the selection (--only or --shard).' : 'Not part of the run.';
}

const surveyGaps = gaps.filter((gap) => gap.tier === 'survey');

function closingSentences(comparison: Comparison): readonly string[] {
  const { changes, before, after, responseTimes, unobserved, observed } = comparison;
  const times = responseTimes?.all;
  const [first] = unobserved;
  return [
    ...(before.state === undefined
      ? ['A baseline holds observations alone: it does not tell since when a requirement is broken.']
      : countSentence(changes)),
    ...(before.coverage === undefined || after.coverage === undefined
      ? []
      : [`Coverage ${coveragePercent(before.coverage)} before, ${coveragePercent(after.coverage)} now.`]),
    ...(first === undefined
      ? []
      : [
          `${unobserved.length} of ${pluralize(observed, 'observation')} ${unobserved.length === 1 ? 'was' : 'were'} not made again, such as ${first.gap} at ${first.endpoint}.`,
        ]),
    ...(times === undefined ? [] : [`Response times over all endpoints: ${timeText(times)}.`]),
  ];
}

function adviceSentences({ before, after }: Comparison): readonly string[] {
  return before.tier === undefined || [before.tier, after.tier].every((tier) => tier === 'survey')
    ? []
    : [`${surveyGaps.length} gaps were not compared: only a survey (--tier survey) asks for them.`];
}

/** "Checks: 89 still hold, 3 broke, 3 no longer judged.", without counts of zero. */
function countSentence(changes: Changes): readonly string[] {
  const firstJudged = [...changes['holds-first-judged'], ...changes['fails-first-judged']];
  const rows: readonly (readonly [some: readonly unknown[], what: string])[] = [
    [changes.holds, changes.holds.length === 1 ? 'still holds' : 'still hold'],
    [changes.broke, 'broke'],
    [changes.fixed, 'fixed'],
    [changes['still-broken'], 'still broken'],
    [changes.unjudged.filter((one) => !isNotAsked(one)), 'no longer judged'],
    [changes.unjudged.filter(isNotAsked), 'not asked for this time'],
    [firstJudged, 'not judged before'],
  ];
  const clauses = rows.flatMap(([some, what]) => countOf(some, what));
  return clauses.length === 0 ? [] : [`Checks: ${clauses.join(', ')}.`];
}

/** The comparisons: of one installation, or of those in two folders. */
export interface ComparedSet {
  readonly comparisons: readonly Comparison[];
  /** Installations that were checked on one side only. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

/** Describes all comparisons in words, the worst installation first; `moment` as for `viewOf`. */
export function setViewOf({ comparisons, onlyBefore, onlyAfter }: ComparedSet, moment?: MomentText) {
  const views = comparisons
    .toSorted((one, other) => Number(isWorse(other)) - Number(isWorse(one)))
    .map((one) => viewOf(one, moment))
    .toSorted((one, other) => tones.indexOf(one.tone) - tones.indexOf(other.tone));
  const notes = [
    ...onlyBefore.map((name) => `${name} was checked before and not after: it could not be compared.`),
    ...onlyAfter.map((name) => `${name} was not checked before: there is nothing to compare it with.`),
  ];
  const tone = views[0]?.tone ?? 'open';
  // With a single installation its own view says it.
  if (views.length === 1 && notes.length === 0) return { verdict: undefined, tone, notes, views };
  const bad = views.filter(({ tone }) => tone === 'bad').length;
  const all = pluralize(views.length, 'installation');
  const unjudged = comparisons.filter((one) => nothingJudged(one) !== undefined).length;
  const apart = unjudged === 0 ? '' : `, ${unjudged} of which could not be compared`;
  const nothing = comparisons.some(isStillBroken) ? 'Nothing new broke' : 'Nothing broke';
  const verdict =
    bad === 0
      ? `${nothing} at ${all}${apart}.`
      : `Something broke, or may break clients, at ${bad} of ${all}.`;
  return { verdict, tone, notes, views };
}

/** The worst first. */
const tones: readonly Tone[] = ['bad', 'open', 'good'];
