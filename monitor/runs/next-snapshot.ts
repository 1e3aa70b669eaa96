import { type Observation, observationKey } from '../../contract/observe.ts';
import type { InstallationState } from '../../contract/state.ts';
import { driftFrom } from '../../engine/record/baseline.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { RunRow } from '../model.ts';
import { maintenanceCause, type SnapshotUpdate, showState } from './shown-state.ts';
import { parseObservations, type Snapshot } from './snapshot.ts';
import { nextState, type Thresholds } from './tracked-state.ts';

export interface NextSnapshotOptions extends Thresholds {
  /** The run was cut short from outside, since the monitor stops. */
  readonly wasInterrupted: boolean;
}

/** A window that the operator started is kept for so long after its end, for the page of the runs in it. */
const keepWindowsMs = 7 * 86_400_000;

/**
 * What the monitor knows of an installation after one more run. Pure. A run in maintenance, or one that was interrupted,
 * changes neither the tracked state nor what was observed.
 */
export function nextSnapshot(
  before: Snapshot,
  record: RunRecord,
  row: RunRow,
  options: NextSnapshotOptions,
): SnapshotUpdate {
  const { wasInterrupted } = options;
  const { id: runId, installation, finishedMs: atMs, inMaintenance } = row;
  const counts = !inMaintenance && !wasInterrupted;
  const result = { runId, tier: row.tier, state: record.state, verdicts: record.verdicts };
  const tracked = counts ? nextState(before.tracked, result, atMs, options) : before.tracked;
  const state = inMaintenance ? 'maintenance' : tracked.state;
  const cause = inMaintenance ? maintenanceCause : causeOf(before, record, state);
  const known: Snapshot = {
    ...before,
    tracked,
    stateSinceMs: before.stateSinceMs ?? atMs,
    ...(row.tier === 'pulse' || wasInterrupted ? {} : { lastStandardMs: row.startedMs }),
    ...(row.certificateMs === undefined ? {} : { certificateMs: row.certificateMs }),
    ...(row.tier === 'pulse' || !counts ? {} : { coverage: record.coverage }),
    ...(counts ? observed(before, record, atMs) : {}),
    operatorWindows: before.operatorWindows.filter(({ toMs }) => toMs > atMs - keepWindowsMs),
  };
  return showState(known, { installation, state, cause, atMs, runId });
}

/** Why an installation is in the state that is shown: in the words of this run, where it found that state. */
function causeOf(before: Snapshot, record: RunRecord, state: InstallationState): string | undefined {
  if (state === 'conforming' || state === 'unknown') return record.state === state ? record.cause : undefined;
  if (record.state !== state) return before.state === state ? before.cause : record.cause;
  const failing = record.verdicts.filter(({ outcome }) => outcome === 'fail');
  const [first] = failing;
  if (first === undefined) return record.cause ?? before.cause;
  return failing.length === 1 ? first.message : `${failing.length} checks fail. The first: ${first.message}`;
}

/** The baseline grows by what was never observed before; everything else that was observed is compared with it. */
function observed(before: Snapshot, record: RunRecord, atMs: number): Partial<Snapshot> {
  const formerBaseline = parseObservations(before.baseline);
  const observations = merge(parseObservations(before.observations), record.observations);
  const baseline = merge(observations, formerBaseline);
  const isFirst = formerBaseline.length === 0 && baseline.length > 0;
  return {
    baseline: JSON.stringify(baseline),
    ...(isFirst ? { baselineSinceMs: atMs } : {}),
    observations: JSON.stringify(observations),
    drift: driftFrom({ observations: baseline }, { ...record, observations }),
  };
}

/** Both lists by gap and endpoint, in the order of the first; where both have an answer, the second one counts. */
function merge(first: readonly Observation[], second: readonly Observation[]): readonly Observation[] {
  const merged = new Map(first.map((one) => [observationKey(one), one]));
  for (const one of second) {
    const key = observationKey(one);
    if (merged.get(key)?.answer !== one.answer) merged.set(key, one);
  }
  return [...merged.values()];
}
