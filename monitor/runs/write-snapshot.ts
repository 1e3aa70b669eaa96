import { StaleWriteError } from '../history/driver.ts';
import type { History } from '../history/history.ts';
import type { TargetState } from './monitored-target.ts';
import { parseSnapshot } from './snapshot-format.ts';

/** So often what is written is made anew from what somebody else wrote meanwhile. */
const mostAttempts = 5;

/**
 * Writes what is made from the snapshot of a target; made again, from the newer one, where somebody else has written one.
 * @param attempt makes it from the target as it is now, and writes it over that version
 * @throws StaleWriteError where it cannot be written even from the newest
 */
export async function writeFromSnapshot<T>(
  target: TargetState,
  history: History,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let left = mostAttempts; ; left -= 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof StaleWriteError) || left <= 1) throw thrown;
      const isNewer = await readSnapshot(target, history);
      if (!isNewer) throw thrown;
    }
  }
}

/** Takes the snapshot of a target over from the history, where that one is newer. */
export async function readSnapshot(target: TargetState, history: History): Promise<boolean> {
  const kept = await history.snapshot(target.monitored.installation.name);
  if (kept === undefined || kept.version <= target.version) return false;
  target.snapshot = parseSnapshot(kept.text);
  target.version = kept.version;
  return true;
}
