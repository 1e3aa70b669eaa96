// Runs the project's command line, for `npm run check` and others: compiled if possible. Plain JavaScript, so that any
// Node.js can start it. `npm run` needs no build step, and an old build never hides an edit.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBuild } from './launcher/build.mjs';
import { importTypeScript } from './launcher/import-typescript.mjs';
import { refusalOfNode, root } from './launcher/project.mjs';

const refusal = refusalOfNode();
if (refusal === undefined) {
  const folder = await openBuild();
  if (folder === undefined) await importTypeScript(join(root, 'cli/main.ts'));
  else await import(pathToFileURL(join(folder, 'cli/main.js')).href);
} else {
  process.stderr.write(refusal);
  process.exitCode = 2;
}
