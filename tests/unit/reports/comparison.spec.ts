import { expect, test } from '@playwright/test';
import { makeBaseline } from '../../../engine/record/baseline.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import {
  compareRecords,
  hasBreakingDrift,
  isWorse,
  type Transition,
} from '../../../reports/comparison/compare.ts';
import { renderComparisonJunit } from '../../../reports/comparison/junit.ts';
import { renderComparisonSetMarkdown } from '../../../reports/comparison/markdown.ts';
import { renderComparisonSet } from '../../../reports/comparison/text.ts';
import { setViewOf, viewOf } from '../../../reports/comparison/view.ts';
import type { Tone } from '../../../reports/sections.ts';
import {
  exchange,
  forbidden,
  hostileRecord,
  projects,
  record,
  setOf,
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
  ['fail', 'pass', 'fixed'],
  ['known', 'fail', 'still-broken'],
  ['pass', 'known', 'known'],
  ['fail', 'skip', 'unjudged'],
  ['pass', undefined, 'unjudged'],
  [undefined, 'fail', 'fails-first-judged'],
  [undefined, 'pass', 'holds-first-judged'],
  ['untestable', 'skip', undefined],
];

for (const [before, after, transition] of transitions) {
  test(`a change from ${before ?? 'no verdict'} to ${after ?? 'no verdict'} is reported as ${transition ?? 'nothing'}`, () => {
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
];

for (const [id, before, status, transition] of lostRecords) {
  test(`${id}: a change from ${before} to an untestable ${status} is reported as ${transition ?? 'nothing'}`, () => {
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
  ['throttled', 'unreachable', true],
  // A maintenance window is announced, and not a fault of the installation.
  ['throttled', 'maintenance', false],
  ['unreachable', 'unreachable', false],
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

test('a key that is refused now is not reported as an installation that went away', () => {
  const comparison = compareRecords(
    run('pass'),
    run('untestable', { state: 'key-rejected', cause: 'It refuses the configured key.' }),
  );
  expect(viewOf(comparison).verdict).toBe('The configured key is refused now: nothing more can be compared.');
  expect(JSON.stringify(viewOf(comparison))).not.toContain('went away');
});

test('a comparison counts the observations that could not be made again', () => {
  const observations = [{ gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id, name' }] as const;
  const closing = viewOf(compareRecords(record([], { observations }), record([]))).closing;
  expect(closing).toContain(
    '1 of 1 observation was not made again, such as GAP-LIST-FIELDS at GET /api/v3/projects.',
  );
});

test('a list that became empty is reported, and leaves open whether a client can stay', () => {
  const observations = [{ gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id, name' }] as const;
  const isList = [verdict('success.list-kind', projects, 'pass')];
  const shape = { observations: [{ gap: 'GAP-LIST-SHAPE', endpoint: projects, answer: 'array' }] } as const;
  const comparison = compareRecords(record(isList, { observations }), record(isList, shape));
  expect(comparison.emptied).toEqual([projects]);
  expect(viewOf(comparison)).toMatchObject({ tone: 'open', verdict: 'Nothing broke. 1 list empty now.' });
  expect(JSON.stringify(viewOf(comparison))).toContain('the list is empty now, and had entries before');
  // If the list was not judged either, something else is the cause; a selection or a pulse may look at no gap.
  for (const after of [record([], shape), record(isList)])
    expect(compareRecords(record(isList, { observations }), after).emptied).toEqual([]);
});

test('compared with a baseline, a 404 counts as worse only at an endpoint that the baseline observed', () => {
  const baseline = makeBaseline(
    record([], { observations: [{ gap: 'GAP-READ-STATUS', endpoint: projects, answer: '200' }] }),
  );
  const open = (endpoint: typeof projects | typeof users) =>
    verdict('availability.endpoint-answers', endpoint, 'untestable', {
      exchange: 'e7',
      reason: { code: 'not-shown', facts: {} },
    });
  const after = (status: number, endpoint: typeof projects | typeof users) =>
    compareRecords(baseline, record([open(endpoint)], { exchanges: [exchange('e7', endpoint, { status })] }));
  expect(isWorse(after(404, projects))).toBe(true);
  expect(isWorse(after(400, projects))).toBe(false);
  expect(isWorse(after(404, users))).toBe(false);
});

test('compared with a baseline, only changed observations count, and failures are listed as failing now', () => {
  const before = makeBaseline(
    record([], { observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id, name' }] }),
  );
  const after = record([verdict(check, users, 'fail')], {
    observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: projects, answer: 'id' }],
  });
  const comparison = compareRecords(before, after);
  expect(hasBreakingDrift(comparison)).toBe(true);
  expect(isWorse(comparison)).toBe(false);
  expect(renderComparisonSet(setOf(comparison), { colour: false, width: 120 })).toBe(
    `✗ Clients may break; requirements were not compared. 1 failing now, 1 change for clients (1 breaking).
  Installation: staging at http://here.example.
  Before: 2026-01-02 03:04:07 UTC, a baseline, suite 1.2.3.
  After: 2026-01-02 03:04:07 UTC, violating, coverage 100 %, suite 1.2.3.

Changed for clients (1)
  - Breaking: Names, types and formats of the fields of list entries: "id, name" before, "id" now.
    At GET /api/v3/projects (GAP-LIST-FIELDS).

Failing now (1)
  - Open door: A request without a key is let in.
    GET /api/v3/users said so.
    auth.no-key-rejected, AUTH-1

Can I keep my integration?
  - No: GET /api/v3/projects: names, types and formats of the fields of list entries: "id, name" before, "id" now
  - Look first: GET /api/v3/users: a requirement is broken that was not judged before

A baseline holds observations alone: it does not tell since when a requirement is broken.
`,
  );
  // Requirements are not compared, so nothing claims that nothing broke.
  const same = setOf(compareRecords(makeBaseline(after), { ...after, verdicts: [] }));
  expect(setViewOf(same).views[0]?.verdict).toBe(
    'Clients keep what they rely on; requirements were not compared. Nothing changed.',
  );
  expect(renderComparisonJunit(same)).toContain('name="nothing breaks clients"');
});

const timed = (endpoint: typeof users, totals: readonly number[], key: 'header' | 'none' = 'header') =>
  totals.map((total, index) =>
    exchange(`e${index}${key}${endpoint}`, endpoint, { key, phasesMs: { total } }),
  );

test('response times are those of answered requests with a valid key at endpoints of both runs', () => {
  const before = run('pass', {
    exchanges: [
      ...timed(users, [10, 30, 20]),
      ...timed(users, [9000], 'none'),
      ...timed(projects, [100, 300]),
    ],
  });
  const after = run('pass', { exchanges: [...timed(users, [30, 50]), ...timed(projects, [400, 400])] });
  expect(compareRecords(before, after).responseTimes).toEqual({
    all: {
      beforeMs: 30,
      afterMs: 225,
      p95: { beforeMs: 300, afterMs: 400 },
      samples: { before: 5, after: 4 },
      isFew: true,
    },
    slower: [
      {
        endpoint: projects,
        beforeMs: 200,
        afterMs: 400,
        p95: { beforeMs: 300, afterMs: 400 },
        samples: { before: 2, after: 2 },
        isFew: true,
      },
    ],
  });
  const { exchanges: _, ...unanswered } = after;
  const failed = { ...unanswered, exchanges: timed(users, [5]).map(({ status: _status, ...rest }) => rest) };
  expect(compareRecords(before, failed).responseTimes).toEqual({ slower: [] });
});

const paces: readonly (readonly [
  what: string,
  before: readonly number[],
  after: readonly number[],
  isSlower: boolean,
])[] = [
  ['a single very slow answer', [10], [5000], false],
  ['two slower answers, and an outlier before,', [15, 600], [310, 320], true],
  ['answers slower by less than 200 ms', [10, 20], [180, 190], false],
  ['answers slower by less than half', [1000, 1010], [1300, 1310], false],
  ['many answers, most of them slower,', [10, 11, 12, 13, 14, 15], [300, 310, 320, 330, 340, 12], false],
  [
    'many answers, nearly all slower,',
    [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    [300, 310, 320, 330, 340, 350, 360, 370, 380, 390],
    true,
  ],
];

for (const [what, then, now, isSlower] of paces) {
  test(`an endpoint with ${what} ${isSlower ? 'counts' : 'does not count'} as slower`, () => {
    const comparison = compareRecords(
      run('pass', { exchanges: timed(users, then) }),
      run('pass', { exchanges: timed(users, now) }),
    );
    expect(comparison.responseTimes?.slower.length).toBe(isSlower ? 1 : 0);
  });
}

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

test('a comparison shows everything that changed, the most severe first', () => {
  expect(renderComparisonSet(setOf(compareRecords(before, after)), { colour: false, width: 120 })).toBe(
    `✗ Something broke. 1 broken, 1 broken that was not judged before, 1 change for clients, 1 covered by known failures, 1
  fixed, 1 still broken.
  Installation: staging at http://here.example.
  Before: 2026-01-02 03:04:07 UTC, violating, coverage 100 %, suite 1.2.3.
  After: 2026-01-02 03:04:07 UTC, violating, coverage 80 %, suite 1.2.3.
  The runs have different tiers (full, then survey), so that they did not ask the same.

Newly broken (1)
  - Open door: A request without a key is let in.
    It is open.
    auth.no-key-rejected, AUTH-1

Changed for clients (1)
  - Unclear: Whether the API sets cookies: "no" before, "yes" now.
    At GET /api/v3/users (GAP-COOKIES).

Broken, and not judged before (1)
  - Wrong content: A success is not JSON.
    No JSON.
    success.json-body, AUTH-1

Fixed (1)
  - Open door: A key that is not valid is let in.
    Bad.
    auth.wrong-header-key-rejected, AUTH-1

Still broken (1)
  - Open door: A key that is not valid is let in.
    Bad.
    auth.wrong-query-key-rejected, AUTH-1

Known failures (1)
  - success.record-kind at GET /api/v3/users: Ticket 7.

Could no longer be judged (1)
  - 1 check: The project list is empty.
    auth.query-key-accepted at GET /api/v3/users

Can I keep my integration?
  - Look first: GET /api/v3/users: a requirement is broken that was not judged before; open door; whether the API sets
    cookies: "no" before, "yes" now; a known failure covers what did not fail before; still broken: open door; something
    is fixed

Checks: 1 still holds, 1 broke, 1 fixed, 1 still broken, 1 no longer judged, 1 not judged before.
Coverage 100 % before, 80 % now.
Response times over all endpoints: median 10 ms before, 1.5 s now; p95 10 ms before, 1.5 s now (1 and 1 samples, which
are few).
12 gaps were not compared: only a survey (--tier survey) asks for them.
`,
  );
});

test('a comparison in Markdown shows its summary, what broke and whether to keep the integration', () => {
  const text = renderComparisonSetMarkdown(setOf(compareRecords(before, after)));
  expect(text).toContain(`# What changed at staging

**Something broke. 1 broken, 1 broken that was not judged before, 1 change for clients, 1 covered by known failures, 1 fixed, 1 still broken.**

- Installation: staging at http&#58;//here.example.`);
  expect(text).toContain(`## Newly broken (1)

- **Open door**: A request without a key is let in.
  - It is open.
  - auth.no-key-rejected, AUTH-1
`);
  expect(text).toContain(`## Can I keep my integration?

- **Look first**: GET /api/v3/users: a requirement is broken that was not judged before; open door; `);
});

test('two equal runs with failures: nothing new broke, but the comparison is not green', () => {
  const text = renderComparisonSet(setOf(compareRecords(before, before)), { colour: false, width: 120 });
  expect(text).toMatch(/^\? Nothing new broke\. 1 still broken\.\n/);
  expect(text).toContain('\nChecks: 4 still hold, 2 still broken.\n');
  const set = setViewOf({
    comparisons: [compareRecords(run('pass'), run('pass')), compareRecords(before, before)],
    onlyBefore: [],
    onlyAfter: [],
  });
  expect(set.verdict).toBe('Nothing new broke at 2 installations.');
});

const cookies = (answer: string): Partial<RunRecord> => ({
  observations: [{ gap: 'GAP-COOKIES', endpoint: users, answer }],
});
const lists = (answer: string): Partial<RunRecord> => ({
  observations: [{ gap: 'GAP-LIST-FIELDS', endpoint: projects, answer }],
});

const tones: readonly (readonly [what: string, before: RunRecord, after: RunRecord, tone: Tone])[] = [
  ['everything holds', run('pass'), run('pass'), 'good'],
  ['something broke', run('pass'), run('fail'), 'bad'],
  ['something is still broken', run('fail'), run('fail'), 'open'],
  ['something may matter to clients', run('pass', cookies('no')), run('pass', cookies('yes')), 'open'],
  ['something that clients use is gone', run('pass', lists('id, name')), run('pass', lists('id')), 'bad'],
];

for (const [what, then, now, tone] of tones) {
  test(`if ${what}, the tone is ${tone}`, () => {
    expect(viewOf(compareRecords(then, now)).tone).toBe(tone);
  });
}

test('a verdict that a failed check explains at the same endpoint is not an item of its own', () => {
  const explained = verdict('success.record-kind', users, 'untestable', {
    message: 'In other words.',
    reason: { code: 'explained', facts: { check: 'auth.no-key-rejected' } },
  });
  const now = record([one('auth.no-key-rejected', 'fail', 'It is open.'), explained]);
  const then = record([
    one('auth.no-key-rejected', 'pass', 'Fine.'),
    one('success.record-kind', 'pass', 'Fine.'),
  ]);
  expect(viewOf(compareRecords(then, now)).sections.map(({ title }) => title)).toEqual(['Newly broken']);
});

test('an installation that went away is reported once', () => {
  const obstructed = verdict('auth.no-key-rejected', users, 'untestable', {
    message: 'Gone.',
    reason: { code: 'obstructed', facts: {} },
  });
  const away = record([obstructed], { state: 'unreachable', cause: 'Gone.' });
  const text = renderComparisonSet(setOf(compareRecords(run('pass'), away)), { colour: false, width: 120 });
  expect(text).toMatch(/^✗ The installation went away: nothing more can be compared\.\n/);
  expect(text.match(/Gone\./g)).toHaveLength(1);
  expect(text).toContain('The installation went away (1)\n  - Gone.');
  expect(text).toContain('Checks: 1 no longer judged');
});

test('text from an installation is sanitized for the terminal and in Markdown', () => {
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
    expect(renderComparisonSet(setOf(comparison), { colour: false, width: 80 })).not.toMatch(forbidden);
    const markdown = renderComparisonSetMarkdown(setOf(comparison));
    expect(markdown).not.toMatch(forbidden);
    expect(markdown).not.toMatch(/<|http:|(?<!\\)`|(?<!\\)\[|@admin/);
  }
});
