import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect } from '@playwright/test';
import { compiled } from '../../support/compiled.ts';
import { locationOf, needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';
import { test } from '../../support/temporary-folder.ts';

test.describe('On a terminal the monitor', () => {
  needs('script');

  test('prints its address first, then log lines in columns', async ({ folder }) => {
    const command = `"${process.execPath}" "${compiled('cli/main.ts')}" monitor`;
    const child = spawn(locationOf('script'), ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PORT: '0', TERM: 'xterm', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += stripVTControlCharacters(chunk.toString());
    });
    await expect.poll(() => output, often).toContain('unknown → conforming');
    // Ctrl+C, as a terminal sends it.
    child.stdin.write('\u0003');
    await ended;
    const lines = output.split(/\r?\n/).filter((line) => line !== '');
    expect(lines[0]).toMatch(/^ {2}http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines[1]).toMatch(/^History: sqlite, suite .*\. Ctrl\+C ends it\.$/);
    expect(output).toMatch(
      /^\d\d:\d\d:\d\d {2}reference {9}state changed {2}unknown → conforming {2}run=\w+\r?$/m,
    );
    expect(output).not.toContain('{"');
    expect(output).toContain('the monitor has stopped');
  });
});
