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

/** What follows from a run: what the history stores of it, and what the monitor knows from then on. */
export interface ConcludedRun {
  readonly commit: Omit<RunCommit, 'snapshot'>;
  readonly snapshot: Snapshot;
}

/**
 * Everything that follows from a run and its re-check. Pure. A run counts only where no part of it
 * lay in a maintenance window: what is changed in one begins with it.
 */
export function concludeRun(
  planned: PlannedRun,
  { record, recheck, restsOn, endMs }: EndedRun,
  before: Snapshot,
  options: ConcludeOptions,
): ConcludedRun {
  const { installation, plan } = planned;
  const inMaintenance = maintenanceWindows(plan, before, planned.startMs, endMs).length > 0;
  const context = { ...planned, inMaintenance, ...(recheck === undefined ? {} : { recheck }) };
  const row = runRowFrom(record, context);
  const maintenance = openMaintenanceCause(plan, before, options.nowMs);
  const asked = restsOn === undefined ? {} : { restsOn };
  const update = updateOf(planned, { record, endMs }, before, row, { ...options, ...asked, maintenance });
  const announcer = { installation, plan, atMs: row.finishedMs, runId: row.id };
  const { snapshot, change, notifications } = announce(before, update, announcer);
  const { claim } = planned;
  // Without a claim nobody else could make the run, and nobody asks whether it was made.
  const marked =
    claim === undefined ? snapshot : markDone(snapshot, planned.slot, planned.due, planned.location);
  const agreed = planned.location === undefined ? undefined : snapshot.tracked.state;
  const { askAfterMs } = options;
  return {
    commit: {
      row: agreed === undefined ? row : { ...row, countsAs: countsAsOf(record, context, agreed) },
      ...(agreed === undefined ? {} : { agreed }),
      latencies: latenciesOf(record),
      detail: runDetailFrom(record),
      notifications,
      ...(change === undefined ? {} : { change }),
    },
    snapshot: askAfterMs === undefined ? marked : { ...marked, askAfterMs },
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
