import type { RunCommit } from '../history/history.ts';
import type { RunRow } from '../model.ts';
import { announce } from './announce.ts';
import { maintenanceWindows, openMaintenanceCause } from './maintenance.ts';
import { nextLocationSnapshot } from './next-location-snapshot.ts';
import { type NextSnapshotOptions, nextSnapshot } from './next-snapshot.ts';
import type { PlannedRun } from './plan-run.ts';
import type { RecheckedRun } from './recheck.ts';
import { countsAsOf, latenciesOf, runDetailFrom, runRowFrom } from './run-facts.ts';
import type { SnapshotUpdate } from './shown-state.ts';
import type { Snapshot } from './snapshot.ts';
import { formatSnapshot } from './snapshot-format.ts';
import { markDone } from './still-due.ts';

/** A run that has ended, by the clock of the schedule. */
export interface EndedRun extends RecheckedRun {
  readonly endMs: number;
}

interface ConcludeOptions extends Omit<NextSnapshotOptions, 'maintenance'> {
  /** It may be concluded later than it ended, where the store was away. */
  readonly nowMs: number;
  readonly askAfterMs?: number;
}

/**
 * Everything that follows from a run and its re-check, as the history stores it. Pure. A run counts only where no part of it
 * lay in a maintenance window: what is changed in one begins with it.
 */
export function concludeRun(
  planned: PlannedRun,
  { record, recheck, restsOn, endMs }: EndedRun,
  before: Snapshot,
  options: ConcludeOptions,
): RunCommit {
  const { installation, plan } = planned;
  const inMaintenance = maintenanceWindows(plan, before, planned.startMs, endMs).length > 0;
  const context = { ...planned, inMaintenance, ...(recheck === undefined ? {} : { recheck }) };
  const row = runRowFrom(record, context);
  const maintenance = openMaintenanceCause(plan, before, options.nowMs);
  const asked = restsOn === undefined ? {} : { restsOn };
  const update = updateOf(planned, { record, endMs }, before, row, { ...options, ...asked, maintenance });
  const announcer = { installation, plan, atMs: row.finishedMs, runId: row.id };
  const { snapshot, change, notifications } = announce(before, update, announcer);
  const marked = markDone(snapshot, planned.slot, planned.due, planned.location);
  const agreed = planned.location === undefined ? undefined : snapshot.tracked.state;
  const { askAfterMs } = options;
  return {
    row: agreed === undefined ? row : { ...row, countsAs: countsAsOf(record, context, agreed) },
    ...(agreed === undefined ? {} : { agreed }),
    latencies: latenciesOf(record),
    detail: runDetailFrom(record),
    snapshot: formatSnapshot(askAfterMs === undefined ? marked : { ...marked, askAfterMs }),
    notifications,
    ...(change === undefined ? {} : { change }),
  };
}

/** Where no locations are named, what was known by location is forgotten. */
function updateOf(
  { plan, location }: PlannedRun,
  { record, endMs }: Pick<EndedRun, 'record' | 'endMs'>,
  before: Snapshot,
  row: RunRow,
  options: NextSnapshotOptions,
): SnapshotUpdate {
  if (location !== undefined && plan.locations !== undefined)
    return nextLocationSnapshot(before, record, row, options, { watched: plan.locations, location, endMs });
  const { locations: _locations, turn: _turn, ...alone } = before;
  return nextSnapshot(alone, record, row, options);
}
