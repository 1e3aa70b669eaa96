import { driftCauses, driftSentences } from '../../reports/drift.ts';
import { type Deviations, nothingCompared } from '../../reports/notes.ts';
import { sanitize } from '../../reports/sanitize.ts';
import type { DriftSeen } from './messages.ts';

/** The drift of a run as a test reports it. What a baseline holds is the text of a file. */
export function driftSeen({ compared = 0, drift = [] }: Deviations): DriftSeen {
  const causes = driftCauses(drift);
  return {
    ...(compared === 0 ? { notCompared: nothingCompared } : {}),
    breaking: driftSentences(causes, true).map(sanitize),
    other: driftSentences(causes, false).map(sanitize),
  };
}
