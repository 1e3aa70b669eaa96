import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { needs } from '../../support/needs.ts';
import { test } from '../../support/temporary-folder.ts';

/** The command line that action.yml makes of its inputs, by a stand-in for npx that prints it. */

const file = fileURLToPath(new URL('../../../action.yml', import.meta.url));
const { runs } = parse(readFileSync(file, 'utf8')) as {
  readonly runs: {
    readonly steps: readonly [{ readonly run: string; readonly env: Readonly<Record<string, string>> }];
  };
};
const [step] = runs.steps;

function wordsFor(folder: string, inputs: Readonly<Record<string, string>>): readonly string[] {
  const npx = join(folder, 'npx');
  writeFileSync(npx, '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n');
  chmodSync(npx, 0o755);
  const unset = Object.fromEntries(Object.keys(step.env).map((name) => [name, '']));
  const env = {
    ...process.env,
    ...unset,
    GITHUB_ACTION_PATH: dirname(file),
    CHECK_TIER: 'full',
    CHECK_REPORT_DIR: 'out',
    ...inputs,
    PATH: `${folder}:${process.env.PATH}`,
  };
  const words = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run];
  const { status, stdout, stderr } = spawnSync('bash', words, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(stdout.split('\n').indexOf('check'), -1);
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
    test(`takes ${JSON.stringify(only)} for ${names.length} names`, ({ folder }) => {
      expect(wordsFor(folder, { CHECK_ONLY: only })).toEqual([
        ...usual,
        ...names.flatMap((name) => ['--only', name]),
      ]);
    });

  test('hands on a baseline where one is given', ({ folder }) => {
    expect(wordsFor(folder, { CHECK_BASELINE: 'a b.json' })).toEqual([...usual, '--baseline', 'a b.json']);
  });
});
