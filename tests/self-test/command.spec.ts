import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';

const command = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

/** Starts `reference` in a process of its own; `until` ends it once that stands in what it printed. */
async function reference(args: readonly string[], until?: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', command, 'reference', '--port', '0', ...args]);
  const printed = { output: '', errors: '' };
  child.stdout.on('data', (text) => {
    printed.output += text;
    if (until !== undefined && printed.output.includes(until)) child.kill('SIGTERM');
  });
  child.stderr.on('data', (text) => {
    printed.errors += text;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { ...printed, exitCode };
}

test('lists every fault and every variant', async () => {
  const { output, exitCode } = await reference(['--list-faults', '--list-variants']);
  const lines = output.split('\n');
  expect([...faults, ...variants].filter(({ name }) => !lines.includes(name))).toEqual([]);
  expect(exitCode).toBe(0);
});

test('tells what it was started with, and which settings the check needs then', async () => {
  const args = ['--variant', 'project-named-otherwise', '--fault', 'users-crash', '--fault', 'projects-null'];
  const { output, exitCode } = await reference(args, 'Ctrl+C ends it.');
  expect(output).toContain('Variant project-named-otherwise (GAP-CITATIONS-PROJECT)');
  expect(output).toContain('Fault users-crash (breaks ERROR-1, caught by availability.documented-status)');
  expect(output).toContain('Fault projects-null');
  expect(output.match(/PROJECT_PARAMETER=review BASE_URL=/g)).toHaveLength(2);
  expect(exitCode).toBe(0);
});

test('refuses unknown names with exit 2 and the nearest right one', async () => {
  const args = ['--fault', 'projcts-missing', '--variant', 'gzipp', '--fault', 'zzzzzzzzzz'];
  const { errors, output, exitCode } = await reference(args);
  expect(output).toBe('');
  expect(errors).toBe(
    [
      'There is no fault named "projcts-missing". Did you mean projects-missing?',
      'There is no fault named "zzzzzzzzzz". --list-faults shows all.',
      'There is no variant named "gzipp". Did you mean gzip?',
      '',
    ].join('\n'),
  );
  expect(exitCode).toBe(2);
});
