import { expect, test } from '@playwright/test';
import type { EndpointId } from '../../../contract/document/endpoints.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { type Comparison, compareRecords } from '../../../reports/comparison/compare.ts';
import { viewOf } from '../../../reports/comparison/view.ts';
import { failed, projects, record, users, verdict } from '../../support/records.ts';

/** What was not asked for is neither unjudged nor broken, and what is broken was judged. */

const check = 'auth.no-key-rejected';
const status = 'availability.documented-status';
const crashed = { key: 'header', status: 500 } as const;
const body = 'success.json-body';
const judged = (checks: readonly (readonly [string, EndpointId])[], rest: Partial<RunRecord> = {}) =>
  record(
    checks.map(([id, place]) => verdict(id, place, 'pass')),
    rest,
  );
const whole = judged([
  [body, users],
  ['auth.empty-header-key-rejected', users],
  [body, projects],
]);

const parts: readonly (readonly [
  what: string,
  after: RunRecord,
  difference: string | undefined,
  items: readonly string[],
])[] = [
  [
    'a selection',
    judged([
      [body, users],
      ['auth.empty-header-key-rejected', users],
    ]),
    'The second run asked for a part only (--only or --shard).',
    ['1 check: Outside the selection (--only or --shard).'],
  ],
  [
    'a lower tier',
    judged(
      [
        [body, users],
        [body, projects],
      ],
      { tier: 'standard' },
    ),
    'The runs have different tiers (full, then standard), so that they did not ask the same.',
    ['1 check: Not part of a standard run.'],
  ],
  [
    'a selection of a lower tier',
    judged([[body, users]], { tier: 'standard' }),
    'The second run asked for a part only (--only or --shard).',
    ['1 check: Not part of a standard run.', '1 check: Outside the selection (--only or --shard).'],
  ],
  [
    'another version of the suite',
    judged([['auth.empty-header-key-rejected', users]], { suiteVersion: '2.0.0' }),
    'The runs were made by different versions of the suite, which may judge differently.',
    ['2 checks: Not part of suite 2.0.0.'],
  ],
  [
    'a run that tried keys elsewhere',
    judged([
      [body, users],
      [body, projects],
    ]),
    undefined,
    ['1 check: Not part of the run.'],
  ],
];

for (const [what, after, difference, items] of parts) {
  test(`what ${what} leaves out was not asked for, and the difference of the runs is named`, () => {
    const { verdict: said, sides, sections, keeping } = viewOf(compareRecords(whole, after));
    const missing = whole.verdicts.length - after.verdicts.length;
    expect(said).toBe(
      `Nothing broke. ${missing === 1 ? '1 check was' : `${missing} checks were`} not asked for this time.`,
    );
    expect(sides.slice(3)).toEqual(difference === undefined ? [] : expect.arrayContaining([difference]));
    expect(sections.map(({ title }) => title)).toEqual(['Not asked for this time']);
    expect(sections[0]?.items.map(({ sentence }) => sentence)).toEqual(items);
    expect(JSON.stringify(keeping)).not.toContain('judged');
  });
}

test('an endpoint that only one of two selections asked for is unknown, because it was not asked for', () => {
  const [ofUsers, ofProjects] = [judged([[body, users]]), judged([[body, projects]])];
  const { sides, keeping } = viewOf(compareRecords(ofUsers, ofProjects));
  expect(sides).toContain('The first run asked for a part only (--only or --shard).');
  expect(sides).toContain('The second run asked for a part only (--only or --shard).');
  expect(keeping).toEqual([
    { endpoint: users, answer: 'unknown', reasons: ['not asked for this time'] },
    { endpoint: projects, answer: 'unknown', reasons: ['not asked for before'] },
  ]);
});

test('an endpoint that is broken is not said to be unjudged', () => {
  const open = verdict(body, users, 'untestable', { reason: { code: 'left-open', facts: {} } });
  const crash = failed(status, users, 'server-error', crashed);
  const after = (first: 'pass' | 'fail'): Comparison =>
    compareRecords(
      record([
        first === 'pass' ? verdict(status, users, 'pass') : crash,
        verdict(body, users, 'pass'),
        verdict(check, users, 'fail'),
      ]),
      record([crash, open, verdict(check, users, 'pass')]),
    );
  expect(viewOf(after('pass')).keeping).toEqual([
    { endpoint: users, answer: 'no', reasons: ['outage', 'something is fixed'] },
  ]);
  expect(viewOf(after('fail')).keeping).toEqual([
    { endpoint: users, answer: 'as-before', reasons: ['still broken: outage', 'something is fixed'] },
  ]);
});
