import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { faults } from '../../reference-server/faults/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { collect, test as standInTest } from '../mutation/playwright-stand-in.ts';
import { faultCase, record, variantCase } from '../mutation/record.ts';
import { recordingProblems } from '../mutation/recording.ts';
import { runSpecs } from '../mutation/run-specs.ts';
import { mutationScore, slicesOf } from '../mutation/slices.ts';
import { targets } from '../mutation/targets.ts';
import { expect, test } from './support/self-test.ts';

const faultNames = ['import-answers-200', 'import-echoes-bundle', 'users-crash', 'refusal-says-message'];
const variantNames = ['list-as-searchset', 'project-needed-on-lists'];

test('installations that are judged again from a recording show the same as live ones', async ({
  bodies,
}) => {
  const cases = [
    ...faults.filter(({ name }) => faultNames.includes(name)).map(faultCase),
    ...variants.filter(({ name }) => variantNames.includes(name)).map(variantCase),
  ];
  const recording = await record(cases, bodies);
  expect(recording.cases.map(({ name }) => name).sort()).toEqual([...faultNames, ...variantNames].sort());
  expect([...recordingProblems(recording)]).toEqual([]);

  const asVariants = recording.cases.map(({ fault: _, ...rest }) => rest);
  const alarms = [...recordingProblems({ ...recording, cases: asVariants })];
  for (const name of faultNames)
    expect(alarms.join('\n'), 'a fault is no variant').toContain(`${name}: fail: `);
  const elsewhere = recording.cases.map((one) =>
    one.fault === undefined ? one : { ...one, fault: { ...one.fault, at: 'GET /api/v3/citations' as const } },
  );
  const missed = [...recordingProblems({ ...recording, cases: elsewhere })];
  expect(missed.join('\n')).toContain('users-crash: It is not caught by ');
});

test('specs run without Playwright as they do with it', async () => {
  const ran: string[] = [];
  const file = await collect('some.spec.ts', async () => {
    standInTest.beforeEach(() => ran.push('before each'));
    standInTest('passes', () => ran.push('passes'));
    standInTest.describe('group', () => {
      standInTest.afterEach(() => ran.push('after each in the group'));
      standInTest('fails', () => {
        throw new Error('on purpose');
      });
      standInTest('passes too', () => ran.push('passes too'));
    });
    standInTest.beforeAll(() => ran.push('before all'));
  });
  const results = await runSpecs([file]);
  expect(results.map(({ id, failure }) => [id, failure])).toEqual([
    ['some.spec.ts › passes', undefined],
    ['some.spec.ts › group › fails', 'on purpose'],
    ['some.spec.ts › group › passes too', undefined],
  ]);
  const [before, after] = ['before each', 'after each in the group'];
  expect(ran).toEqual(['before all', before, 'passes', before, after, before, 'passes too', after]);
  const chosen = new Set(['some.spec.ts › group › fails']);
  expect(await runSpecs([file], { chosen })).toHaveLength(1);
  expect(await runSpecs([file], { bail: true })).toHaveLength(2);
});

test('the specs of a mutation run need nothing that it does not have', () => {
  const inFolder = (path: string): string => fileURLToPath(new URL(`../mutation/${path}`, import.meta.url));
  const printed = execFileSync(process.execPath, ['--import', 'tsx', inFolder('list-tests.ts')], {
    encoding: 'utf8',
    env: { ...process.env, TSX_TSCONFIG_PATH: inFolder('stand-in.tsconfig.json') },
  });
  const counts = [...printed.matchAll(/^(\w+): (\d+) tests/gm)].map(([, name, tests]) => [
    name,
    Number(tests),
  ]);
  expect(counts.map(([name]) => name)).toEqual(Object.keys(targets));
  for (const [name, tests] of counts) expect(tests, `tests of ${name}`).toBeGreaterThan(50);
});

test('a mutation run is made of parts, which have each file of their target once', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const target of Object.values(targets)) {
    const slices = slicesOf(root, target);
    const files = slices.flatMap((slice) => slice.files);
    expect(new Set(files).size).toBe(files.length);
    expect(new Set(slices.map(({ name }) => name)).size).toBe(slices.length);
    expect(slices.length).toBeGreaterThan(3);
    for (const start of target.except ?? []) expect(files.join('\n')).not.toContain(start);
  }
});

test('the score counts what a test could have noticed', () => {
  const mutantsOf = (...statuses: readonly string[]) => ({ mutants: statuses.map((status) => ({ status })) });
  const reports = [
    { files: { 'a.ts': mutantsOf('Killed', 'Survived', 'Ignored') } },
    { files: { 'b.ts': mutantsOf('Timeout', 'NoCoverage', 'RuntimeError') } },
  ];
  expect(mutationScore(reports)).toBe(
    '50.0 %: of 4 mutants 2 were noticed (1 by a timeout), 1 survived, 1 are reached by no test; 2 do not count.',
  );
  expect(mutationScore([])).toContain('no mutants');
});
