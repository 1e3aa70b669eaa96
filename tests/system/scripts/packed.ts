import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiled } from '../../support/compiled.ts';
import { once } from '../../support/once.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The package file as `npm pack` makes it, from a folder of its own, so that nothing else sees it unfinished. */
export const packedFile = once((): string => {
  const folder = join(emptyFolder(), 'package');
  mkdirSync(folder);
  const sources = dirname(dirname(compiled('cli/main.ts')));
  cpSync(sources, join(folder, 'dist'), {
    recursive: true,
    filter: (source) => relative(sources, source).split(sep)[0] !== 'tests',
  });
  const run = (cwd: string, ...words: readonly string[]): void => {
    execFileSync(process.execPath, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  run(root, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', join(folder, 'dist'));
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  for (const name of ['package.json', 'README.md', 'LICENSE', ...files])
    if (name !== 'dist' && name !== 'npm-shrinkwrap.json')
      cpSync(join(root, name), join(folder, name), { recursive: true });
  const target = emptyFolder();
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  });
  return join(target, packed.trim());
});

/** A folder with the package file, and a stand-in for `npm` that takes all other packages from this project. */
export function emptyProject(): { readonly folder: string; readonly bin: string } {
  const folder = emptyFolder();
  const bin = emptyFolder();
  copyFileSync(packedFile(), join(folder, 'evidence-contract-0.1.0.tgz'));
  copyFileSync(join(root, 'tests/system/scripts/stand-in-npm.sh'), join(bin, 'npm'));
  return { folder, bin };
}
