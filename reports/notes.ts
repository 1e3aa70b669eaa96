import { type Drift, driftSentence } from '../engine/record/baseline.ts';
import type { OutdatedEntry } from '../engine/record/known-failures.ts';

/** What is told beside a record. */
export interface Beside {
  /** The difference to a baseline. */
  readonly drift?: readonly Drift[];
  /** Entries of the list of known failures that have to be removed: stale and expired ones. */
  readonly outdated?: readonly OutdatedEntry[];
}

/** Sentences under a title. */
export interface Note {
  readonly title: string;
  readonly sentences: readonly string[];
  /** It makes the run fail. */
  readonly counts: boolean;
}

/** What is told beside a record, in the order of its weight; titles without sentences are left out. */
export function notesOf({ drift = [], outdated = [] }: Beside): readonly Note[] {
  const told = (breaking: boolean): readonly string[] =>
    drift.filter((one) => one.breaking === breaking).map(driftSentence);
  const notes: readonly Note[] = [
    {
      title: 'Known failures to remove from the list',
      sentences: outdated.map(({ sentence }) => sentence),
      counts: true,
    },
    { title: 'Drift from the baseline that can break clients', sentences: told(true), counts: true },
    { title: 'Other drift from the baseline', sentences: told(false), counts: false },
  ];
  return notes.filter(({ sentences }) => sentences.length > 0);
}
