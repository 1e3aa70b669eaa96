import { expect, test } from '@playwright/test';
import { makeBaseline } from '../../../engine/record/baseline.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import { compareRecords, hasBreakingDrift, isWorse, type Transition } from '../../../reports/comparison.ts';
import { renderComparison, renderComparisonMarkdown } from '../../../reports/comparison-text.ts';
import {
  exchange,
  forbidden,
  hostileRecord,
  projects,
  record,
  users,
  verdict,
} from '../../support/records.ts';

const check = 'auth.no-key-rejected';
type Said = RecordedVerdict['outcome'] | 'known' | undefined;

function run(said: Said, rest: Partial<RunRecord> = {}): RunRecord {
  if (said === undefined) return record([], rest);
  if (said === 'known') return record([verdict(check, users, 'fail', { known: 'Ticket 7.' })], rest);
  return record([verdict(check, users, said)], rest);
}

const transitions: readonly (readonly [before: Said, after: Said, transition: Transition | undefined])[] = [
  ['pass', 'pass', 'holds'],
  ['pass', 'fail', 'broke'],
  ['fail', 'pass', 'mended'],
  ['fail', 'fail', 'still-broken'],
  ['known', 'fail', 'still-broken'],
  ['known', 'pass', 'mended'],
  ['pass', 'known', 'known'],
  ['fail', 'known', 'known'],
  ['pass', 'untestable', 'unjudged'],
  ['fail', 'skip', 'unjudged'],
  ['pass', 'error', 'unjudged'],
  ['pass', undefined, 'unjudged'],
  ['untestable', 'fail', 'fails-first-judged'],
  [undefined, 'fail', 'fails-first-judged'],
  ['skip', 'pass', 'holds-first-judged'],
  [undefined, 'pass', 'holds-first-judged'],
  ['untestable', 'skip', undefined],
  ['error', undefined, undefined],
];

for (const [before, after, transition] of transitions) {
  test(`a check that was ${before ?? 'not there'} and is ${after ?? 'not there'}: ${transition ?? 'nothing to report'}`, () => {
    const comparison = compareRecords(run(before), run(after));
    const found = Object.entries(comparison.changes).filter(([, changes]) => changes.length > 0);
    expect(found.map(([name]) => name)).toEqual(transition === undefined ? [] : [transition]);
    expect(isWorse(comparison)).toBe(transition === 'broke');
  });
}

const lostRecords: readonly (readonly [
  check: string,
  before: Said,
  status: number,
  transition: Transition | undefined,
])[] = [
  ['availability.endpoint-answers', 'pass', 404, 'broke'],
  ['availability.endpoint-answers', 'pass', 410, 'broke'],
  ['availability.endpoint-answers', 'pass', 403, 'unjudged'],
  ['availability.endpoint-answers', 'untestable', 404, undefined],
  ['success.json-body', 'pass', 404, 'unjudged'],
];

for (const [id, before, status, transition] of lostRecords) {
  test(`${id}: ${before} before, and answered by ${status} now: ${transition ?? 'nothing to report'}`, () => {
    const found = compareRecords(
      record([verdict(id, users, before === 'pass' ? 'pass' : 'untestable')]),
      record([verdict(id, users, 'untestable', { exchange: 'e7' })], {
        exchanges: [exchange('e1', users), exchange('e7', users, { status })],
      }),
    );
    const names = Object.entries(found.changes).filter(([, changes]) => changes.length > 0);
    expect(names.map(([name]) => name)).toEqual(transition === undefined ? [] : [transition]);
  });
}

const gone: readonly (readonly [before: RunRecord['state'], after: RunRecord['state'], worse: boolean])[] = [
  ['conforming', 'unreachable', true],
  ['violating', 'key-rejected', true],
  ['throttled', 'maintenance', true],
  ['unknown', 'not-this-api', true],
  ['unreachable', 'unreachable', false],
  ['unreachable', 'conforming', false],
  ['conforming', 'throttled', false],
];

for (const [before, after, worse] of gone) {
  test(`an installation that was ${before} and is ${after} ${worse ? 'went away' : 'did not go away'}`, () => {
    const comparison = compareRecords(
      run('pass', { state: before }),
      run('untestable', { state: after, cause: 'The cause.' }),
    );
    expect(comparison.wentAway).toBe(worse ? 'The cause.' : undefined);
    expect(isWorse(comparison)).toBe(worse);
  });
}

test('against a baseline only the observations are compared', () => {
  const before = makeBaseline(
    record([], { observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id, name' }] }),
  );
  const after = record([verdict(check, users, 'fail')], {
    observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id' }],
  });
  const comparison = compareRecords(before, after);
  expect(hasBreakingDrift(comparison)).toBe(true);
  expect(isWorse(comparison)).toBe(false);
  expect(Object.values(comparison.changes).flat()).toEqual([]);
  expect(renderComparison(comparison, { colour: false, width: 120 })).toBe(
    `Before: staging at http://here.example, a baseline, 2026-01-02T03:04:07.500Z, suite 1.2.3.
After: staging at http://here.example, violating, coverage 100 %, 2026-01-02T03:04:07.500Z, suite 1.2.3.

Silently changed, and clients may break (1)
  - GET /api/v3/projects no longer shows "name", on which clients may rely (GAP-LIST-FIELDS): it answered "id, name" and
    now answers "id".

1 observation changed.
No requirement broke, but clients may: see the drift.
`,
  );
});

const timed = (endpoint: typeof users, totals: readonly number[], key: 'header' | 'none' = 'header') =>
  totals.map((total, index) =>
    exchange(`e${index}${key}${endpoint}`, endpoint, { key, phasesMs: { total } }),
  );

test('response times are medians of answered requests with a valid key, at endpoints that both asked', () => {
  const before = run('pass', {
    exchanges: [
      ...timed(users, [10, 30, 20]),
      ...timed(users, [9000], 'none'),
      ...timed(projects, [100, 300]),
    ],
  });
  const after = run('pass', { exchanges: [...timed(users, [30, 50]), ...timed(projects, [400, 400])] });
  expect(compareRecords(before, after).responseTimes).toEqual({
    all: { beforeMs: 30, afterMs: 225 },
    slower: [{ endpoint: projects, beforeMs: 200, afterMs: 400 }],
  });
  const { exchanges: _, ...unanswered } = after;
  const failed = { ...unanswered, exchanges: timed(users, [5]).map(({ status: _status, ...rest }) => rest) };
  expect(compareRecords(before, failed).responseTimes).toEqual({ slower: [] });
});

const one = (
  id: string,
  outcome: RecordedVerdict['outcome'],
  message: string,
  known?: string,
): RecordedVerdict => verdict(id, users, outcome, { message, ...(known === undefined ? {} : { known }) });

const before = record(
  [
    one('auth.no-key-rejected', 'pass', 'Fine.'),
    one('auth.wrong-header-key-rejected', 'fail', 'Bad.'),
    one('auth.wrong-query-key-rejected', 'fail', 'Bad.'),
    one('auth.header-key-accepted', 'pass', 'Fine.'),
    one('auth.query-key-accepted', 'pass', 'Fine.'),
    one('success.json-body', 'skip', 'Not asked.'),
    one('success.record-kind', 'pass', 'Fine.'),
  ],
  {
    observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: 'no' }],
    exchanges: timed(users, [10]),
  },
);
const after = record(
  [
    one('auth.no-key-rejected', 'fail', 'It is open.'),
    one('auth.wrong-header-key-rejected', 'pass', 'Fine.'),
    one('auth.wrong-query-key-rejected', 'fail', 'Bad.'),
    one('auth.header-key-accepted', 'pass', 'Fine.'),
    one('auth.query-key-accepted', 'untestable', 'The project list is empty.'),
    one('success.json-body', 'fail', 'No JSON.'),
    one('success.record-kind', 'fail', 'A list.', 'Ticket 7.'),
  ],
  {
    coverage: 0.8,
    tier: 'survey',
    observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: 'yes' }],
    exchanges: timed(users, [1500]),
  },
);

test('a comparison shows everything that changed, the gravest first', () => {
  expect(renderComparison(compareRecords(before, after), { colour: false, width: 120 })).toBe(
    `Before: staging at http://here.example, violating, coverage 100 %, 2026-01-02T03:04:07.500Z, suite 1.2.3.
After: staging at http://here.example, violating, coverage 80 %, 2026-01-02T03:04:07.500Z, suite 1.2.3.
The runs have different tiers (full, then survey), so one of them judged less than the other.

Broke: held before, and is broken now (1)
  - auth.no-key-rejected (an endpoint refuses a request without a key)
    It is open.
    Requirements: AUTH-1.

Broken, and not judged before (1)
  - success.json-body (an endpoint returns a JSON body with a success)
    No JSON.
    Requirements: AUTH-1.

Still broken (1)
  - auth.wrong-query-key-rejected at GET /api/v3/users

Known failures (1)
  - success.record-kind at GET /api/v3/users: Ticket 7.

Mended (1)
  - auth.wrong-header-key-rejected at GET /api/v3/users

Could no longer be judged (1)
  - 1 × The project list is empty.
    auth.query-key-accepted at GET /api/v3/users

Silently changed (1)
  - GET /api/v3/users changed where the document leaves it open (GAP-COOKIES): it answered "no" and now answers "yes".

Slower (1)
  - GET /api/v3/users: median 10 ms, then 1.5 s.

1 check still holds, 1 broke, 1 mended, 1 still broken, 1 no longer judged, 1 judged for the first time.
Coverage 100 %, then 80 %.
Median response time 10 ms, then 1.5 s.
1 observation changed.
Something broke.
`,
  );
});

test('a comparison shows the same as Markdown', () => {
  const text = renderComparisonMarkdown(compareRecords(before, after));
  expect(text).toContain(`# What changed at staging

- Before: staging at http&#58;//here.example, violating`);
  expect(text).toContain(`## Broke: held before, and is broken now (1)

- auth.no-key-rejected (an endpoint refuses a request without a key)
  - It is open.
  - Requirements: AUTH-1.
`);
  expect(text.endsWith('1 observation changed. Something broke.\n')).toBe(true);
});

test('two equal runs: nothing broke', () => {
  const text = renderComparison(compareRecords(before, before), { colour: false, width: 120 });
  expect(text).toContain('\n4 checks still hold, 0 broke, 0 mended, 2 still broken');
  expect(text.endsWith('0 observations changed.\nNothing broke.\n')).toBe(true);
});

test('that an installation went away is reported once', () => {
  const away = record([one('auth.no-key-rejected', 'untestable', 'Gone.')], {
    state: 'unreachable',
    cause: 'Gone.',
  });
  const text = renderComparison(compareRecords(run('pass'), away), { colour: false, width: 120 });
  expect(text.match(/Gone\./g)).toHaveLength(1);
  expect(text).toContain('The installation went away (1)\n  - Gone.');
  expect(text).toContain('1 no longer judged');
});

test('nothing that an installation says acts on a terminal or in Markdown', () => {
  const fine: RunRecord = {
    ...hostileRecord,
    state: 'conforming',
    verdicts: hostileRecord.verdicts.map((each) => ({ ...each, outcome: 'pass' as const })),
    observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer: 'no' }],
  };
  for (const [one, other] of [
    [fine, hostileRecord],
    [hostileRecord, fine],
    [fine, { ...hostileRecord, state: 'unreachable' as const }],
  ] as const) {
    const comparison = compareRecords(one, other);
    expect(renderComparison(comparison, { colour: false, width: 80 })).not.toMatch(forbidden);
    const markdown = renderComparisonMarkdown(comparison);
    expect(markdown).not.toMatch(forbidden);
    expect(markdown).not.toMatch(/<|http:|(?<!\\)`|(?<!\\)\[|@admin/);
  }
});
