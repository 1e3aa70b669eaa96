import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putInPlace, removeUnused, touch } from './kept-folders.ts';
import { once } from './once.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const home = join(root, 'tests/out/compiled');
const configuration = 'tests/compiled.tsconfig.json';

/**
 * The compiled form of a source file, for processes that tests start: with tsx each of them would transpile all that it
 * loads. `tests/compiled.tsconfig.json` lists the programs of tests that it compiles in addition to the product.
 * @param source its path in the project, such as `cli/main.ts`
 */
export function compiled(source: string): string {
  return join(compiledFolder(), source.replace(/ts$/, 'js'));
}

/** A folder for each state of the sources: it can be neither outdated nor half made, even if others compile. */
const compiledFolder = once((): string => {
  const folder = join(home, stateOfSources());
  if (existsSync(folder)) touch(folder);
  else compileTo(folder);
  return folder;
});

/** Identifies the sources of the product and of its tests as they are. */
export function stateOfSources(): string {
  const { include } = JSON.parse(readFileSync(join(root, configuration), 'utf8')) as {
    readonly include: readonly string[];
  };
  const folders = include.filter((path) => path.startsWith('../')).map((path) => path.slice('../'.length));
  const files = ['tests', ...folders].flatMap(filesIn);
  const hash = createHash('sha256');
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.build.json', configuration, ...files])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

const skipped = new Set(['node_modules', 'out']);

/** All files of a folder, in an order that is always the same. */
function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

function compileTo(folder: string): void {
  removeUnused(home);
  const made = mkdtempSync(`${folder}-`);
  const run = (...words: readonly string[]): void => {
    execFileSync(process.execPath, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  };
  run('node_modules/typescript/bin/tsc', '--project', configuration, '--outDir', made);
  run('scripts/copy-assets.mjs', made);
  copyFileSync(join(root, 'package.json'), join(made, 'package.json'));
  putInPlace(made, folder);
}
