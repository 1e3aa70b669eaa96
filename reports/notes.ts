import { type Drift, driftSentence } from '../engine/record/baseline.ts';
import type { OutdatedEntry } from '../engine/record/known-failures.ts';

/** How a run deviates from what it was compared with: a baseline, and a list of known failures. */
export interface Deviations {
  /** The difference from the baseline. */
  readonly drift?: readonly Drift[];
  /** Entries to remove from the list of known failures: stale and expired ones. */
  readonly outdated?: readonly OutdatedEntry[];
}

/** Sentences under a title. */
export interface NoteSection {
  readonly title: string;
  readonly sentences: readonly string[];
  /** It makes the run fail. */
  readonly isFailure: boolean;
}

/** The deviations in words, the gravest first. Sections without sentences are left out. */
export function noteSections({ drift = [], outdated = [] }: Deviations): readonly NoteSection[] {
  const driftSentences = (isBreaking: boolean): readonly string[] =>
    drift.filter(({ breaking }) => breaking === isBreaking).map(driftSentence);
  const sections: readonly NoteSection[] = [
    {
      title: 'Known failures to remove from the list',
      sentences: outdated.map(({ sentence }) => sentence),
      isFailure: true,
    },
    {
      title: 'Drift from the baseline that can break clients',
      sentences: driftSentences(true),
      isFailure: true,
    },
    { title: 'Other drift from the baseline', sentences: driftSentences(false), isFailure: false },
  ];
  return sections.filter(({ sentences }) => sentences.length > 0);
}
