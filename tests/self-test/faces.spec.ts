import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { type ResponseTransform, startReference } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { environmentFor } from '../support/installation.ts';
import { long } from '../support/long.ts';
import { runPlaywright } from '../support/run-command.ts';
import { emptyFolder } from '../support/temporary-folder.ts';
import { judgeReference } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

const variantNames = ['list-wrapped-in-data', 'project-needed-on-lists'];
const faultNames = ['citations-open-without-key', 'import-answers-200', 'extraction-unknown-element'];

/** It has passes, failures and what is untestable; the others show the same of other topics. */
const quickName = 'import-answers-200';

/** A handful of installations: the reference with one transform, made anew for each face. */
const cases: readonly {
  readonly name: string;
  readonly make: () => ResponseTransform;
  readonly exitCode: number;
}[] = [
  ...variantNames.map((name) => {
    const { transform } = named(variants, name);
    return { name, make: () => transform?.() ?? {}, exitCode: 0 };
  }),
  ...faultNames.map((name) => {
    const { transform, at } = named(faults, name);
    return { name, make: () => transform(at), exitCode: 1 };
  }),
];

function named<Row extends { readonly name: string }>(rows: readonly Row[], name: string): Row {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`There is no ${name}.`);
  return row;
}

test.describe('both faces give the same verdicts', () => {
  // Each starts a Playwright of its own.
  test.slow();

  for (const { name, make, exitCode } of cases) {
    test(name, name === quickName ? {} : long, async ({ bodies }) => {
      const byEngine = await judgeReference({ transforms: [make()] }, {}, bodies);
      const byPlaywright = await judgeByPlaywright(make());
      expect(byPlaywright.code).toBe(exitCode);
      expect(outcomes(byPlaywright.record)).toEqual(outcomes(byEngine));
      expect(byPlaywright.record.state).toBe(byEngine.state);
      expect(byPlaywright.record.coverage).toBe(byEngine.coverage);
    });
  }
});

async function judgeByPlaywright(
  transform: ResponseTransform,
): Promise<{ code: number | null; record: RunRecord }> {
  const reference = await startReference({ rateLimit: 'off', transforms: [transform] });
  const reports = emptyFolder();
  try {
    const { code } = await runPlaywright([], {
      environment: {
        ...environmentFor(reference.baseUrl, reference.keys),
        ALLOW_IMPORT: 'true',
        CONCURRENCY: '8',
        REPORTS_DIR: reports,
      },
    });
    return { code, record: JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8')) as RunRecord };
  } finally {
    await reference.close();
  }
}

function outcomes({ verdicts }: RunRecord): readonly string[] {
  return verdicts.map(({ check, endpoint, outcome }) => `${endpoint} ${check}: ${outcome}`).sort();
}
