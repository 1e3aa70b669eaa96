import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allowedRegexes } from './regexes/allowed.ts';
import { auditRegexes } from './regexes/audit.ts';
import { collectRegexes } from './regexes/collect-literals.ts';
import { patternsInJson } from './regexes/collect-patterns.ts';

/**
 * Reports every regular expression of the suite whose cost may grow faster than its input; exits with 1 if there is
 * one.
 */

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const codeFolders = [
  'cli/',
  'contract/',
  'engine/',
  'fhir/',
  'library/',
  'monitor/',
  'playwright/',
  'reports/',
];
const dataFolders = ['schemas/', 'fhir/definitions/model/'];

const inData = dataFolders.flatMap((folder) =>
  readdirSync(`${root}/${folder}`).flatMap((name) =>
    patternsInJson(folder + name, readFileSync(`${root}/${folder}${name}`, 'utf8')),
  ),
);
const found = [...collectRegexes(root, codeFolders), ...inData];
const problems = await auditRegexes(found, allowedRegexes);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write('Rewrite each so that a text matches in one way at most, or bound what it repeats.\n');
  process.exitCode = 1;
} else
  process.stdout.write(`${found.length} regular expressions are linear or on the list of allowed ones.\n`);
