import { comparedWith, driftFrom } from '../../engine/record/baseline.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Deviations } from '../../reports/notes.ts';
import { shortfallOf } from '../../reports/shortfall.ts';
import { baselineOf, type Demanded } from './demanded.ts';
import { applyKnown } from './known-failures.ts';

/** A run, with how it deviates from what was demanded of it. */
export interface JudgedRun {
  /** Expected failures are marked. */
  readonly record: RunRecord;
  readonly deviations: Deviations;
}

/**
 * Marks the known failures of a run, and compares it with what else is demanded: its baseline, and the coverage. Pure.
 * @param judged without known failures
 */
export function deviationsOf(judged: RunRecord, demanded: Demanded): JudgedRun {
  const { record, stale, expired } = applyKnown(judged, demanded.known, judged.finishedAt.slice(0, 10));
  const baseline = baselineOf(demanded, record.installation.name);
  const shortfall = shortfallOf(record, demanded);
  return {
    record,
    deviations: {
      outdated: [...stale, ...expired],
      ...(baseline === undefined
        ? {}
        : { baseline, compared: comparedWith(baseline, record), drift: driftFrom(baseline, record) }),
      ...(shortfall === undefined ? {} : { shortfall }),
    },
  };
}
