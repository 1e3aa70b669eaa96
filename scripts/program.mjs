// Runs a program outside the product from its sources: node scripts/program.mjs FILE.ts [WORD…]
import { resolve } from 'node:path';
import { importTypeScript } from './launcher/import-typescript.mjs';
import { refusalOfNode } from './launcher/project.mjs';

const refusal = refusalOfNode();
if (refusal === undefined) {
  const file = resolve(process.argv[2]);
  process.argv.splice(1, 2, file);
  await importTypeScript(file);
} else {
  process.stderr.write(refusal);
  process.exitCode = 2;
}
