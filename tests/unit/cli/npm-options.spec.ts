import { expect, test } from '@playwright/test';
import { Command } from 'commander';
import { registerCheck } from '../../../cli/commands/check.ts';
import { registerReference } from '../../../cli/commands/reference.ts';
import { refuseOptionsTakenByNpm } from '../../../cli/npm-options.ts';

const program = new Command();
registerCheck(program);
registerReference(program);

/** Why a command is refused that npm started with an environment variable; empty if it is accepted. */
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
  test(`"${words.join(' ')}" is ${isRefused ? 'refused' : 'accepted'} if npm sets ${name}`, () => {
    expect(refusalOf(words, name, value)).toMatch(isRefused ? /^npm took --/ : /^$/);
  });
