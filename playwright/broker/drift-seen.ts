import { driftSentence } from '../../engine/record/baseline.ts';
import { type Deviations, nothingCompared } from '../../reports/notes.ts';
import { sanitize } from '../../reports/sanitize.ts';
import type { DriftSeen } from './messages.ts';

/** The drift of a run as a test reports it. What a baseline holds is the text of a file. */
export function driftSeen({ compared = 0, drift = [] }: Deviations): DriftSeen {
  const sentences = (isBreaking: boolean): readonly string[] =>
    drift.filter(({ breaking }) => breaking === isBreaking).map((one) => sanitize(driftSentence(one)));
  return {
    ...(compared === 0 ? { notCompared: nothingCompared } : {}),
    breaking: sentences(true),
    other: sentences(false),
  };
}
