import { closeSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { codeOf, makeFolder } from '../../engine/files.ts';

/** A folder on the way is a link, which may lead anywhere. */
export class LinkedFolder extends Error {}

/**
 * Writes a file below a folder that is not there, whole or not at all, with the folders between them, and through no link.
 * @returns whether it was written; a file that is there is left as it is
 * @throws LinkedFolder, or the system's error
 */
export function writeNew(folder: string, path: string, text: string): boolean {
  const file = resolve(folder, path);
  refuseLinks(folder, dirname(file));
  makeFolder(dirname(file));
  const opened = openNew(file);
  if (opened === undefined) return false;
  try {
    writeFileSync(opened, text);
  } catch (thrown) {
    rmSync(file, { force: true });
    throw thrown;
  } finally {
    closeSync(opened);
  }
  return true;
}

/** What a repository holds may be another's: a link in it leads where the user did not mean to write. */
function refuseLinks(folder: string, parent: string): void {
  let at = resolve(folder);
  for (const step of relative(at, parent).split(sep).filter(Boolean)) {
    at = resolve(at, step);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new LinkedFolder(`${relative(folder, at)} is a link, and may lead elsewhere`);
  }
}

function openNew(file: string): number | undefined {
  try {
    // The flag refuses what was made since it was looked for, links that lead nowhere too.
    return openSync(file, 'wx');
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return undefined;
    throw thrown;
  }
}
