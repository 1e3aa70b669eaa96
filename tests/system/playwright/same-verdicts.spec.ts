import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runContract } from '../../../library/index.ts';
import { type FaultName, startReference } from '../../../library/reference.ts';
import { long } from '../../support/long.ts';
import { runCommand, runPlaywright, runPlaywrightIn } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { makeConsumer, usualConfiguration } from './consumer.ts';

/** The same verdicts on every face: the command, code, this project's Playwright tests and those of a project that uses it. */

const verdictsOf = ({ verdicts }: RunRecord): readonly string[] =>
  verdicts.map(({ check, endpoint, outcome }) => `${endpoint} ${check}: ${outcome}`).toSorted();
const readRun = (folder: string): RunRecord =>
  JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunRecord;

const faultsOfRuns: readonly (readonly FaultName[])[] = [
  [],
  ['projects-open-without-key', 'refusal-is-string', 'extraction-without-artifact'],
];
for (const faults of faultsOfRuns) {
  test(`The verdicts are the same by every way to ask, with ${faults.length} faults`, long, async () => {
    test.slow();
    const reference = await startReference({ faults });
    const { first, second, revoked } = reference.keys;
    const keys = { API_KEY: first, SECOND_API_KEY: second, REVOKED_API_KEY: revoked };
    const settings = { BASE_URL: reference.baseUrl, ...keys, PACE: 'off' };
    const folders = { command: emptyFolder(), face: emptyFolder(), project: emptyFolder() };
    const consumer = makeConsumer({
      'playwright.config.ts': usualConfiguration,
      'contract/contract.spec.ts': `import { contractTests } from 'evidence-contract/playwright';\ncontractTests();\n`,
    });
    const environment = (folder: string) => ({ environment: { ...settings, REPORTS_DIR: folder } });
    try {
      const codes = [
        (await runCommand(['check', '--quiet'], environment(folders.command))).code,
        (await runPlaywright([], environment(folders.face))).code,
        (await runPlaywrightIn(consumer, ['--workers=2'], { ...settings, REPORTS_DIR: folders.project }))
          .code,
      ];
      expect(codes).toEqual(faults.length === 0 ? [0, 0, 0] : [1, 1, 1]);
      const byCode = await runContract({
        baseUrl: reference.baseUrl,
        apiKey: first,
        secondApiKey: second,
        revokedApiKey: revoked,
        pace: 'off',
      });
      const expected = verdictsOf(readRun(folders.command));
      expect(expected.length).toBeGreaterThan(200);
      expect(expected.filter((one) => one.endsWith('fail')).length > 0).toBe(faults.length > 0);
      expect(verdictsOf(byCode)).toEqual(expected);
      expect(verdictsOf(readRun(folders.face))).toEqual(expected);
      expect(verdictsOf(readRun(folders.project))).toEqual(expected);
    } finally {
      await reference.close();
    }
  });
}
