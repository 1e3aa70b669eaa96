import { driftFrom } from '../../engine/record/baseline.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { PlainObservation, RunRow, StateChange } from '../history/history.ts';
import { observationsIn, type Snapshot } from './snapshot.ts';
import { standingAfter, type Thresholds } from './standing.ts';

export interface AfterRun {
  readonly snapshot: Snapshot;
  readonly change?: StateChange;
}

/** Keeps a window of the operator for so long after its end, for the page of its runs. */
const keepWindowsMs = 7 * 86_400_000;

/**
 * What the monitor knows after a run. Pure.
 * A run in maintenance, or one that was cut short from outside, changes nothing but what is shown.
 */
export function afterRun(
  before: Snapshot,
  record: RunRecord,
  row: RunRow,
  thresholds: Thresholds & { readonly wasInterrupted: boolean },
): AfterRun {
  const counts = !row.inMaintenance && !thresholds.wasInterrupted;
  const found = { runId: row.id, state: record.state, verdicts: record.verdicts };
  const standing = counts
    ? standingAfter(before.standing, found, row.finishedMs, thresholds)
    : before.standing;
  const shown = row.inMaintenance ? 'maintenance' : standing.state;
  const cause = row.inMaintenance ? 'A maintenance window is open.' : causeOf(before, record, shown);
  const changes = shown !== before.shown;
  const sinceMs = changes || before.shownSinceMs === undefined ? row.finishedMs : before.shownSinceMs;
  const { cause: _cause, ...rest } = before;
  const snapshot: Snapshot = {
    ...rest,
    standing,
    shown,
    shownSinceMs: sinceMs,
    ...(cause === undefined ? {} : { cause }),
    ...(row.tier === 'pulse' || thresholds.wasInterrupted ? {} : { lastStandardMs: row.startedMs }),
    ...(row.certificateMs === undefined ? {} : { certificateMs: row.certificateMs }),
    ...(row.tier === 'pulse' || !counts ? {} : { coverage: record.coverage }),
    ...(counts ? observed(before, record, row.finishedMs) : {}),
    windows: before.windows.filter(({ toMs }) => toMs > row.finishedMs - keepWindowsMs),
  };
  if (!changes) return { snapshot };
  const change: StateChange = {
    installation: row.installation,
    atMs: row.finishedMs,
    from: before.shown,
    to: shown,
    ...(cause === undefined ? {} : { cause }),
    runId: row.id,
  };
  return { snapshot, change };
}

function causeOf(before: Snapshot, record: RunRecord, shown: Snapshot['shown']): string | undefined {
  if (shown === 'conforming' || shown === 'unknown') return record.state === shown ? record.cause : undefined;
  if (record.state !== shown) return before.shown === shown ? before.cause : record.cause;
  const failing = record.verdicts.filter(({ outcome }) => outcome === 'fail');
  const [first] = failing;
  if (first === undefined) return record.cause ?? before.cause;
  return failing.length === 1 ? first.message : `${failing.length} checks fail. The first: ${first.message}`;
}

/** The baseline grows by what was never observed before; what was observed is compared with it. */
function observed(before: Snapshot, record: RunRecord, atMs: number): Partial<Snapshot> {
  const observations = merged(observationsIn(before.observations), record.observations);
  const baseline = merged(observations, observationsIn(before.baseline));
  const isFirst = observationsIn(before.baseline).length === 0 && baseline.length > 0;
  return {
    baseline: JSON.stringify(baseline),
    ...(isFirst ? { baselineSinceMs: atMs } : {}),
    observations: JSON.stringify(observations),
    drift: driftFrom({ observations: baseline }, { ...record, observations }),
  };
}

/** Both, place by place; where both have one, the second counts. The order stays. */
function merged(
  first: readonly PlainObservation[],
  second: readonly PlainObservation[],
): readonly PlainObservation[] {
  const places = new Map(first.map((one) => [`${one.gap} ${one.endpoint}`, one]));
  for (const one of second) {
    const place = `${one.gap} ${one.endpoint}`;
    if (places.get(place)?.answer !== one.answer) places.set(place, one);
  }
  return [...places.values()];
}
