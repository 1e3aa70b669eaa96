import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { renderConsole } from '../../../reports/console/run.ts';
import {
  breakingDrift,
  exchange,
  forbidden,
  grouped,
  hostileDeviations,
  hostileRecord,
  mixed,
  projects,
  record,
  users,
  verdict,
} from '../../support/records.ts';

const plain = { colour: false, width: 120, quiet: false };

test('a run is printed with its numbers, the table, the failures with their evidence, and the reasons', () => {
  expect(renderConsole(mixed, plain)).toBe(`staging at http://here.example
Violating: 1 finding (2 failed checks).
4 of 7 judged, 1 could not be judged, 1 not asked for (revoked key) · 12 requests (1 sent again, 2 throttled) · 2.5 s ·
tier full · suite 1.2.3 · started 2026-01-02 03:04:05 UTC

Endpoint              availability  auth     success  fhir  errors  users  import
GET /api/v3/users     ✓             ✗ 1 ~ 1                         ? 1
GET /api/v3/projects                ✗ 1      ! 1
✓ holds   ✗ broken   ~ known failure   ? untestable   – skipped   ! fault of the suite

Findings, the most severe first (1)

✗ Open door: A request without a key is let in
  - At both endpoints a request without a key was answered with status 200 (application/json, 8 bytes); the document
    promises a 4xx answer to a request without a valid key.
    Body: {"id":1}
    Repeat: curl -sS -i 'http://here.example/e1'
    Checks: auth.no-key-rejected
    Requirements: AUTH-1, AUTH-9
    2 failures (--details shows them)

Faults of the suite itself: please report them (1)

✗ success.json-body (an endpoint returns a JSON body with every success)
  - The check itself broke: oh.
    Requirements: AUTH-1

Known failures (1)
  - auth.wrong-header-key-rejected at GET /api/v3/users: Ticket 7.

Untestable: something else stood in the way (1)
  - 1 × No user came.
    users.same-user-either-way at GET /api/v3/users

Skipped: not asked for by the configuration (1)
  - 1 × No revoked key is configured.
    auth.revoked-query-key-rejected at GET /api/v3/users

1 finding: 1 passed, 2 failed, 1 untestable, 1 skipped, 1 known failure, 1 fault of the suite itself

2 problems
Open door: Take it off the network or go back to the version before, and tell the developers: strangers can use it.
Fault of the suite: Report it, with run.json.
Not judged: Read the reasons: each says what stood in the way.
`);
});

test('the failures of a finding are printed with --details; otherwise a hint names that option', () => {
  const hint = '(--details shows them)';
  expect(renderConsole(grouped, plain)).toContain(`\n    3 failures ${hint}\n`);
  expect(renderConsole(grouped, plain)).not.toContain(`1 failure ${hint}`);
  expect(renderConsole(record([verdict('errors.shape', users, 'fail')]), plain)).not.toContain(hint);
  const text = renderConsole(grouped, { ...plain, details: true });
  expect(text).not.toContain(hint);
  expect(text).toContain(`
    Endpoints: GET /api/v3/users, GET /api/v3/projects
    Body: {"id":1}
    Repeat: curl -sS -i 'http://here.example/e1'
    Checks: auth.no-key-rejected, auth.wrong-header-key-rejected
    AUTH-1: Every endpoint needs a valid API key.
    - GET /api/v3/users without a key was answered with status 200 (application/json, 9 bytes); the document promises a
      4xx answer to a request without a valid key.
      Body: {"id":1}
      Repeat: curl -sS -i 'http://here.example/e1'
    - GET /api/v3/projects without a key was answered with status 200 (application/json, 10 bytes); the document
      promises a 4xx answer to a request without a valid key.
      Body: [{"id":2}]
      Repeat: curl -sS -i 'http://here.example/e2'
    - GET /api/v3/users with a wrong key in the header was answered with status 200 (application/json, 9 bytes); the
      document promises a 4xx answer to a request without a valid key.
      Body: {"id":1}
      Repeat: curl -sS -i 'http://here.example/e1'
`);
});

test('an outage in the middle of a run is printed as one finding, without a check', () => {
  const gone = record(
    [
      verdict('availability.endpoint-answers', projects, 'pass'),
      verdict('availability.endpoint-answers', users, 'untestable', {
        message: 'The request was not sent: the installation stopped answering.',
        reason: { code: 'not-asked', facts: { why: 'unreachable' } },
      }),
    ],
    {
      state: 'unreachable',
      abortReason: 'unreachable',
      cause: 'The run ended early: the installation stopped answering.',
      exchanges: [
        exchange('e1', projects),
        exchange('e2', users, {
          startedAt: '2026-01-02T03:04:06.000Z',
          failure: { kind: 'refused', reason: 'the connection was refused' },
        }),
      ],
    },
  );
  expect(renderConsole(gone, { ...plain, quiet: true })).toBe(`staging at http://here.example
Unreachable: the installation does not answer, or fails at every request with a valid key.
The run ended early: the installation stopped answering.

Findings, the most severe first (1)

✗ Outage: The installation went away during the run
  - The installation went away in the middle of the run: from 2026-01-02 03:04:06 UTC on no request was answered as
    documented (the connection was refused), at GET /api/v3/users.

1 finding: 1 passed, 0 failed, 1 untestable, 0 skipped
`);
});

test('if one cause blocked the whole run, only that cause is printed', () => {
  const cause = 'http://here.example cannot be reached: the connection was refused.';
  const reason = { code: 'obstructed', facts: {} } as const;
  const all = [verdict('auth.no-key-rejected', users, 'untestable', { message: cause, reason })];
  const unreachable = record(all, {
    state: 'unreachable',
    cause,
    coverage: 0,
  });
  for (const quiet of [true, false]) {
    expect(renderConsole(unreachable, { ...plain, quiet })).toBe(`✗ staging: ${cause}\n`);
  }
});

test('in quiet mode, a conforming run among several is printed with its name', () => {
  const good = record([verdict('auth.no-key-rejected', users, 'pass')]);
  expect(renderConsole(good, { ...plain, quiet: true, named: true })).toBe(
    'staging at http://here.example\n\n1 passed, 0 failed, 0 untestable, 0 skipped\n',
  );
});

test('in quiet mode, a conforming run is one line, and a violating run shows only its failures', () => {
  const good = record([verdict('auth.no-key-rejected', users, 'pass')]);
  expect(renderConsole(good, { ...plain, quiet: true })).toBe(
    '1 passed, 0 failed, 0 untestable, 0 skipped\n',
  );
  const bad = renderConsole(mixed, { ...plain, quiet: true });
  expect(bad).toMatch(/^staging at /);
  expect(bad).toContain("Repeat: curl -sS -i 'http://here.example/e1'");
  expect(bad).not.toContain('Endpoint');
  expect(bad).not.toContain('No user came');
});

test('on a narrow terminal the table becomes a list, and breakable lines fit the width', () => {
  const text = renderConsole(mixed, { ...plain, width: 60 });
  expect(text).toContain('GET /api/v3/users\n  availability ✓ auth ✗ 1 ~ 1 users ? 1\n');
  const long = text.split('\n').filter((line) => line.length > 60);
  expect(
    long.filter((line) => line.includes(' ', 4) && !/repeat:|body:|^✗|^Faults|^\d findings?:/.test(line)),
  ).toEqual([]);
});

test('output with colour differs only in its colour codes', () => {
  const coloured = renderConsole(mixed, { ...plain, colour: true });
  expect(coloured).toContain('\u001b[31m');
  expect(stripVTControlCharacters(coloured)).toBe(renderConsole(mixed, plain));
});

test('a run says how much was judged, what it chose, and what was sent again', () => {
  const verdicts = [
    verdict('auth.no-key-rejected', users, 'pass'),
    verdict('auth.second-key-accepted', users, 'skip', {
      message: 'No key is configured.',
      reason: { code: 'no-second-key', facts: {} },
    }),
  ];
  const text = renderConsole(
    record(verdicts, {
      choices: [{ what: 'Project', value: '7', from: 'PROJECT_ID' }],
      resent: [{ exchange: 'e1', cause: 'the connection failed' }],
    }),
    plain,
  );
  expect(text).toContain('1 of 2 judged, 1 not asked for (second key) ·');
  expect(text).toContain('Chosen: Project 7, from PROJECT_ID');
  expect(text).toContain('Sent again: 1 after the connection failed');
  const without = renderConsole(record(verdicts), plain);
  expect(without).not.toMatch(/Chosen|Sent again/);
});

test('a run in which every broken requirement is a known failure says so', () => {
  const known = record([verdict('auth.no-key-rejected', users, 'fail', { known: 'Ticket 7.' })]);
  expect(renderConsole(known, plain)).toContain(
    'Violating, as known: every broken requirement is listed as a known failure.',
  );
});

test('outdated known failures and breaking drift are printed, also in quiet mode', () => {
  const text = renderConsole(record([verdict('auth.no-key-rejected', users, 'pass')]), {
    ...plain,
    quiet: true,
    outdated: [{ sentence: 'auth.no-key-rejected passes now.' }],
    drift: [users, projects].map((endpoint) => ({ ...breakingDrift, endpoint })),
  });
  expect(text).toBe(
    `
staging at http://here.example
Conforming: every requirement that was judged holds. 1 change since the baseline can break clients. The list of known
failures is out of date.

Known failures to remove from the list (1)
  - auth.no-key-rejected passes now.

Drift from the baseline that can break clients (1)
  - GET /api/v3/users, GET /api/v3/projects: names, types and formats of the fields of list entries: "id, name" before,
    "id" now (GAP-LIST-FIELDS, on which clients may rely).

1 passed, 0 failed, 0 untestable, 0 skipped
`.slice(1),
  );
});

test('checks of another version of the suite are printed by their ids', () => {
  const foreign = record([
    verdict('auth.from-the-future', users, 'fail', { requirements: ['AUTH-1'] }),
    verdict('other.thing', users, 'pass'),
  ]);
  const text = renderConsole(foreign, plain);
  expect(text).toContain(`
✗ Wrong status: The check auth.from-the-future fails
  - GET /api/v3/users said so.
    Checks: auth.from-the-future
    Requirements: AUTH-1
`);
  expect(text).toContain('1 finding: 1 passed, 1 failed');
});

test('text from an installation is sanitized for the terminal', () => {
  for (const quiet of [true, false]) {
    expect(renderConsole(hostileRecord, { ...plain, quiet, ...hostileDeviations })).not.toMatch(forbidden);
  }
  const onlyCause = record([], { cause: hostileRecord.cause ?? '', state: 'unreachable' });
  expect(renderConsole(onlyCause, plain)).not.toMatch(forbidden);
});
