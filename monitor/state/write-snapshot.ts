import { StaleWriteError } from '../history/driver.ts';
import type { History } from '../history/history.ts';
import type { TargetState } from './monitored-target.ts';
import type { Snapshot } from './snapshot.ts';
import { parseSnapshot } from './snapshot.ts';

/** Optimistic-locking retries: how often a snapshot is rebuilt from a newer one that another process wrote. */
const mostAttempts = 5;

/**
 * Writes what is made from the snapshot of a target, one after the other; made again, from the newer one, if another process
 * has written one.
 * @param attempt makes it from the target as it is now, and writes it over that version
 * @throws StaleWriteError if it cannot be written even from the newest
 */
export async function writeFromSnapshot<T>(
  target: TargetState,
  history: History,
  attempt: () => Promise<T>,
): Promise<T> {
  const before = target.writing ?? Promise.resolve();
  const written = before.then(() => writeUntilNew(target, history, attempt));
  // Without its result, which would keep the whole run in memory until the next one.
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
      // Of a history that was restored from a copy, the version may be an older one.
      if (kept === undefined || kept.version === version) throw thrown;
      target.snapshot = parseSnapshot(kept.text);
      target.version = kept.version;
    }
  }
}

/** Takes the snapshot of a target over from the history, if that one is newer. */
export async function readSnapshot(target: TargetState, history: History): Promise<void> {
  const kept = await history.snapshot(target.monitored.installation.name);
  if (kept !== undefined && kept.version > target.version)
    takeOver(target, parseSnapshot(kept.text), kept.version);
}

/** Lets a target go on from a snapshot that was written, unless it has read a newer one meanwhile. */
export function takeOver(target: TargetState, snapshot: Snapshot, version: number): void {
  if (version <= target.version) return;
  target.snapshot = snapshot;
  target.version = version;
}
