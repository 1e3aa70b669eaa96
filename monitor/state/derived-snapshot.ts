import { isDeepStrictEqual } from 'node:util';
import type { History } from '../history/history.ts';
import type { RunRow } from '../model.ts';
import type { Snapshot } from './snapshot.ts';

/** Updates a snapshot from the row of a run without problems, so that it need not be written with that run. Pure. */
export function withRun(
  before: Snapshot,
  {
    tier,
    state,
    cutShort,
    startedMs,
    finishedMs,
  }: Pick<RunRow, 'tier' | 'state' | 'cutShort' | 'startedMs' | 'finishedMs'>,
): Snapshot {
  if (tier === 'pulse' || state !== 'conforming' || cutShort) return before;
  return {
    ...before,
    lastStandardMs: Math.max(before.lastStandardMs ?? 0, startedMs),
    lastCompleteMs: Math.max(before.lastCompleteMs ?? 0, finishedMs),
  };
}

/** The snapshot after a run, if it can be derived from the run's row and the previous snapshot. Pure. */
export function derivedSnapshot(before: Snapshot, row: RunRow, after: Snapshot): Snapshot | undefined {
  const derived = withRun(before, row);
  return isDeepStrictEqual(derived, after) ? derived : undefined;
}

/** The last standard or full run of each installation, which may be newer than its snapshot, by one statement. */
export async function lastStandardRuns(
  installations: readonly string[],
  history: Pick<History, 'recentRuns'>,
): Promise<ReadonlyMap<string, RunRow>> {
  const runs = await history.recentRuns(installations, 1, ['standard', 'full']);
  return new Map([...runs].flatMap(([name, all]) => all.map((run) => [name, run])));
}

/**
 * Updates a stored snapshot with the runs since it was written. Every run with more to report wrote one, so the last
 * run other than a pulse is enough. Pure.
 */
export function withRunSince(snapshot: Snapshot, last: RunRow | undefined): Snapshot {
  // The first such run finds what no pulse can, and is in the snapshot.
  const isSince =
    last !== undefined && last.startedMs >= (snapshot.lastStandardMs ?? Number.POSITIVE_INFINITY);
  return isSince ? withRun(snapshot, last) : snapshot;
}
