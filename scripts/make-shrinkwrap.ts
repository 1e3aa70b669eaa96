import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LockFile, shrinkwrapOf } from './shrinkwrap/shrinkwrap-of.ts';

/** Writes the lock file that is packed. It goes with the packing: npm would heed it in this folder too. */

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as LockFile;
writeFileSync(`${root}npm-shrinkwrap.json`, `${JSON.stringify(shrinkwrapOf(lock), undefined, 2)}\n`);
