import { groupBy } from '../engine/group-by.ts';
import { driftSentence } from '../engine/record/baseline.ts';
import {
  type Change,
  type Comparison,
  hasBreakingDrift,
  isWorse,
  type Side,
  type Transition,
} from './comparison.ts';
import { titleOf } from './failures.ts';
import { coveragePercent, duration, pluralize } from './words.ts';

/** A part of a comparison, before it is laid out. Its text may hold what an installation said. */
export interface Section {
  readonly title: string;
  readonly tone: 'bad' | 'good' | 'open';
  /** Of verdicts or sentences: one item may stand for several. */
  readonly count: number;
  readonly items: readonly { readonly sentence: string; readonly details: readonly string[] }[];
}

/** What is compared with what, as sentences. */
export function sideSentences({ before, after }: Comparison): readonly string[] {
  const tiers =
    before.tier === undefined || before.tier === after.tier
      ? []
      : [
          `The runs have different tiers (${before.tier}, then ${after.tier}), so one of them judged less than the other.`,
        ];
  return [`Before: ${sideText(before)}.`, `After: ${sideText(after)}.`, ...tiers];
}

function sideText({ installation, at, state, coverage, suiteVersion }: Side): string {
  const facts = [
    `${installation.name} at ${installation.baseUrl}`,
    state === undefined ? 'a baseline' : state,
    ...(coverage === undefined ? [] : [`coverage ${coveragePercent(coverage)}`]),
    at,
    `suite ${suiteVersion}`,
  ];
  return facts.join(', ');
}

/** The sections, the gravest first. Empty ones are left out. */
export function sectionsOf(comparison: Comparison): readonly Section[] {
  const { wentAway, changes } = comparison;
  const sections: readonly Section[] = [
    plainSection('The installation went away', 'bad', wentAway === undefined ? [] : [wentAway]),
    brokenSection('Broke: held before, and is broken now', changes.broke),
    driftSection(comparison, true),
    brokenSection('Broken, and not judged before', changes['fails-first-judged']),
    placesSection('Still broken', 'bad', changes['still-broken']),
    plainSection('Known failures', 'open', changes.known.map(knownSentence)),
    placesSection('Mended', 'good', changes.mended),
    unjudgedSection(comparison),
    driftSection(comparison, false),
    plainSection('Slower', 'open', slowerSentences(comparison)),
  ];
  return sections.filter(({ items }) => items.length > 0);
}

/** The numbers as sentences; the last one is the conclusion. */
export function closingSentences(comparison: Comparison): readonly string[] {
  const { changes, before, after, responseTimes, drift } = comparison;
  const number = (transition: Transition): number => changes[transition].length;
  const times = responseTimes?.all;
  const isBaseline = before.state === undefined;
  return [
    ...(isBaseline
      ? []
      : [
          `${pluralize(number('holds'), 'check')} still hold${number('holds') === 1 ? 's' : ''}, ${number('broke')} broke, ${number('mended')} mended, ${number('still-broken')} still broken, ${number('unjudged')} no longer judged, ${number('holds-first-judged') + number('fails-first-judged')} judged for the first time.`,
        ]),
    ...(before.coverage === undefined || after.coverage === undefined
      ? []
      : [`Coverage ${coveragePercent(before.coverage)}, then ${coveragePercent(after.coverage)}.`]),
    ...(times === undefined
      ? []
      : [`Median response time ${duration(times.beforeMs)}, then ${duration(times.afterMs)}.`]),
    `${pluralize(drift.length, 'observation')} changed.`,
    conclusion(comparison),
  ];
}

function conclusion(comparison: Comparison): string {
  if (isWorse(comparison)) return 'Something broke.';
  if (hasBreakingDrift(comparison)) return 'No requirement broke, but clients may: see the drift.';
  return 'Nothing broke.';
}

/** Failed checks: what each demands, then a sentence for each endpoint. */
function brokenSection(title: string, changes: readonly Change[]): Section {
  const items = [...groupBy(changes, ({ check }) => check)].map(([check, own]) => {
    const demand = titleOf(check);
    const ids = new Set(own.flatMap(({ after }) => after?.requirements ?? []));
    return {
      sentence: demand === undefined ? check : `${check} (an endpoint ${demand})`,
      details: [...own.map(({ after }) => after?.message ?? ''), `Requirements: ${[...ids].join(', ')}.`],
    };
  });
  return { title, tone: 'bad', items, count: changes.length };
}

/** Checks, each with the endpoints. */
function placesSection(title: string, tone: Section['tone'], changes: readonly Change[]): Section {
  const items = [...groupBy(changes, ({ check }) => check)].map(([check, own]) => ({
    sentence: `${check} at ${own.map(({ endpoint }) => endpoint).join(', ')}`,
    details: [],
  }));
  return { title, tone, items, count: changes.length };
}

function plainSection(title: string, tone: Section['tone'], sentences: readonly string[]): Section {
  const items = sentences.map((sentence) => ({ sentence, details: [] }));
  return { title, tone, items, count: items.length };
}

function knownSentence({ check, endpoint, after }: Change): string {
  return `${check} at ${endpoint}: ${after?.known ?? ''}`;
}

/** More checks than this are counted, not listed. */
const mostListed = 12;

/** Each reason once, since one cause usually affects many checks. The first section already says that an installation went away. */
function unjudgedSection({ changes, wentAway }: Comparison): Section {
  const unjudged = changes.unjudged.filter(
    ({ after }) => wentAway === undefined || after?.message !== wentAway,
  );
  const groups = groupBy(unjudged, ({ after }) => after?.message ?? 'The check was not part of this run.');
  const items = [...groups].map(([reason, own]) => ({
    sentence: `${own.length} × ${reason}`,
    details: own.length > mostListed ? [] : own.map(({ check, endpoint }) => `${check} at ${endpoint}`),
  }));
  return { title: 'Could no longer be judged', tone: 'open', items, count: unjudged.length };
}

function driftSection({ drift }: Comparison, breaking: boolean): Section {
  return plainSection(
    breaking ? 'Silently changed, and clients may break' : 'Silently changed',
    breaking ? 'bad' : 'open',
    drift.filter((one) => one.breaking === breaking).map(driftSentence),
  );
}

function slowerSentences({ responseTimes }: Comparison): readonly string[] {
  return (responseTimes?.slower ?? []).map(
    ({ endpoint, beforeMs, afterMs }) =>
      `${endpoint}: median ${duration(beforeMs)}, then ${duration(afterMs)}.`,
  );
}
