import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { needs } from '../../support/needs.ts';
import { test } from '../../support/temporary-folder.ts';

/** What the steps of action.yml run, with stubs for node and npm that print their arguments. */

const file = fileURLToPath(new URL('../../../action.yml', import.meta.url));
interface Step {
  readonly id: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}
const { runs } = parse(readFileSync(file, 'utf8')) as {
  readonly runs: { readonly steps: readonly Step[] };
};
const stepOf = (id: string): Step => {
  const step = runs.steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`action.yml has no step ${id}.`);
  return step;
};
const [install, check] = [stepOf('install'), stepOf('check')];

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the step set as its outputs. */
  readonly outputs: string;
}

function run(folder: string, step: Step, inputs: Readonly<Record<string, string>>): Ran {
  for (const name of ['node', 'npm', 'npx']) {
    const stub = join(folder, name);
    writeFileSync(stub, `#!/bin/sh\necho ${name}\nfor word in "$@"; do echo "$word"; done\n`);
    chmodSync(stub, 0o755);
  }
  const output = join(folder, 'outputs');
  writeFileSync(output, '');
  const unset = Object.fromEntries(Object.keys(step.env).map((name) => [name, '']));
  const env = {
    ...process.env,
    ...unset,
    GITHUB_ACTION_PATH: join(folder, 'copy'),
    RUNNER_TEMP: join(folder, 'temp'),
    GITHUB_OUTPUT: output,
    CHECK_TIER: 'full',
    CHECK_REPORT_DIR: 'out',
    ...inputs,
    PATH: `${folder}:${process.env.PATH}`,
  };
  const words = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run];
  const { status, stdout, stderr } = spawnSync('bash', words, { env, encoding: 'utf8' });
  return { status, stdout, stderr, outputs: readFileSync(output, 'utf8') };
}

function wordsFor(folder: string, inputs: Readonly<Record<string, string>>): readonly string[] {
  const { status, stdout, stderr } = run(folder, check, { ...inputs, CHECK_PROGRAM: '/copy/command.mjs' });
  expect([status, stderr]).toEqual([0, '']);
  const [program, ...words] = stdout.split('\n').slice(0, -1);
  expect([program, words[0]]).toEqual(['node', '/copy/command.mjs']);
  return words.slice(1);
}

const usual = ['check', '--no-progress', '--tier', 'full', '--report', ',github', '--report-dir', 'out'];

test.describe('The step for GitHub Actions', () => {
  needs('bash');

  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    ['users', ['users']],
    ['users,auth', ['users', 'auth']],
    [' users , auth@projects/:id ,', ['users', 'auth@projects/:id']],
    ['users\n  GET /api/v3/users\n\nAUTH-9\n', ['users', 'GET /api/v3/users', 'AUTH-9']],
    ['*, $HOME', ['*', '$HOME']],
  ];
  for (const [only, names] of lists)
    test(`passes one --only option for each name in ${JSON.stringify(only)} (${names.length})`, ({
      folder,
    }) => {
      expect(wordsFor(folder, { CHECK_ONLY: only })).toEqual([
        ...usual,
        ...names.flatMap((name) => ['--only', name]),
      ]);
    });

  test('passes on a baseline if one is given', ({ folder }) => {
    expect(wordsFor(folder, { CHECK_BASELINE: 'a b.json' })).toEqual([...usual, '--baseline', 'a b.json']);
  });

  test('runs the copy that was pinned, with packages from npm ci without install scripts', ({ folder }) => {
    const { status, stdout, outputs } = run(folder, install, {});
    const copy = join(folder, 'copy');
    expect(status).toBe(0);
    expect(stdout).toBe(
      `npm\nci\n--prefix\n${copy}\n--cache\n${folder}/temp/evidence-contract-downloads\n--ignore-scripts\n--no-audit\n--no-fund\n`,
    );
    expect(outputs).toBe(`program=${copy}/scripts/command.mjs\n`);
  });

  for (const [name, lies] of [
    ['evidence-contract@1.2.3', 'evidence-contract'],
    ['@owner/evidence-contract@1.2.3-rc.1', '@owner/evidence-contract'],
  ])
    test(`installs and runs ${name} if the input package names it`, ({ folder }) => {
      const { status, stdout, outputs } = run(folder, install, { CHECK_PACKAGE: name ?? '' });
      expect(status).toBe(0);
      expect(stdout).toContain(`--ignore-scripts\n`);
      expect(stdout).toContain(`\n${name}\n`);
      expect(outputs).toBe(
        `program=${folder}/temp/evidence-contract/node_modules/${lies}/dist/cli/main.js\n`,
      );
    });

  const inexact = [
    'evidence-contract',
    'evidence-contract@latest',
    'evidence-contract@^1.2.3',
    'evidence-contract@1.2',
    'evidence-contract@1.2.3 other@1.0.0',
    '--global@1.2.3',
    '../evidence-contract@1.2.3',
    'https://elsewhere.example/a.tgz',
    'evidence-contract@1.2.3\nother',
  ];
  for (const name of inexact)
    test(`refuses the package ${JSON.stringify(name)}, and installs nothing`, ({ folder }) => {
      const { status, stdout, outputs } = run(folder, install, { CHECK_PACKAGE: name });
      expect(status).toBe(2);
      expect(stdout).toMatch(/^::error::The input package needs a name and an exact version/);
      expect([stdout.split('\n').length, outputs]).toEqual([2, '']);
    });

  test('passes no API key to the install step', () => {
    expect(Object.keys(install.env)).toEqual(['CHECK_PACKAGE']);
  });
});
