import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** What tests make once for each state of the sources, and find again until nobody has used it for a day. */

const dayMs = 86_400_000;

/** Says that a folder is used. */
export function touch(folder: string): void {
  utimesSync(folder, new Date(), new Date());
}

/** Removes what nobody has used for a day. Any number of processes may do that at once. */
export function removeUnused(home: string): void {
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(home)) {
    const path = join(home, name);
    const usedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedMs > dayMs) rmSync(path, { recursive: true, force: true });
  }
}

/** Gives a folder that is made its name, so that nobody sees half of it; where another process was faster, its one stays. */
export function putInPlace(made: string, folder: string): void {
  try {
    renameSync(made, folder);
  } catch (thrown) {
    if (!existsSync(folder)) throw thrown;
    rmSync(made, { recursive: true });
  }
}
