import { expect, test } from '@playwright/test';
import type { Observation } from '../../contract/gaps/observe.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { keptRecord, versionChanges } from '../../monitor/pages/compare/kept-record.ts';
import { runDetailFrom, runRowFrom } from '../../monitor/state/run-facts.ts';
import { compareRecords } from '../../reports/comparison/compare.ts';
import { viewOf } from '../../reports/comparison/view.ts';
import { exchange, grouped, mixed, record, users, verdict } from '../support/records.ts';

/** A record after it went through the history. */
function kept(run: RunRecord, times: readonly number[] = []): RunRecord {
  const row = runRowFrom(run, { id: 'run-1', tier: 'full', trigger: 'schedule', inMaintenance: false });
  const detail = runDetailFrom(run);
  const cells = times.map((ms) => ({ [users]: { outcome: 'pass' as const, ms } }));
  return keptRecord({ row, detail, cells: [detail.endpoints, ...cells] }, run.installation.baseUrl);
}

const held = (run: RunRecord): RunRecord => ({
  ...run,
  state: 'conforming',
  verdicts: run.verdicts.map((each) => ({ ...each, outcome: 'pass' as const })),
});

const outage = record(
  [users, 'GET /api/v3/projects', 'GET /api/v3/citations'].map((endpoint, index) =>
    verdict('availability.endpoint-answers', endpoint as typeof users, 'fail', {
      message: `${endpoint} was not answered.`,
      exchange: `e${index}`,
    }),
  ),
  {
    exchanges: [users, 'GET /api/v3/projects', 'GET /api/v3/citations'].flatMap((endpoint, index) => [
      exchange(`a${index}`, endpoint as typeof users),
      exchange(`e${index}`, endpoint as typeof users, {
        startedAt: '2026-01-02T03:04:06.000Z',
        status: 503,
      }),
    ]),
  },
);

/** A monitor has no list of known failures. */
const unknown = { ...mixed, verdicts: mixed.verdicts.map(({ known: _, ...each }) => each) };

for (const [name, run] of Object.entries({ unknown, grouped, outage })) {
  test(`a comparison of runs from the history finds the same breakage as one of their records: ${name}`, () => {
    const ofRecords = viewOf(compareRecords(held(run), run));
    const ofHistory = viewOf(compareRecords(kept(held(run)), kept(run)));
    expect(ofHistory.verdict).toBe(ofRecords.verdict);
    expect(ofHistory.sections.find(({ title }) => title === 'Newly broken')).toEqual(
      ofRecords.sections.find(({ title }) => title === 'Newly broken'),
    );
  });
}

test('an endpoint that is shown to work again is said so by the history as well', () => {
  const answers = 'availability.endpoint-answers';
  const lost = record([
    verdict(answers, users, 'untestable', { reason: { code: 'not-shown', facts: {} }, exchange: 'e1' }),
  ]);
  const shown = record([verdict(answers, users, 'pass')]);
  const said = 'Nothing broke. 1 endpoint shown to work again.';
  expect(viewOf(compareRecords(lost, shown)).verdict).toBe(said);
  expect(viewOf(compareRecords(kept(lost), kept(shown))).verdict).toBe(said);
});

test('an endpoint counts as slower if several runs were slow, not after a single one', () => {
  const run = record([verdict('availability.endpoint-answers', users, 'pass')]);
  const before = kept(run, [20, 22, 21, 25, 20, 23]);
  const after = kept(run, [320, 322, 321, 325, 320, 323]);
  expect(viewOf(compareRecords(before, after)).sections.map(({ title }) => title)).toEqual(['Slower']);
  expect(viewOf(compareRecords(before, kept(run, [20, 22, 320, 25, 20, 23]))).sections).toEqual([]);
});

const observed = (answer: string): readonly Observation[] => [
  { gap: 'GAP-COOKIES', endpoint: users, answer },
];
const no = observed('no');
const yes = observed('yes');
const runsOf = (...sets: readonly (readonly Observation[])[]) =>
  sets.map((observations, index) => ({ id: `run-${index}`, startedMs: 100 - index, observations }));

const versions = [
  ['no run', [], undefined],
  ['the same answer in all runs', [no, no, observed('no')], undefined],
  ['another answer two runs ago', [no, no, yes, yes], ['run-2', 'run-1']],
  ['two changes: the later one', [no, yes, no], ['run-1', 'run-0']],
  ['an observation missing in one run is not a change', [no, [], no], undefined],
] as const;

for (const [name, sets, expected] of versions) {
  test(`the latest change of version: ${name}`, () => {
    const change = versionChanges(runsOf(...sets)).next().value;
    expect(change && [change.before.id, change.after.id]).toEqual(expected);
  });
}
