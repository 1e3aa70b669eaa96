import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { once } from '../../support/once.ts';
import { runCommand } from '../../support/run-command.ts';

const bashScript = once(async (): Promise<string> => {
  const { stdout, code } = await runCommand(['completion', 'bash']);
  expect(code).toBe(0);
  return stdout;
});

/** The completions that bash offers for the last word of a command line. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const line = ['evidence-contract', ...words].join(' ');
  const breaks = ' \t\n"\'@><=;|&(:';
  const script = `${await bashScript()}
COMP_WORDBREAKS=$1 COMP_LINE=$2 COMP_POINT=\${#2}; _evidence_contract; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const result = spawnSync('bash', ['--norc', '-euc', script, 'bash', breaks, line], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  // Bash replaces what follows the last character that breaks words, and an at sign with it.
  const kept = (/^.*[@=:]/.exec(words.at(-1) ?? '')?.[0] ?? '').replace(/@$/, '');
  return result.stdout
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => `${kept}${one}`);
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

test('bash completes within a word: after an equals sign, a comma, an at sign, and at a colon', async () => {
  expect(await offered('check', '--tier=p')).toEqual(['--tier=pulse']);
  expect(await offered('check', '--tier=')).toHaveLength(4);
  expect(await offered('check', '--only=us')).toContain('--only=users');
  expect(await offered('check', '--only', 'auth@us')).toEqual(['auth@users']);
  expect(await offered('check', '--only=auth@projects/:')).toEqual(['--only=auth@projects/:id']);
  expect(await offered('check', '--only', 'projects/:')).toEqual(['projects/:id']);
  expect(await offered('plan', '--only', 'AUTH-9')).toEqual(['AUTH-9']);
  expect(await offered('check', '--report', 'html,s')).toEqual(['html,sarif']);
  expect(await offered('check', '--report=html,junit,ma')).toEqual(['--report=html,junit,markdown']);
  expect(await offered('check', '--tier', 'pulse', '--rep')).toEqual(['--report', '--report-dir']);
});

test('bash completes the names of faults and variants', async () => {
  expect(await offered('reference', '--fault', 'projects-open')).toContain('projects-open-without-key');
  expect(await offered('reference', '--variant=gz')).toContain('--variant=gzip');
  expect(await offered('reference', '--list-faults', 'au')).toEqual(['auth']);
});

test('fish and zsh have completion scripts too; an unknown shell is refused', async () => {
  const fish = (await runCommand(['completion', 'fish'])).stdout;
  expect(fish).toMatch(/^complete -c evidence-contract -n __fish_use_subcommand -f -a check -d 'Check an /m);
  expect(fish).toMatch(
    /'__fish_seen_subcommand_from check' -l tier -d '.*' -r -f -a 'pulse standard full survey'$/m,
  );
  expect((await runCommand(['completion', 'zsh'])).stdout).toMatch(/^autoload -U \+X bashcompinit/);
  const { code, stderr } = await runCommand(['completion', 'tcsh']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish.')]);
});
