import { driftFrom } from '../../../engine/record/baseline.ts';
import { softwareChanges } from '../../../engine/record/software.ts';
import type { ObservationRun } from '../../history/observation-run.ts';

/** Two runs between which an installation began to answer otherwise where the document leaves it open. */
export interface VersionChange {
  readonly before: ObservationRun;
  readonly after: ObservationRun;
  /** What it says of its software otherwise than before: `server: nginx/1.26 → nginx/1.27`. */
  readonly software: readonly string[];
  /** How many observations differ. */
  readonly drift: number;
}

/**
 * The times that an installation began to answer otherwise: as a rule, another version of it. Each shows in what was observed, or
 * in headers that name the software. Pure.
 * @param runs newest first
 */
export function versionChanges(runs: readonly ObservationRun[]): readonly VersionChange[] {
  return runs.flatMap((after, index) => {
    const before = runs[index + 1];
    const change = before === undefined ? undefined : changeBetween(before, after);
    return change === undefined ? [] : [change];
  });
}

/** @returns nothing where all known runs observed the same */
export function lastVersionChange(runs: readonly ObservationRun[]): VersionChange | undefined {
  for (const [index, after] of runs.entries()) {
    const before = runs[index + 1];
    const change = before === undefined ? undefined : changeBetween(before, after);
    if (change !== undefined) return change;
  }
  return undefined;
}

function changeBetween(before: ObservationRun, after: ObservationRun): VersionChange | undefined {
  const software = softwareChanges(before.software, after.software);
  // While an endpoint fails it answers otherwise, which is an outage and no deployment.
  const isFailing = (endpoint: string): boolean =>
    before.failing?.has(endpoint) === true || after.failing?.has(endpoint) === true;
  const drift =
    before.observations === after.observations
      ? 0
      : driftFrom(before, after).filter(({ endpoint }) => !isFailing(endpoint)).length;
  return software.length + drift === 0 ? undefined : { before, after, software, drift };
}
