import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { parseAllDocuments } from 'yaml';
import { needs } from '../../support/needs.ts';
import { test } from '../../support/temporary-folder.ts';

/** Commands of the GitLab component, run with stand-ins for node and npm that print their arguments and the key. */

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

  test('installs the packages of a checkout by npm ci without the key, then runs it with the key', ({
    folder,
  }) => {
    const { status, lines } = run(folder, { CHECK_CHECKOUT: 'vendor/a b' });
    expect(status).toBe(0);
    expect(lines).toEqual([
      'npm ci --prefix vendor/a b --ignore-scripts --no-audit --no-fund without a key',
      `node vendor/a b/scripts/command.mjs ${rest}`,
    ]);
  });

  test('installs an exact version of the package without the key, then runs it with the key', ({
    folder,
  }) => {
    const { lines } = run(folder, { CHECK_PACKAGE: '@owner/evidence-contract@1.2.3' });
    expect(lines).toEqual([
      expect.stringMatching(/ --ignore-scripts .* @owner\/evidence-contract@1\.2\.3 without a key$/),
      `node /home/me/evidence-contract/node_modules/@owner/evidence-contract/dist/cli/main.js ${rest}`,
    ]);
  });

  test('ends with exit code 2 if neither a checkout nor a package is given', ({ folder }) => {
    expect(run(folder, {})).toEqual({
      status: 2,
      lines: [''],
      stderr: 'Give the input checkout, or package with its exact version.\n',
    });
  });
});
