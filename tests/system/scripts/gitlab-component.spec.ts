import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { parseAllDocuments } from 'yaml';
import { needs } from '../../support/needs.ts';
import { test } from '../../support/temporary-folder.ts';

/** What the component for GitLab runs, by stand-ins for node and npm that print their words and whether they see the key. */

const file = fileURLToPath(new URL('../../../templates/check.yml', import.meta.url));
const [, component] = parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as unknown);
const { contract } = component as { readonly contract: { readonly script: readonly string[] } };

function run(folder: string, inputs: Readonly<Record<string, string>>) {
  for (const name of ['node', 'npm', 'npx']) {
    const stub = join(folder, name);
    writeFileSync(stub, `#!/bin/sh\necho ${name} "$@" "\${API_KEY:-without a key}"\n`);
    chmodSync(stub, 0o755);
  }
  const env = {
    HOME: '/home/me',
    API_KEY: 'with a key',
    CHECK_REPORT: 'junit',
    CHECK_CHECKOUT: '',
    CHECK_PACKAGE: '',
    ...inputs,
    PATH: `${folder}:${process.env.PATH}`,
  };
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', contract.script.join('\n')], {
    env,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

const rest = 'check --no-progress --report junit --report-dir contract-reports with a key';

test.describe('The component for GitLab', () => {
  needs('bash');

  test('runs a checkout, with the packages of its lock file', ({ folder }) => {
    const { status, lines } = run(folder, { CHECK_CHECKOUT: 'vendor/a b' });
    expect(status).toBe(0);
    expect(lines).toEqual([
      'npm ci --prefix vendor/a b --ignore-scripts --no-audit --no-fund without a key',
      `node vendor/a b/scripts/command.mjs ${rest}`,
    ]);
  });

  test('runs an exact version of the package', ({ folder }) => {
    const { lines } = run(folder, { CHECK_PACKAGE: '@owner/evidence-contract@1.2.3' });
    expect(lines).toEqual([
      expect.stringMatching(/ --ignore-scripts .* @owner\/evidence-contract@1\.2\.3 without a key$/),
      `node /home/me/evidence-contract/node_modules/@owner/evidence-contract/dist/cli/main.js ${rest}`,
    ]);
  });

  test('chooses no version by itself', ({ folder }) => {
    expect(run(folder, {})).toEqual({
      status: 2,
      lines: [''],
      stderr: 'Give the input checkout, or package with its exact version.\n',
    });
  });
});
