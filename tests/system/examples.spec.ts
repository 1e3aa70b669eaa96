import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { pipelines } from '../../cli/init/templates.ts';
import { long } from '../support/long.ts';
import { runNode } from '../support/run-command.ts';
import { makeConsumer } from './playwright/consumer.ts';
import { runServed } from './playwright/served.ts';

/** The examples as users run them, with the compiled package installed. `.ci/packed` runs the example for Vitest. */

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

function filesOf(example: string): Readonly<Record<string, string>> {
  const folder = join(examples, example);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test.describe('The examples', () => {
  test.slow();

  test('the client example passes its tests against the reference installation', async () => {
    const { code, stdout, stderr } = await runNode(['--test'], {
      directory: makeConsumer(filesOf('client')),
    });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/pass 3\b/);
  });

  test('the Playwright example passes part of the contract and its own tests', long, async () => {
    const { code, stdout, stderr } = await runServed(makeConsumer(filesOf('playwright')), [
      '--reporter=list',
    ]);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/\b1[2-9] passed\b/);
  });

  test('the pipeline examples are identical to the pipelines that `init` writes', () => {
    expect(filesOf('pipelines')).toEqual({
      'github-workflow.yml': pipelines.github.text,
      'gitlab-ci.yml': pipelines.gitlab.text,
      Jenkinsfile: pipelines.jenkins.text,
    });
  });
});
