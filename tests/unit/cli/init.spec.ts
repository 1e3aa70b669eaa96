import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { findCi } from '../../../cli/init/ci-service.ts';
import { runInit } from '../../../cli/init/run-init.ts';
import { loadConfiguration } from '../../../engine/configuration/load.ts';
import { UsageError } from '../../../engine/user-error.ts';
import { test } from '../../support/temporary-folder.ts';

const config = '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:reviews/service.git\n';

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Repositories as git lays them out; init runs in the folder `here`. */
const layouts: readonly (readonly [string, (folder: string) => Readonly<Record<string, string>>])[] = [
  ['a clone', () => ({ 'here/.git/config': config })],
  [
    'a work tree',
    (folder) => ({
      'here/.git': `gitdir: ${folder}/main/.git/worktrees/here\n`,
      'main/.git/worktrees/here/commondir': '../..\n',
      'main/.git/config': config,
    }),
  ],
  [
    'a submodule',
    () => ({ 'here/.git': 'gitdir: ../.git/modules/here\n', '.git/modules/here/config': config }),
  ],
  [
    'a bare repository next to its work tree',
    () => ({ 'here/.git': 'gitdir: ./.bare', 'here/.bare/config': config }),
  ],
];
for (const [name, layout] of layouts)
  test(`init finds the CI service of ${name}`, ({ folder }) => {
    writeAll(folder, layout(folder));
    expect(findCi(join(folder, 'here'))).toEqual({ services: ['github'] });
    runInit(join(folder, 'here'));
    expect(readFileSync(join(folder, 'here/.gitignore'), 'utf8')).toContain('.env\n');
  });

const withoutAddress: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a work tree without its repository', { 'here/.git': 'gitdir: /nowhere/.git/worktrees/here\n' }],
  ['a .git file that names no folder', { 'here/.git': 'mine\n' }],
  ['a repository with a folder instead of its config file', { 'here/.git/config/x': '' }],
];
for (const [name, files] of withoutAddress)
  test(`init finds no CI service in ${name}`, ({ folder }) => {
    writeAll(folder, files);
    expect(findCi(join(folder, 'here'))).toEqual({ services: [] });
  });

const inTheWay: readonly (readonly [string, string, string])[] = [
  [
    'contract',
    'contract/contract.spec.ts cannot be written: a part of its path is a file, not a folder. Written before: playwright.config.ts, tsconfig.json.',
    'contract/contract.spec.ts',
  ],
  [
    '.github',
    '.github/workflows/contract.yml cannot be written: a part of its path is a file, not a folder. Written before: playwright.config.ts, tsconfig.json, contract/contract.spec.ts, contract/own.spec.ts, .env.example.',
    '.gitignore',
  ],
];
for (const [file, sentence, unwritten] of inTheWay)
  test(`init lists the files already written if a file called ${file} is in the place of a folder`, ({
    folder,
  }) => {
    writeFileSync(join(folder, file), '');
    expect(() => runInit(folder, { ci: 'github' })).toThrow(
      `${sentence} Correct this and run init again, which writes what is missing.`,
    );
    expect(() => runInit(folder, { ci: 'github' })).toThrow(UsageError);
    expect(() => readFileSync(join(folder, unwritten))).toThrow();
  });

for (const [linked, path] of [
  ['contract', 'contract/contract.spec.ts'],
  ['.github', '.github/workflows/contract.yml'],
  ['.github/workflows', '.github/workflows/contract.yml'],
] as const)
  test(`init writes nothing through a symbolic link called ${linked}`, ({ folder }) => {
    const elsewhere = join(folder, 'elsewhere');
    const here = join(folder, 'here');
    mkdirSync(elsewhere);
    mkdirSync(dirname(join(here, linked)), { recursive: true });
    symlinkSync(elsewhere, join(here, linked));
    expect(() => runInit(here, { ci: 'github' })).toThrow(
      `${path} cannot be written: ${linked} is a link, and may lead elsewhere.`,
    );
    expect(readdirSync(elsewhere)).toEqual([]);
  });

test('init runs in a folder that is reached through a symbolic link', ({ folder }) => {
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  runInit(join(folder, 'link'), { ci: 'none' });
  expect(readdirSync(join(folder, 'real'))).toContain('contract');
});

test('init shows how to install missing packages, with the local tarball instead of a registry name', ({
  folder,
}) => {
  expect(runInit(folder, { ci: 'none' })).toMatch(
    /^ {2}npm install --save-dev @playwright\/test @types\/node typescript \.\/evidence-contract-\d+\.\d+\.\d+\.tgz$/m,
  );
});

test('init leaves folders and a dangling symbolic link in the place of its files unchanged', ({ folder }) => {
  mkdirSync(join(folder, '.gitignore'));
  mkdirSync(join(folder, '.gitlab-ci.yml'));
  symlinkSync('/nowhere', join(folder, '.env.example'));
  const text = runInit(folder, { ci: 'gitlab' });
  expect(text).toContain('left unchanged:\n  .env.example\n  .gitlab-ci.yml\n  .gitignore\n');
  expect(text).toContain('Add to .gitignore: node_modules/ .env reports/');
});

const typed: readonly (readonly [string, (text: string) => string, Readonly<Record<string, unknown>>])[] = [
  [
    'BASE_URL=embedded',
    (text) => text.replace(/^BASE_URL=.*/m, 'BASE_URL=embedded'),
    { isEmbeddedChosen: true },
  ],
];
for (const [name, edit, expected] of typed)
  test(`.env.example is a valid configuration after setting ${name}`, async ({ folder }) => {
    runInit(folder);
    writeFileSync(join(folder, '.env'), edit(readFileSync(join(folder, '.env.example'), 'utf8')));
    expect(await loadConfiguration({ environment: {}, directory: folder })).toMatchObject(expected);
  });

test('a second run of init gives no advice, even if the user edited its files', ({ folder }) => {
  writeAll(folder, { '.gitlab-ci.yml': 'mine: {}\n', 'sub/package.json': '{}' });
  expect(runInit(folder, { ci: 'gitlab' })).toContain('For you to do:');
  writeFileSync(join(folder, '.gitlab-ci.yml'), 'include: contract.gitlab-ci.yml\nmine: {}\n');
  const config = join(folder, 'playwright.config.ts');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll('\n', '\r\n').replace('html', 'dot'));
  expect(runInit(folder, { ci: 'gitlab' })).not.toMatch(/Written|For you to do/);
});
