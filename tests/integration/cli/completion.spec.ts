import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { runCommand } from '../../support/run-command.ts';

/** What bash offers after the words of a command line, the last of which is still being typed. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout, code } = await runCommand(['completion', 'bash']);
  expect(code).toBe(0);
  const script = `${stdout}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _evidence_contract; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const result = spawnSync('bash', ['-euc', script, 'bash', 'evidence-contract', ...words], {
    encoding: 'utf8',
  });
  expect(result.stderr).toBe('');
  return result.stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options, and the names that they take', async () => {
  expect(await offered('ch')).toEqual(['check', 'checks']);
  expect(await offered('check', '--re')).toEqual(['--report', '--report-dir']);
  expect(await offered('check', '--tier', 's')).toEqual(['standard', 'survey']);
  expect(await offered('check', '--only', 'sd_')).toEqual(['sd_meta_data', 'sd_meta_data/:id']);
  expect(await offered('checks', 'AUTH-')).toContain('AUTH-9');
  expect(await offered('validate', '--format', 'o')).toEqual(['operation-outcome']);
  expect(await offered('compare', '--h')).toEqual(['--help']);
  expect(await offered('check', '--known', '')).toEqual([]);
});

test('there is a script for each shell, with a line for each option of fish', async () => {
  const fish = (await runCommand(['completion', 'fish'])).stdout;
  expect(fish).toMatch(/^complete -c evidence-contract -n __fish_use_subcommand -f -a check -d 'Check an /m);
  expect(fish).toMatch(
    /'__fish_seen_subcommand_from check' -l tier -d '.*' -r -f -a 'pulse standard full survey'$/m,
  );
  expect((await runCommand(['completion', 'zsh'])).stdout).toMatch(/^autoload -U \+X bashcompinit/);
  const { code, stderr } = await runCommand(['completion', 'tcsh']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish.')]);
});
