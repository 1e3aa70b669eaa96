import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LockFile, shrinkwrapOf } from './shrinkwrap/shrinkwrap-of.ts';

/**
 * Writes the lock file of the package. It is removed after packing: otherwise npm would use it in this folder as well.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as LockFile;
writeFileSync(`${root}npm-shrinkwrap.json`, `${JSON.stringify(shrinkwrapOf(lock), undefined, 2)}\n`);
