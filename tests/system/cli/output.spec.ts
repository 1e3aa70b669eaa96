import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommand } from '../../support/run-command.ts';
import { test } from '../../support/temporary-folder.ts';

/** Commands whose output cannot be written, and commands with an internal error. */

const printing: readonly (readonly [string, readonly string[], number])[] = [
  ['check --json', ['check', '--no-progress', '--tier', 'pulse', '--json'], 0],
  ['validate', ['validate', 'wrong.json'], 1],
  ['--help', ['--help'], 0],
];

test.describe('Standard output', () => {
  for (const [name, words, code] of printing) {
    test(`of ${name} can be closed by its reader without a change of the exit code`, async ({ folder }) => {
      writeFileSync(join(folder, 'wrong.json'), '{}');
      const result = await runCommand(words, { directory: folder, outputTo: 'closed-pipe' });
      expect(result).toMatchObject({ code, stderr: expect.not.stringContaining('EPIPE') });
    });

    if (process.platform !== 'linux') continue;
    test(`of ${name} to a full disk is reported once, with exit code 2`, async ({ folder }) => {
      writeFileSync(join(folder, 'wrong.json'), '{}');
      const { code: ended, stderr } = await runCommand(words, { directory: folder, outputTo: '/dev/full' });
      const sentence = 'Standard output cannot be written. The system refused: the disk is full.\n';
      expect(stderr.split(sentence)).toHaveLength(2);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(ended).toBe(2);
    });
  }
});

const breaking: readonly (readonly [string, string])[] = [
  ['an uncaught exception', 'process.stdout.write = () => { setImmediate(() => { throw fault; }); };'],
  ['an unhandled rejection', 'process.stdout.write = () => { Promise.reject(fault); };'],
];

for (const [name, code] of breaking) {
  test(`${name} is reported as a fault of the suite, with exit code 7 and without its stack`, async () => {
    const preload = `const fault = new TypeError('This is broken \\u001b[31m');\n${code}`;
    const result = await runCommand(['plan'], {
      environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` },
    });
    expect(result.code).toBe(7);
    expect(result.stderr).toMatch(
      /^The suite itself broke: TypeError: This is broken \ufffd\[31m \(.*\)\nPlease report this .+, with what you ran, version \d+\.\d+\.\d+ and Node\.js [\d.]+\.\n$/,
    );
  });
}
