import { groupBy } from '../../engine/group-by.ts';
import { capitalized } from '../../engine/record/group-failures.ts';
import { type DriftCause, driftCauses } from '../drift.ts';
import { type Item, listSections, plainItem, type Section, type Tone } from '../sections.ts';
import { coveragePercent, duration, momentText, pluralize } from '../words.ts';
import {
  type Cause,
  type Comparison,
  hasBreakingDrift,
  isStillBroken,
  isWorse,
  type Side,
} from './compare.ts';
import { type Keeping, keepingOf, stopsClients } from './keep-integration.ts';
import type { ResponseTime } from './response-times.ts';

/** A comparison in words, before it is laid out. Its texts may hold what an installation said. */
export interface ComparisonView {
  readonly name: string;
  readonly tone: Tone;
  /** One line: what an administrator has to know. */
  readonly verdict: string;
  /** The two sides of a comparison, and how far that can be done. */
  readonly sides: readonly string[];
  /** The most severe first; none is empty. */
  readonly sections: readonly Section<string>[];
  /** Endpoint by endpoint: what becomes of a client. */
  readonly keeping: readonly Keeping[];
  /** Numbers that complete the picture. */
  readonly closing: readonly string[];
}

/** How a moment is shown (ISO 8601). */
export type MomentText = (moment: string) => string;

/** Puts a comparison in words. Pure, as far as `moment` is: without it, moments are in UTC. */
export function viewOf(
  comparison: Comparison,
  moment: MomentText = (one) => momentText(one, 0),
): ComparisonView {
  const drift = driftCauses(comparison.drift);
  const { tone, words } = conclusionOf(comparison);
  return {
    name: comparison.after.installation.name,
    tone,
    verdict: verdictOf(comparison, drift, words),
    sides: sideSentences(comparison, moment),
    sections: sectionsOf(comparison, drift),
    keeping: keepingOf(comparison, drift),
    closing: closingSentences(comparison),
  };
}

/** What a comparison comes to. */
interface Conclusion {
  readonly tone: Tone;
  readonly words: string;
}

function conclusionOf(comparison: Comparison): Conclusion {
  const { causes, changes, drift } = comparison;
  if (isWorse(comparison)) return { tone: 'bad', words: 'Something broke.' };
  if (hasBreakingDrift(comparison)) return { tone: 'bad', words: 'No requirement broke, but clients may.' };
  const unjudged = nothingJudged(comparison);
  if (unjudged !== undefined) return { tone: 'open', words: unjudged };
  if (isStillBroken(comparison)) return { tone: 'open', words: 'Nothing new broke.' };
  const isOpen =
    causes['fails-first-judged'].length > 0 ||
    changes.unjudged.length > 0 ||
    drift.some(({ effect }) => effect === 'unclear');
  return { tone: isOpen ? 'open' : 'good', words: 'Nothing broke.' };
}

/** "Something broke. 1 broken, 4 changes for clients (3 breaking), 1 fixed, 1 endpoint slower." */
function verdictOf(comparison: Comparison, drift: readonly DriftCause[], conclusion: string): string {
  const { causes, responseTimes, wentAway } = comparison;
  if (wentAway !== undefined) return 'The installation went away: nothing else can be compared.';
  const breaking = drift.filter(isBreaking).length;
  const slower = responseTimes?.slower.length ?? 0;
  const broken = {
    now: causes.broke.length,
    firstJudged: causes['fails-first-judged'].length,
    still: causes['still-broken'].length,
  };
  const forClients = `${pluralize(drift.length, 'change')} for clients`;
  const rows: readonly (readonly [number: number, words: string])[] = [
    [broken.now, `${broken.now} broken`],
    [broken.firstJudged, `${broken.firstJudged} broken that was not judged before`],
    [drift.length, breaking > 0 ? `${forClients} (${breaking} breaking)` : forClients],
    [causes.fixed.length, `${causes.fixed.length} fixed`],
    [slower, `${pluralize(slower, 'endpoint')} slower`],
    [broken.still, `${broken.still} still broken`],
  ];
  const counts = rows.filter(([number]) => number > 0).map(([, words]) => words);
  if (counts.length > 0) return `${conclusion} ${counts.join(', ')}.`;
  return nothingJudged(comparison) === undefined ? `${conclusion} Nothing changed.` : conclusion;
}

/** A run in which nothing could be judged is no ground for a green line. */
function nothingJudged({ before, after }: Comparison): string | undefined {
  if (after.coverage === 0) {
    return before.coverage === 0 ? 'Nothing could be judged, before or now.' : 'Nothing could be judged now.';
  }
  return before.coverage === 0 ? 'Nothing was judged before, so that nothing can be compared.' : undefined;
}

function sideSentences({ before, after }: Comparison, moment: MomentText): readonly string[] {
  const isOther = before.installation.baseUrl !== after.installation.baseUrl;
  const place = ({ installation: { name, baseUrl } }: Side): string => `${name} at ${baseUrl}`;
  return [
    ...(isOther ? [] : [`Installation: ${place(after)}.`]),
    `Before: ${isOther ? `${place(before)}, ` : ''}${sideText(before, moment)}.`,
    `After: ${isOther ? `${place(after)}, ` : ''}${sideText(after, moment)}.`,
    ...(before.tier === undefined || before.tier === after.tier
      ? []
      : [
          `The runs have different tiers (${before.tier}, then ${after.tier}), so one of them judged less than the other.`,
        ]),
    ...(before.suiteVersion === after.suiteVersion
      ? []
      : ['The runs were made by different versions of the suite, which may judge differently.']),
  ];
}

function sideText({ at, state, coverage, suiteVersion }: Side, moment: MomentText): string {
  return [
    moment(at),
    state === undefined ? 'a baseline' : state,
    ...(coverage === undefined ? [] : [`coverage ${coveragePercent(coverage)}`]),
    `suite ${suiteVersion}`,
  ].join(', ');
}

function sectionsOf(comparison: Comparison, drift: readonly DriftCause[]): readonly Section<string>[] {
  const { wentAway, changes, causes, responseTimes } = comparison;
  const slower = responseTimes?.slower ?? [];
  return listSections([
    ['The installation went away', 'bad', wentAway === undefined ? [] : [plainItem(wentAway)]],
    ['Newly broken', 'bad', causes.broke.map(causeItem)],
    ['Changed for clients', drift.some(isBreaking) ? 'bad' : 'open', drift.map(driftItem)],
    ['Broken, and not judged before', 'bad', causes['fails-first-judged'].map(causeItem)],
    ['Fixed', 'good', causes.fixed.map(causeItem)],
    ['Slower', 'open', slower.map(({ endpoint, ...time }) => plainItem(`${endpoint}: ${timeText(time)}.`))],
    ['Still broken', 'bad', causes['still-broken'].map(causeItem)],
    [
      'Known failures',
      'open',
      changes.known.map(({ check, endpoint, after }) =>
        plainItem(`${check} at ${endpoint}: ${after?.known ?? ''}`),
      ),
    ],
    ['Could no longer be judged', 'open', unjudgedItems(comparison)],
  ]);
}

function isBreaking({ effect }: DriftCause): boolean {
  return effect === 'breaking';
}

function causeItem({ severity, headline, sentence, checks, requirements, endpoints }: Cause): Item<string> {
  const about = [...checks, ...requirements].join(', ');
  const isListed = endpoints.length > 1 && endpoints.length <= mostPlaces;
  const places = isListed ? [`${placesText(endpoints)}.`] : [];
  const details = [sentence, ...places, ...(about === '' ? [] : [about])];
  return { label: severity, sentence: `${headline}.`, details };
}

/** More endpoints than this are counted: the table of endpoints has them all. */
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

/** Another section says why: a check at the same endpoint failed, or the installation went away. */
const saidElsewhere: readonly (string | undefined)[] = ['explained', 'obstructed'];

/** Each reason once, since one cause usually affects many checks. What another section explains is left out. */
function unjudgedItems({ changes, causes }: Comparison): readonly Item<string>[] {
  const stopped = new Set(causes.broke.filter(stopsClients).flatMap(({ endpoints }) => endpoints));
  const own = changes.unjudged.filter(
    ({ endpoint, after }) =>
      after === undefined ||
      (!saidElsewhere.includes(after.reason?.code) &&
        after.reason?.facts.why !== 'unreachable' &&
        !stopped.has(endpoint)),
  );
  const groups = groupBy(own, ({ after }) => after?.message ?? 'The check was not part of this run.');
  return [...groups].map(([reason, some]) => ({
    sentence: `${pluralize(some.length, 'check')}: ${reason}`,
    details: some.length > mostListed ? [] : some.map(({ check, endpoint }) => `${check} at ${endpoint}`),
  }));
}

function closingSentences({ changes, before, after, responseTimes }: Comparison): readonly string[] {
  const times = responseTimes?.all;
  return [
    ...(before.state === undefined
      ? ['A baseline holds observations alone: what a requirement says was not compared.']
      : countSentence(changes)),
    ...(before.coverage === undefined || after.coverage === undefined
      ? []
      : [`Coverage ${coveragePercent(before.coverage)} before, ${coveragePercent(after.coverage)} now.`]),
    ...(times === undefined ? [] : [`Response times over all endpoints: ${timeText(times)}.`]),
  ];
}

/** "89 checks still hold, 3 broke, 3 no longer judged.", without counts of zero. */
function countSentence(changes: Comparison['changes']): readonly string[] {
  const held = changes.holds.length;
  const first = changes['holds-first-judged'].length + changes['fails-first-judged'].length;
  const counts = [
    [held, held === 1 ? 'still holds' : 'still hold'],
    [changes.broke.length, 'broke'],
    [changes.fixed.length, 'fixed'],
    [changes['still-broken'].length, 'still broken'],
    [changes.unjudged.length, 'no longer judged'],
    [first, 'judged for the first time'],
  ] as const;
  const [head, ...rest] = counts.filter(([count]) => count > 0);
  if (head === undefined) return [];
  const clauses = [`${pluralize(head[0], 'check')} ${head[1]}`, ...rest.map((one) => one.join(' '))];
  return [`${clauses.join(', ')}.`];
}

/** The comparisons: of one installation, or of those of two folders. */
export interface ComparedSet {
  readonly comparisons: readonly Comparison[];
  /** Installations that were checked on one side alone. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

/** Several comparisons in words. */
export interface SetView {
  /** Missing if there is one installation, which says it itself. */
  readonly verdict?: string;
  readonly tone: Tone;
  readonly notes: readonly string[];
  readonly views: readonly ComparisonView[];
}

/** Puts everything that was compared in words, the worst installation first; `moment` as for `viewOf`. */
export function setViewOf({ comparisons, onlyBefore, onlyAfter }: ComparedSet, moment?: MomentText): SetView {
  const views = comparisons
    .map((one) => viewOf(one, moment))
    .toSorted((one, other) => rank(one) - rank(other));
  const notes = [
    ...onlyBefore.map((name) => `${name} was checked before and not after: it could not be compared.`),
    ...onlyAfter.map((name) => `${name} was not checked before: there is nothing to compare it with.`),
  ];
  const tone = views[0]?.tone ?? 'open';
  if (views.length === 1 && notes.length === 0) return { tone, notes, views };
  const bad = views.filter(({ tone }) => tone === 'bad').length;
  const all = pluralize(views.length, 'installation');
  const nothing = comparisons.some(isStillBroken) ? 'Nothing new broke' : 'Nothing broke';
  const verdict =
    bad === 0 ? `${nothing} at ${all}.` : `Something broke, or may break clients, at ${bad} of ${all}.`;
  return { verdict, tone, notes, views };
}

const tones: readonly Tone[] = ['bad', 'open', 'good'];

function rank({ tone }: ComparisonView): number {
  return tones.indexOf(tone);
}
