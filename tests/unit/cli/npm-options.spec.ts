import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Command } from 'commander';
import { registerCheck } from '../../../cli/commands/check.ts';
import { registerReference } from '../../../cli/commands/reference.ts';
import { refuseOptionsTakenByNpm } from '../../../cli/npm-options.ts';
import { test } from '../../support/temporary-folder.ts';

const program = new Command();
registerCheck(program);
registerReference(program);

const startMs = Date.parse('2026-02-03T04:05:06.789Z');
const usualLog = '2026-02-03T04_05_06_789Z-debug-0.log';

/** What becomes of a command that npm started a second ago, with these lines in its logs. */
function refusalOf(
  folder: string,
  words: readonly string[],
  logs: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): string {
  mkdirSync(join(folder, '_logs'));
  for (const [name, line] of Object.entries(logs))
    writeFileSync(
      join(folder, '_logs', name),
      `0 verbose cli npm\n9 verbose title npm\n10 ${line}\n11 info ok\n`,
    );
  const environment = { npm_lifecycle_event: words[0] ?? '', npm_config_cache: folder, ...variables };
  try {
    refuseOptionsTakenByNpm(program, words, environment, startMs + 1000);
    return '';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : 'a fault';
  }
}

const argv = (...words: readonly string[]): string =>
  `verbose argv ${words.map((word) => JSON.stringify(word)).join(' ')}`;
const only =
  'npm took --only for itself. Write two hyphens before the options: npm run check -- --only <name>';

const commandLines: readonly (readonly [string, readonly string[], string, string])[] = [
  ['--only users', ['check'], argv('run', 'check', '--only', 'users'), only],
  ['--only, to an older npm', ['check'], argv('run-script', 'check', '--json', '--only', '" "'), only],
  ['-- --only users', ['check', '--only', 'users'], argv('run', 'check', '--', '--only', 'users'), ''],
  ['both', ['check', '--only=auth'], argv('run', 'check', '--only', 'users', '--', '--only=auth'), ''],
  ['an --only for npm, before the script', ['check'], argv('--only', 'prod', 'run', 'check'), ''],
  ['--quiet', ['check'], argv('run', 'check', '--loglevel', 'warn'), ''],
  ['nothing', ['check'], argv('run', 'check'), ''],
  ['something else', ['check'], argv('install', '--only', 'prod'), ''],
  ['what cannot be read', ['check'], 'verbose argv "run" "check" "--only', ''],
];
for (const [name, words, line, sentence] of commandLines)
  test(`npm was given ${name}: ${sentence === '' ? 'nothing is refused' : 'it is refused'}`, ({ folder }) => {
    expect(refusalOf(folder, words, { [usualLog]: line })).toBe(sentence);
  });

test('the newest log of the script counts, and no old one', ({ folder }) => {
  const taken = argv('run', 'check', '--only', 'users');
  const logs = {
    '2026-02-03T04_05_05_000Z-debug-0.log': taken,
    '2026-02-03T04_05_07_000Z-debug-0.log': argv('install'),
  };
  expect(refusalOf(join(folder), ['check'], { ...logs, [usualLog]: argv('run', 'check') })).toBe('');
});

test('a log of minutes ago is that of another run', ({ folder }) => {
  const taken = argv('run', 'check', '--only', 'users');
  expect(
    refusalOf(folder, ['check'], { '2026-02-03T04_03_00_000Z-debug-0.log': taken, 'x-debug-0.log': taken }),
  ).toBe('');
});

const variables: readonly (readonly [string, string, string, boolean])[] = [
  ['check', 'npm_config_json', 'true', true],
  ['reference', 'npm_config_port', '5000', true],
  ['check', 'npm_config_quiet', 'true', false],
  ['check', 'npm_config_progress', '', false],
];
for (const [command, name, value, isRefused] of variables)
  test(`${name} ${isRefused ? 'shows that npm took an option of' : 'is left to npm in'} ${command}`, ({
    folder,
  }) => {
    expect(refusalOf(folder, [command], {}, { [name]: value })).toMatch(isRefused ? /^npm took --/ : /^$/);
  });
