import type { Baseline, ClassifiedDrift } from '../engine/record/baseline.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { driftCauses, driftSentences } from './drift.ts';
import { listSections, plainItem, type Section } from './sections.ts';
import { pluralize, stateSentence } from './words.ts';

/** Deviations of a run from its baseline and its list of known failures. */
export interface Deviations {
  /** The observations that the run was compared with. */
  readonly baseline?: Baseline;
  /** The number of the baseline's observations that the run made as well. */
  readonly compared?: number;
  /** The difference from the baseline. */
  readonly drift?: readonly ClassifiedDrift[];
  /** Entries to remove from the list of known failures: stale and expired ones. */
  readonly outdated?: readonly { readonly sentence: string }[];
  /** Why too little was judged. */
  readonly shortfall?: string;
}

/** The first sentence of every report: the state of the installation, and other reasons for the run to fail. */
export function headline(record: RunRecord, deviations: Deviations): string {
  const { drift = [], outdated = [], shortfall } = deviations;
  const breaking = driftCauses(drift).filter(({ effect }) => effect === 'breaking').length;
  return [
    stateSentence(record),
    ...(shortfall === undefined ? [] : [shortfall]),
    ...(breaking === 0 ? [] : [`${pluralize(breaking, 'change')} since the baseline can break clients.`]),
    ...(outdated.length === 0 ? [] : ['The list of known failures is out of date.']),
  ].join(' ');
}

/** Why a run says nothing about drift, although it has a baseline. */
export const nothingCompared = 'This run observed nothing of what the baseline has.';

/** The deviations in words, the most severe first; red ones make the run fail. Empty sections are left out. */
export function noteSections({
  compared,
  drift = [],
  outdated = [],
  shortfall,
}: Deviations): readonly Section<string>[] {
  const causes = driftCauses(drift);
  const sections = listSections([
    ['Too little was judged', 'bad', shortfall === undefined ? [] : [plainItem(shortfall)]],
    ['Known failures to remove from the list', 'bad', outdated.map(({ sentence }) => plainItem(sentence))],
    ['Drift from the baseline that can break clients', 'bad', driftSentences(causes, true).map(plainItem)],
    ['Other drift from the baseline', 'open', driftSentences(causes, false).map(plainItem)],
    ['Not compared with the baseline', 'open', compared === 0 ? [plainItem(nothingCompared)] : []],
  ]);
  return sections.map((section, index) => ({ id: `note-${index + 1}`, ...section }));
}

/** The deviations that make the run fail. */
export function failingNotes(deviations: Deviations): readonly Section<string>[] {
  return noteSections(deviations).filter(({ tone }) => tone === 'bad');
}
