import type { Baseline, ClassifiedDrift } from '../engine/record/baseline.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { driftCauses, driftSentences } from './comparison-drift.ts';
import { pluralize, stateSentence } from './words.ts';

/** How a run deviates from what it was compared with: a baseline, and a list of known failures. */
export interface Deviations {
  /** The observations that the drift was found by. */
  readonly baseline?: Baseline;
  /** How many observations of the baseline the run made too. */
  readonly compared?: number;
  /** The difference from the baseline. */
  readonly drift?: readonly ClassifiedDrift[];
  /** Entries to remove from the list of known failures: stale and expired ones. */
  readonly outdated?: readonly { readonly sentence: string }[];
  /** Why too little was judged. */
  readonly shortfall?: string;
}

/** Sentences under a title. */
export interface NoteSection {
  readonly title: string;
  readonly sentences: readonly string[];
  /** It makes the run fail. */
  readonly isFailure: boolean;
}

/** The state of the installation, and what else makes the run fail: the first sentence of every report. */
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

/** Why a run says nothing about drift, though it has a baseline. */
export const nothingCompared = 'This run observed nothing of what the baseline has.';

/** The deviations in words, the gravest first. Sections without sentences are left out. */
export function noteSections({
  compared,
  drift = [],
  outdated = [],
  shortfall,
}: Deviations): readonly NoteSection[] {
  const causes = driftCauses(drift);
  const sections: readonly NoteSection[] = [
    {
      title: 'Too little was judged',
      sentences: shortfall === undefined ? [] : [shortfall],
      isFailure: true,
    },
    {
      title: 'Known failures to remove from the list',
      sentences: outdated.map(({ sentence }) => sentence),
      isFailure: true,
    },
    {
      title: 'Drift from the baseline that can break clients',
      sentences: driftSentences(causes, true),
      isFailure: true,
    },
    { title: 'Other drift from the baseline', sentences: driftSentences(causes, false), isFailure: false },
    {
      title: 'Not compared with the baseline',
      sentences: compared === 0 ? [nothingCompared] : [],
      isFailure: false,
    },
  ];
  return sections.filter(({ sentences }) => sentences.length > 0);
}
