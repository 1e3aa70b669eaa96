import { writeFileSync } from 'node:fs';
import { namesFile, namesText } from './names/names-file.ts';

/**
 * Writes the names of checks, faults and variants as types, for completion and against typos in code that uses the
 * package.
 */

writeFileSync(new URL(`../${namesFile}`, import.meta.url), namesText());
