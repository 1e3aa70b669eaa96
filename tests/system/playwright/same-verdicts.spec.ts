import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestDetails, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runContract } from '../../../library/index.ts';
import { startReference } from '../../../reference-server/index.ts';
import { environmentFor } from '../../support/installation.ts';
import { long } from '../../support/long.ts';
import { runCommand, runPlaywright, runPlaywrightIn } from '../../support/run-command.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { transformNamed } from '../../support/transform-named.ts';
import { makeConsumer, usualConfiguration } from './consumer.ts';
import { reportedTests } from './reported-tests.ts';

/** The same verdicts on every face: the command, code, this project's Playwright tests and those of a project that uses it. */

/** The results of a run that all faces must agree on. */
const told = ({ state, coverage, verdicts }: RunRecord): readonly unknown[] => [
  state,
  coverage,
  ...verdicts.map(({ check, endpoint, outcome }) => `${endpoint} ${check}: ${outcome}`).toSorted(),
];
type Settings = Readonly<Record<string, string>>;
const readRun = (folder: string): RunRecord =>
  JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunRecord;

const installations: readonly {
  readonly name: string;
  /** Variants and faults. */
  readonly transforms: readonly string[];
  readonly code: number;
  readonly details: TestDetails;
}[] = [
  {
    name: 'an import that is answered with 200',
    transforms: ['import-answers-200'],
    code: 1,
    details: {},
  },
  {
    name: 'wrapped lists that require a project',
    transforms: ['list-wrapped-in-data', 'project-needed-on-lists'],
    code: 0,
    details: long,
  },
  {
    name: 'faults of several topics',
    transforms: ['projects-open-without-key', 'refusal-is-string', 'extraction-unknown-element'],
    code: 1,
    details: long,
  },
];
for (const { name, transforms, code, details } of installations) {
  test(`all faces and kept evidence give the same verdicts: ${name}`, details, async () => {
    test.slow();
    // Transforms may remember what they saw.
    const startAnew = () => startReference({ rateLimit: 'off', transforms: transforms.map(transformNamed) });
    const consumer = makeConsumer({
      'playwright.config.ts': usualConfiguration,
      'contract/contract.spec.ts': `import { contractTests } from 'evidence-contract/playwright';\ncontractTests();\n`,
    });
    const faces = [
      (environment: Settings) => runCommand(['check', '--quiet'], { environment }),
      (environment: Settings) => runPlaywright([], { environment }),
      (environment: Settings) => runPlaywrightIn(consumer, ['--workers=2'], environment),
    ];
    const byCode = await whileOpen(startAnew(), ({ baseUrl, keys }) =>
      runContract({
        baseUrl,
        apiKey: keys.first,
        secondApiKey: keys.second,
        revokedApiKey: keys.revoked,
        pace: 'off',
        allowImport: true,
      }),
    );
    const expected = told(byCode);
    expect(expected.length).toBeGreaterThan(200);
    let evidence = '';
    for (const face of faces) {
      const reports = emptyFolder();
      const ended = await whileOpen(startAnew(), ({ baseUrl, keys }) =>
        face({
          ...environmentFor(baseUrl, keys),
          ALLOW_IMPORT: 'true',
          KEEP_EVIDENCE: 'true',
          REPORTS_DIR: reports,
        }),
      );
      expect(ended.code, ended.stdout + ended.stderr).toBe(code);
      expect(told(readRun(reports))).toEqual(expected);
      evidence = join(reports, 'evidence.json');
    }
    const reports = emptyFolder();
    const words = ['check', '--quiet', '--evidence', evidence];
    const judged = await runCommand(words, { environment: { REPORTS_DIR: reports } });
    expect(judged.code, judged.stdout + judged.stderr).toBe(code);
    expect(told(readRun(reports))).toEqual(expected);
    // "pass: users.shows-a-user", with the title of the check behind it.
    const steps = reportedTests(consumer).flatMap((one) =>
      one.steps.map((step) => step.split(' ', 2).join(' ')),
    );
    const verdicts = byCode.verdicts.map(({ check, outcome }) => `${outcome}: ${check}`);
    expect(steps.toSorted()).toEqual(verdicts.toSorted());
  });
}
