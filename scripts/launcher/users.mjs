import { randomUUID } from 'node:crypto';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The subfolder of a build with a file for each process that runs from it. */
export const nameOfUsers = 'users';

const touchedEveryMs = 3_600_000;
const staleAfterMs = 24 * touchedEveryMs;

/**
 * Protects a build from removal while this process runs and may load further files.
 * @returns false if there is no such build, or it is not writable
 */
export function use(folder) {
  const file = join(folder, nameOfUsers, randomUUID());
  try {
    writeFileSync(file, '', { flag: 'wx' });
  } catch {
    return false;
  }
  process.on('exit', () => rmSync(file, { force: true }));
  setInterval(() => touch(file), touchedEveryMs).unref();
  return true;
}

/** Whether a file was not touched for a long time: its process was killed. */
export function isStale(file, afterMs = staleAfterMs) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > afterMs;
}

function touch(file) {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // If it was removed, that was on purpose.
  }
}
