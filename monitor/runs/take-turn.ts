import { setTimeout as wait } from 'node:timers/promises';
import type { History } from '../history/history.ts';
import type { TargetState } from './monitored-target.ts';
import type { Claim, RunRequest } from './run-queue.ts';
import { formatSnapshot } from './snapshot-format.ts';
import { readSnapshot, takeOver, writeFromSnapshot } from './write-snapshot.ts';

const lookAgainAfterMs = 500;

/**
 * Waits until no other location of an installation asks it, and lets none begin meanwhile: they share one request budget. The
 * turn ends with the run, in its transaction, or with its job. Where there are no several locations, the job is the turn.
 * @returns false where the claim was lost before the turn came, or the monitor stops
 */
export async function takeTurn(
  target: TargetState,
  { location, installation }: RunRequest,
  history: History,
  claim: Claim,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<boolean> {
  if (location === undefined || (target.monitored.plan.locations?.of.length ?? 0) < 2) return true;
  const { jobId } = claim;
  const take = (): Promise<boolean> =>
    writeFromSnapshot(target, history, async () => {
      const { snapshot, version } = target;
      const { turn } = snapshot;
      if (turn?.jobId === jobId) return true;
      if (turn !== undefined && (await claim.isUnderWay(turn))) return false;
      const taken = { ...snapshot, turn: { location, jobId } };
      await history.saveSnapshot(installation, formatSnapshot(taken), {}, { expectedVersion: version });
      takeOver(target, taken, version + 1);
      return true;
    });
  for (; claim.isHeld() && !claim.signal.aborted; await pause(lookAgainAfterMs)) {
    // While the database is away, the claim ends by itself.
    await readSnapshot(target, history).catch(() => undefined);
    if (await take().catch(() => false)) return true;
  }
  return false;
}
