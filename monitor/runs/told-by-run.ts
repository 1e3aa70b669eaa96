import { isDeepStrictEqual } from 'node:util';
import type { History } from '../history/history.ts';
import type { RunRow } from '../model.ts';
import type { Snapshot } from './snapshot.ts';

/** What a snapshot says that the row of a run says too: it need not be written with every run. */

/** A snapshot with what a run that found nothing wrong tells of itself. Pure. */
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

/** The snapshot after a run, if the row of the run and the snapshot before say all that is in it. Pure. */
export function toldByRun(before: Snapshot, row: RunRow, after: Snapshot): Snapshot | undefined {
  const told = withRun(before, row);
  return isDeepStrictEqual(told, after) ? told : undefined;
}

/**
 * A snapshot of the history with what the runs since it was written tell. Every other run wrote one, so the last that is no
 * pulse says all.
 */
export async function withRunsSince(
  snapshot: Snapshot,
  installation: string,
  history: Pick<History, 'runs'>,
): Promise<Snapshot> {
  // The first such run finds what no pulse does, and is in the snapshot.
  if (snapshot.lastStandardMs === undefined) return snapshot;
  const [last] = await history.runs({
    installation,
    tiers: ['standard', 'full'],
    sinceMs: snapshot.lastStandardMs,
    limit: 1,
  });
  return last === undefined ? snapshot : withRun(snapshot, last);
}
