import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, makeFolder } from '../../engine/files.ts';

/**
 * Writes a file that is not there, whole or not at all, with the folders above it.
 * @returns whether it was written; a file that is there is left as it is
 * @throws the system's error
 */
export function writeNew(file: string, text: string): boolean {
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

function openNew(file: string): number | undefined {
  try {
    // The flag refuses what was made since it was looked for, links that lead nowhere too.
    return openSync(file, 'wx');
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return undefined;
    throw thrown;
  }
}
