import { driftSentence } from '../engine/record/baseline.ts';
import {
  type Change,
  type Comparison,
  type Fate,
  hasBreakingDrift,
  isWorse,
  type Side,
} from './comparison.ts';
import { titleOf } from './findings.ts';
import { groupBy } from './group-by.ts';
import { coveragePercent, duration, pluralize } from './words.ts';

/** A part of a comparison, before it is laid out: text that may hold what an installation said. */
export interface Section {
  readonly title: string;
  readonly tone: 'bad' | 'good' | 'open';
  /** Of what is told: one item may tell several. */
  readonly count: number;
  readonly items: readonly { readonly sentence: string; readonly details: readonly string[] }[];
}

/** Who is compared with whom, as sentences. */
export function sideSentences({ before, after }: Comparison): readonly string[] {
  const tiers =
    before.tier === undefined || before.tier === after.tier
      ? []
      : [
          `The runs have different tiers (${before.tier}, then ${after.tier}), so one of them judged less than the other.`,
        ];
  return [`Before: ${sideWords(before)}.`, `After: ${sideWords(after)}.`, ...tiers];
}

function sideWords({ installation, at, state, coverage, suiteVersion }: Side): string {
  const facts = [
    `${installation.name} at ${installation.baseUrl}`,
    state === undefined ? 'a baseline' : state,
    ...(coverage === undefined ? [] : [`coverage ${coveragePercent(coverage)}`]),
    at,
    `suite ${suiteVersion}`,
  ];
  return facts.join(', ');
}

/** What has to be told, the gravest first. Parts without anything are left out. */
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

/** The numbers as sentences, and what they amount to as the last one. */
export function closingSentences(comparison: Comparison): readonly string[] {
  const { changes, before, after, responseTimes, drift } = comparison;
  const number = (fate: Fate): number => changes[fate].length;
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

/** What failed, by check: what it demands, then each endpoint's sentence. */
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

/** Where something stands, by check. */
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

/** Each reason once, since one cause usually keeps many checks from judging. That an installation went away is told before. */
function unjudgedSection({ changes, wentAway }: Comparison): Section {
  const told = changes.unjudged.filter(({ after }) => wentAway === undefined || after?.message !== wentAway);
  const groups = groupBy(told, ({ after }) => after?.message ?? 'The check was not part of this run.');
  const items = [...groups].map(([reason, own]) => ({
    sentence: `${own.length} × ${reason}`,
    details: own.length > 12 ? [] : own.map(({ check, endpoint }) => `${check} at ${endpoint}`),
  }));
  return { title: 'Could no longer be judged', tone: 'open', items, count: told.length };
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
