import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stateOfSources } from '../support/compiled.ts';
import { putInPlace, removeUnused, touch } from '../support/kept-folders.ts';
import { once } from '../support/once.ts';
import type { Scene } from './fleet.ts';
import type { Templates } from './templates.ts';
import { makeHistory } from './world.ts';

const home = fileURLToPath(new URL('../out/histories/', import.meta.url));
const databaseName = 'monitor.db';
const pauseMs = 100;
/** A history is made in a fraction of this: who holds the lock for longer was killed. */
const longestMs = 120_000;

/** A folder for each state of the sources: what other sources would write is not in it. */
const folderNow = once((): string => {
  const folder = join(home, stateOfSources());
  mkdirSync(folder, { recursive: true });
  touch(folder);
  removeUnused(home);
  return folder;
});

/**
 * The database of a scene, made once by the first process that needs it: making it takes many seconds.
 * @returns its path; it must not be written
 */
export async function keptHistory(
  scene: Scene,
  size: number,
  templates: () => Promise<Templates>,
): Promise<string> {
  const folder = join(folderNow(), `${scene}-${size}`);
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!takeLock(lock)) await setTimeout(pauseMs);
    else {
      try {
        if (!existsSync(folder)) await makeIn(folder, scene, size, templates);
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
    }
  }
  return join(folder, databaseName);
}

async function makeIn(
  folder: string,
  scene: Scene,
  size: number,
  templates: () => Promise<Templates>,
): Promise<void> {
  const made = mkdtempSync(`${folder}-`);
  await makeHistory(scene, size, await templates(), join(made, databaseName));
  putInPlace(made, folder);
}

/** True for one process at a time. */
function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > longestMs) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
