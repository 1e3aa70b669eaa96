import { StaleWriteError } from '../history/driver.ts';
import type { History } from '../history/history.ts';
import type { TargetState } from './monitored-target.ts';
import type { Snapshot } from './snapshot.ts';
import { parseSnapshot } from './snapshot.ts';

/** Optimistic-locking retries: how often a snapshot is rebuilt from a newer one that another process wrote. */
const mostAttempts = 5;

/**
 * Writes a new version of a target's snapshot, one change at a time; retries with the newer one if another process has
 * written it.
 * @param attempt makes the new snapshot from the current target, and writes it over that version
 * @throws StaleWriteError if it cannot be written even from the newest
 */
export async function writeFromSnapshot<T>(
  target: TargetState,
  history: History,
  attempt: () => Promise<T>,
): Promise<T> {
  const before = target.writing ?? Promise.resolve();
  const written = before.then(() => writeUntilNew(target, history, attempt));
  // Drops the result, which would keep the whole run in memory until the next one.
  const ended = (): void => undefined;
  target.writing = written.then(ended, ended);
  return written;
}

async function writeUntilNew<T>(
  target: TargetState,
  history: History,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let left = mostAttempts; ; left -= 1) {
    const { version } = target;
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof StaleWriteError) || left <= 1) throw thrown;
      const kept = await history.snapshot(target.monitored.installation.name);
      // A history that was restored from a copy may have an older version.
      if (kept === undefined || kept.version === version) throw thrown;
      target.snapshot = parseSnapshot(kept.text);
      target.version = kept.version;
    }
  }
}

/** Updates the snapshot of a target from the history, if that one is newer. */
export async function readSnapshot(target: TargetState, history: History): Promise<void> {
  const kept = await history.snapshot(target.monitored.installation.name);
  if (kept !== undefined && kept.version > target.version)
    takeOver(target, parseSnapshot(kept.text), kept.version);
}

/** Sets a target's snapshot after a write, unless it has read a newer one meanwhile. */
export function takeOver(target: TargetState, snapshot: Snapshot, version: number): void {
  if (version <= target.version) return;
  target.snapshot = snapshot;
  target.version = version;
}
