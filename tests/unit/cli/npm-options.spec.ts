import { expect, test } from '@playwright/test';
import { Command } from 'commander';
import { registerCheck } from '../../../cli/commands/check.ts';
import { registerReference } from '../../../cli/commands/reference.ts';
import { refuseOptionsTakenByNpm } from '../../../cli/npm-options.ts';

const program = new Command();
registerCheck(program);
registerReference(program);

/** What becomes of a command that npm started with a variable. */
function refusalOf(words: readonly string[], name: string, value: string): string {
  try {
    refuseOptionsTakenByNpm(program, words, { npm_lifecycle_event: words[0], [name]: value });
    return '';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : 'a fault';
  }
}

const rows: readonly (readonly [
  words: readonly string[],
  name: string,
  value: string,
  isRefused: boolean,
])[] = [
  [['reference'], 'npm_config_port', '5000', true],
  [['check', '--json'], 'npm_config_json', 'true', false],
  [['check'], 'npm_config_quiet', 'true', false],
  [['check'], 'npm_config_progress', '', false],
];
for (const [words, name, value, isRefused] of rows)
  test(`${name} ${isRefused ? 'shows that npm took an option of' : 'is no reason to refuse'} ${words.join(' ')}`, () => {
    expect(refusalOf(words, name, value)).toMatch(isRefused ? /^npm took --/ : /^$/);
  });
