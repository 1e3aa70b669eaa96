import { driftFrom } from '../../../engine/record/baseline.ts';
import type { ObservationRun } from '../../history/observation-run.ts';

/** Two runs between which an installation began to answer otherwise where the document leaves it open. */
export interface VersionChange {
  readonly before: ObservationRun;
  readonly after: ObservationRun;
}

/**
 * The last time that an installation began to answer otherwise: as a rule, another version of it. The history keeps no
 * headers, but what was observed in them and in the fields of records. Pure.
 * @param runs newest first
 * @returns nothing where all known runs observed the same
 */
export function lastVersionChange(runs: readonly ObservationRun[]): VersionChange | undefined {
  for (const [index, after] of runs.entries()) {
    const before = runs[index + 1];
    if (before === undefined) return undefined;
    if (before.observations === after.observations) continue;
    if (driftFrom(before, after).length > 0) return { before, after };
  }
  return undefined;
}
