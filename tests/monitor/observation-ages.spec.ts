import { expect, test } from '@playwright/test';
import type { Observation } from '../../contract/gaps/observe.ts';
import { observationAges } from '../../monitor/pages/document/data.ts';

const gap = 'GAP-COOKIES';
const endpoint = 'GET /api/v3/users';
const seen = (answer: string): readonly Observation[] => [{ gap, endpoint, answer }];
const no = seen('no');
const yes = seen('yes');
const runsOf = (...sets: readonly (readonly Observation[])[]) =>
  sets.map((observations, index) => ({
    id: `run-${index}`,
    startedMs: Date.UTC(2026, 0, 20 - index),
    observations,
  }));
const baseline = { sinceMs: Date.UTC(2026, 0, 1), observations: no };

const cases = [
  ['nothing is known', [], undefined, undefined],
  ['one run', [no], undefined, { at: '2026-01-20', isAtLeast: true }],
  ['the same in three runs', [no, no, no], undefined, { at: '2026-01-18', isAtLeast: true }],
  ['another answer before', [no, no, yes], undefined, { at: '2026-01-19', isAtLeast: false }],
  ['the same again, after another one', [no, yes, no], undefined, { at: '2026-01-20', isAtLeast: false }],
  ['a run that did not see it', [no, [], no], undefined, { at: '2026-01-18', isAtLeast: true }],
  ['the same in the baseline', [no, no], baseline, { at: '2026-01-01', isAtLeast: true }],
  [
    'the same in the baseline, and another one since',
    [no, yes],
    baseline,
    { at: '2026-01-20', isAtLeast: false },
  ],
  ['the baseline alone', [], baseline, { at: '2026-01-01', isAtLeast: true }],
] as const;

for (const [name, sets, before, expected] of cases) {
  test(`since when an answer has held: ${name}`, () => {
    const held = observationAges(runsOf(...sets), before)({ gap, endpoint, answer: 'no' });
    expect(held && { ...held, at: held.at.slice(0, 10) }).toEqual(expected);
  });
}

test('an answer that no run observed has no date', () => {
  expect(observationAges(runsOf(yes))({ gap, endpoint, answer: 'no' })).toBeUndefined();
});
