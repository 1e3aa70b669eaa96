import { expect, test } from '@playwright/test';
import type { Outcome } from '../../../contract/judging/verdict.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { compareRecords } from '../../../reports/comparison/compare.ts';
import type { Answer, Compatibility } from '../../../reports/comparison/keep-integration.ts';
import { compatibilityRows } from '../../../reports/comparison/keep-integration.ts';
import { viewOf } from '../../../reports/comparison/view.ts';
import { exchange, record, users, verdict } from '../../support/records.ts';

const fields = (...names: readonly string[]): Partial<RunRecord> => ({
  observations: [{ gap: 'GAP-RECORD-FIELDS', endpoint: users, answer: names.join(', ') }],
});
const run = (check: string, outcome: Outcome, rest: Partial<RunRecord> = {}): RunRecord =>
  record([verdict(check, users, outcome, { message: `${users} said so.` })], rest);
const taking = (...totals: readonly number[]): Partial<RunRecord> => ({
  exchanges: totals.map((total, index) => exchange(`e${index}`, users, { phasesMs: { total } })),
});

const body = 'success.json-body';
const door = 'auth.no-key-rejected';
const unknownId = 'errors.unknown-id';

const rows: readonly (readonly [what: string, before: RunRecord, after: RunRecord, answer: Answer])[] = [
  ['nothing changed', run(body, 'pass'), run(body, 'pass'), 'yes'],
  ['an answer is no longer JSON', run(body, 'pass'), run(body, 'fail'), 'no'],
  ['an endpoint no longer needs a key', run(door, 'pass'), run(door, 'fail'), 'check'],
  ['a field is gone', run(body, 'pass', fields('id', 'name')), run(body, 'pass', fields('id')), 'no'],
  ['a field is new', run(body, 'pass', fields('id')), run(body, 'pass', fields('id', 'name')), 'yes'],
  ['the failed check was not judged before', run(body, 'untestable'), run(body, 'fail'), 'check'],
  ['the check could not be judged now', run(body, 'pass'), run(body, 'untestable'), 'unknown'],
  ['the check still fails', run(body, 'fail'), run(body, 'fail'), 'as-before'],
  ['only refusals were judged', run(door, 'pass'), run(door, 'pass'), 'unknown'],
  ['only an unknown id was judged', run(unknownId, 'pass'), run(unknownId, 'pass'), 'unknown'],
  ['the check is fixed', run(body, 'fail'), run(body, 'pass'), 'yes'],
  ['the endpoint is slower', run(body, 'pass', taking(10, 20)), run(body, 'pass', taking(310, 320)), 'yes'],
  [
    'the installation went away',
    run(body, 'pass'),
    run(body, 'untestable', { state: 'unreachable', cause: 'Gone.' }),
    'no',
  ],
];

for (const [what, before, after, answer] of rows) {
  test(`"Can I keep my integration?" is answered with "${answer}" if ${what}`, () => {
    const { keeping } = viewOf(compareRecords(before, after));
    expect(keeping.map((one) => [one.endpoint, one.answer])).toEqual([[users, answer]]);
  });
}

test('the worst endpoints come first, each with its reasons', () => {
  const other = 'GET /api/v3/projects';
  const { keeping } = viewOf(
    compareRecords(
      record([verdict(body, users, 'pass'), verdict(body, other, 'pass')], fields('id')),
      record([verdict(body, users, 'pass'), verdict(body, other, 'fail')], fields('id', 'name')),
    ),
  );
  expect(keeping).toEqual([
    { endpoint: other, answer: 'no', reasons: ['wrong content'] },
    {
      endpoint: users,
      answer: 'yes',
      reasons: [
        'names, types and formats of the fields of a citation and a user record: "id" before, "id, name" now',
      ],
    },
  ]);
});

const yes = (endpoint: string, ...reasons: readonly string[]): Compatibility => ({
  endpoint,
  answer: 'yes',
  reasons,
});
const no: Compatibility = { endpoint: 'no', answer: 'no', reasons: ['outage'] };
const plain = ['a', 'b', 'c', 'd'].map((endpoint) => yes(endpoint));

const lists: readonly (readonly [
  what: string,
  keeping: readonly Compatibility[],
  rows: readonly string[],
])[] = [
  ['all say yes', plain, ['all 4 endpoints']],
  ['one says yes and one says no', [no, ...plain.slice(3)], ['no', 'the other endpoint']],
  ['two say the same', [no, { ...no, endpoint: 'too' }], ['no, too']],
  ['one yes has a reason', [yes('slow', 'slower'), ...plain], ['slow', 'the other 4 endpoints']],
];

for (const [what, keeping, rows] of lists) {
  test(`endpoints with the same answer share a row, those without reasons at the end: ${what}`, () => {
    expect(compatibilityRows(keeping).map(({ places }) => places)).toEqual(rows);
  });
}

const none: Partial<RunRecord> = { coverage: 0, state: 'maintenance' };
const unjudged = [
  [
    run(body, 'untestable', none),
    run(body, 'pass'),
    'Nothing was judged before, so nothing can be compared.',
  ],
  [run(body, 'untestable', none), run(body, 'untestable', none), 'Nothing could be judged, before or now.'],
  [
    run(body, 'pass'),
    run(body, 'untestable', { coverage: 0, state: 'throttled' }),
    'Nothing could be judged now.',
  ],
] as const;

for (const [before, after, sentence] of unjudged) {
  test(`a comparison with a run that judged nothing is not green: ${sentence}`, () => {
    const { verdict, tone, keeping } = viewOf(compareRecords(before, after));
    expect([verdict, tone]).toEqual([sentence, 'open']);
    expect(keeping.map(({ answer }) => answer).filter((answer) => answer !== 'unknown')).toEqual([]);
  });
}
