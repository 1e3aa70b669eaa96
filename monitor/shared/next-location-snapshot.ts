import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { WatchedFrom } from '../configuration/watched-from.ts';
import type { RunRow } from '../model.ts';
import { type NextSnapshotOptions, nextSnapshot } from '../state/next-snapshot.ts';
import type { SnapshotUpdate } from '../state/shown-state.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { agreedSnapshot, asSeenFrom, locationSnapshotOf } from './locations.ts';
import { showLocations } from './show-locations.ts';

/** A run from a named location. */
export interface LocatedRun {
  readonly watched: WatchedFrom;
  readonly location: string;
  /** When it ended, by the clock of the schedule. */
  readonly endMs: number;
}

/**
 * What the monitor knows of an installation after one more run from one of its locations. Pure. The run changes what is known
 * from there as it would change the whole if no other location watched; then all voting locations decide.
 */
export function nextLocationSnapshot(
  before: Snapshot,
  record: RunRecord,
  row: RunRow,
  { maintenance, ...options }: NextSnapshotOptions,
  { watched, location, endMs }: LocatedRun,
): SnapshotUpdate {
  const { snapshot: seen } = nextSnapshot(asSeenFrom(before, location), record, row, options);
  const { finishedMs: atMs, id: runId, installation } = row;
  const lastRun = options.wasInterrupted ? before.locations?.[location]?.lastRun : { id: runId, atMs: endMs };
  const known: Snapshot = {
    ...withoutOwn(seen),
    ...(before.coverage === undefined ? {} : { coverage: before.coverage }),
    ...(before.cause === undefined ? {} : { cause: before.cause }),
    ...(before.acknowledged === undefined ? {} : { acknowledged: before.acknowledged }),
    state: before.state,
    stateSinceMs: before.stateSinceMs ?? atMs,
    locations: { ...before.locations, [location]: locationSnapshotOf(seen, lastRun) },
  };
  const { state } = agreedSnapshot(known, watched).tracked;
  // A location that alone cannot reach the installation says nothing about when it was last judged.
  const { lastCompleteMs } = isDown(row.state) && !isDown(state) ? before : seen;
  const complete = lastCompleteMs === undefined ? known : { ...known, lastCompleteMs };
  return showLocations(complete, watched, { installation, atMs, runId, maintenance });
}

function isDown(state: InstallationState): boolean {
  return stateOf(state).countsAs === 'down';
}

/** Knowledge from the location alone, which is kept there. */
function withoutOwn(seen: Snapshot): Snapshot {
  const {
    openFindings: _findings,
    cause: _cause,
    coverage: _coverage,
    counted: _counted,
    lastDue: _due,
    ...rest
  } = seen;
  const { lastCompleteMs: _complete, turn: _turn, ...shared } = rest;
  return shared;
}
