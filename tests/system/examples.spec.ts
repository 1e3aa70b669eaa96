import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { pipelines } from '../../cli/init/templates.ts';
import { long } from '../support/long.ts';
import { runNode } from '../support/run-command.ts';
import { makeConsumer } from './playwright/consumer.ts';
import { runServed } from './playwright/served.ts';

/** The examples, as their users run them: in a folder in which the compiled package is installed. `.ci/packed` runs Vitest's. */

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

function filesOf(example: string): Readonly<Record<string, string>> {
  const folder = join(examples, example);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test.describe('The examples', () => {
  test.slow();

  test('a client is tested against the reference installation', async () => {
    const { code, stdout, stderr } = await runNode(['--test'], {
      directory: makeConsumer(filesOf('client')),
    });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/pass 3\b/);
  });

  test('a project runs part of the contract and tests of its own in Playwright', long, async () => {
    const { code, stdout, stderr } = await runServed(makeConsumer(filesOf('playwright')), [
      '--reporter=list',
    ]);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/\b1[2-9] passed\b/);
  });

  test('the pipelines are those that `init` writes', () => {
    expect(filesOf('pipelines')).toEqual({
      'github-workflow.yml': pipelines.github.text,
      'gitlab-ci.yml': pipelines.gitlab.text,
      Jenkinsfile: pipelines.jenkins.text,
    });
  });
});
