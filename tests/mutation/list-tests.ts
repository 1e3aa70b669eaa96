import { fileURLToPath } from 'node:url';
import { loadSpecs } from './run-specs.ts';
import { targets } from './targets.ts';

/** Loads the specs of every target as a mutation run does, and prints how many tests each has. */

const root = fileURLToPath(new URL('../../', import.meta.url));
for (const [name, { specs }] of Object.entries(targets)) {
  const files = await loadSpecs(root, specs);
  const tests = files.reduce((sum, file) => sum + file.tests.length, 0);
  process.stdout.write(`${name}: ${tests} tests in ${files.length} files\n`);
}
