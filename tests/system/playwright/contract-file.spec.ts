import { expect, test } from '@playwright/test';
import { runPlaywrightIn } from '../../support/run-command.ts';
import { makeConsumer, usualConfiguration } from './consumer.ts';
import { runServed } from './served.ts';

/** How the file that declares the contract is run, and split, in a project that uses the package. */

const contract = `import { contractTests } from 'evidence-contract/playwright';\n\ncontractTests();\n`;

/** The tests that Playwright would run, each as "file › describe › title", and its whole output. */
async function listed(
  folder: string,
  words: readonly string[],
): Promise<{ readonly tests: readonly string[]; readonly said: string }> {
  const { stdout, stderr } = await runPlaywrightIn(folder, ['--list', '--reporter=list', ...words], {
    BASE_URL: 'embedded',
  });
  const tests = stdout.split('\n').filter((line) => line.includes(' › '));
  return { tests: tests.map((line) => line.replace(/ @.*$/, '').trim()), said: stdout + stderr };
}

test.describe('The file of the contract', () => {
  test.slow();

  test('is found by its name in a TypeScript project, and has no tests for BASELINE or MIN_COVERAGE if unset', async () => {
    const folder = makeConsumer({
      'playwright.config.ts': usualConfiguration,
      'contract/contract.spec.ts': contract,
    });
    const { tests, said } = await listed(folder, ['contract/contract.spec.ts']);
    expect(tests.length, said).toBeGreaterThan(50);
    expect(said).not.toMatch(/BASELINE|MIN_COVERAGE/);
  });

  test('can declare overlapping parts of the contract, each with its own tags and those of its topics', async () => {
    const folder = makeConsumer({
      'playwright.config.ts': usualConfiguration,
      'contract/contract.spec.ts': `import { contractTests } from 'evidence-contract/playwright';
        contractTests({ only: ['users'], tags: ['@a'] });
        contractTests({ only: ['auth'], tags: ['@b'] });`,
    });
    const { tests, said } = await listed(folder, []);
    const auth = tests.filter((one) => one.includes('GET /api/v3/users › accepts valid keys'));
    expect(auth.length, said).toBe(2);
    const tagged = await listed(folder, ['--grep', '(?=.*@b)(?=.*@auth)']);
    expect(tagged.tests.filter((one) => one.includes('GET /api/v3/users'))).toHaveLength(1);
  });

  test('fails in a Playwright project with the baseURL of another installation', async () => {
    const folder = makeConsumer({
      'playwright.config.ts': `import { defineContractConfig } from 'evidence-contract/playwright';
        export default defineContractConfig({
          testDir: 'contract',
          projects: [
            { name: 'same', use: { baseURL: process.env.BASE_URL + '/app' } },
            { name: 'other', use: { baseURL: 'http://other.invalid:8080/app' } },
          ],
        });`,
      'contract/contract.spec.ts': `import { contractTests } from 'evidence-contract/playwright';
        contractTests({ only: ['availability@users'] });`,
    });
    const { code, stdout } = await runServed(folder, ['--reporter=list']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/2 failed[\s\S]*2 passed/);
    expect(stdout).toMatch(
      /use\.baseURL of the project other is an address at http:\/\/other\.invalid:8080, but the contract is checked at http:\/\/127/,
    );
  });

  for (const [how, shard, words] of [
    ['on the command line', '', (current: number) => [`--shard=${current}/2`]],
    ['in the configuration', 'shard: { current: Number(process.env.SHARD), total: 2 },', () => []],
  ] as const) {
    test(`is split by endpoint if the shard is set ${how}`, async () => {
      const folder = makeConsumer({
        'playwright.config.ts': `import { defineContractConfig } from 'evidence-contract/playwright';
          export default defineContractConfig({ testDir: 'contract', ${shard} });`,
        'contract/contract.spec.ts': contract,
      });
      const shards: (readonly string[])[] = [];
      for (const current of [1, 2]) {
        const { stdout, stderr } = await runPlaywrightIn(
          folder,
          ['--list', '--reporter=list', ...words(current)],
          { BASE_URL: 'embedded', SHARD: String(current) },
        );
        const tests = stdout.split('\n').filter((line) => line.includes(' › '));
        expect(tests.length, stdout + stderr).toBeGreaterThan(10);
        shards.push([...new Set(tests.map((line) => line.split(' › ')[1] ?? ''))]);
      }
      const endpoints = shards.flat();
      expect(endpoints.filter((one, index) => endpoints.indexOf(one) !== index)).toEqual([]);
    });
  }
});
