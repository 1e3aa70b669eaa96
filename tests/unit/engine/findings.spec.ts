import { expect, test } from '@playwright/test';
import { type EndpointId, endpoints } from '../../../contract/document/endpoints.ts';
import type { Facts } from '../../../contract/facts.ts';
import type { FailureCode } from '../../../contract/reasons.ts';
import { countedFindings, findingsOf, withFindings } from '../../../engine/record/findings.ts';
import { groupFailures, placesInCatalogue } from '../../../engine/record/group-failures.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import { exchange, failed, projects, record, users, verdict } from '../../support/records.ts';

const everywhere: readonly EndpointId[] = endpoints.map(({ id }) => id);
const reads = everywhere.filter((id) => id.startsWith('GET'));
const citation: EndpointId = 'GET /api/v3/citations/:id';
const extraction: EndpointId = 'GET /api/v3/extractions/:id';
const importing: EndpointId = 'POST /api/v3/fhir_imports';

const json: Facts = { status: 200, mediaType: 'application/json', bytes: 17 };
const page: Facts = { mediaType: 'text/html', bytes: 90 };

/** A failure with the exchange that shows it. */
interface Failing {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly code: FailureCode;
  readonly facts: Facts;
  readonly known?: string;
}

/** Each failure is shown by an exchange of its own, with the status that it names. */
function recordOf(failing: readonly Failing[], others: readonly RecordedVerdict[] = []): RunRecord {
  const verdicts = failing.map(({ check, endpoint, code, facts, known }, index) =>
    failed(check, endpoint, code, facts, {
      exchange: `e${index}`,
      ...(known === undefined ? {} : { known }),
    }),
  );
  const exchanges = failing.map(({ endpoint, facts: { status } }, index) => {
    const { status: _, ...unanswered } = exchange(`e${index}`, endpoint);
    return status === undefined ? unanswered : { ...unanswered, status };
  });
  return record([...verdicts, ...others], { exchanges });
}

/** Findings in short: severity, code, sentence, failed checks and the number of failures. */
function shortOf(run: RunRecord): readonly string[] {
  return findingsOf(run).map(
    ({ severity, reason, sentence, checks, failures }) =>
      `${severity} ${reason?.code}: ${sentence} [${checks.join(', ')}: ${failures.length}]`,
  );
}

const open = (endpoint: EndpointId, facts: Facts = {}): Failing => ({
  check: 'auth.no-key-rejected',
  endpoint,
  code: 'accepts-missing-key',
  facts: { key: 'none', ...json, bytes: endpoint.length, ...facts },
});
const wrongKey = (endpoint: EndpointId, key: Facts['key'], facts: Facts = {}): Failing => ({
  check: `auth.${key}-key-rejected`,
  endpoint,
  code: 'accepts-wrong-key',
  facts: { ...(key === undefined ? {} : { key }), ...json, ...facts },
});
const missing = (endpoint: EndpointId): Failing => ({
  check: endpoint === importing ? 'availability.import-answers' : 'availability.endpoint-answers',
  endpoint,
  code: 'missing',
  facts: { key: endpoint === importing ? 'none' : 'header', ...page, status: 404 },
});
const crash = (endpoint: EndpointId, said = 'Oops.', check = 'availability.documented-status'): Failing => ({
  check,
  endpoint,
  code: 'server-error',
  facts: { key: 'header', ...json, status: 500, said },
});
const page401 = (endpoint: EndpointId): Failing => ({
  check: 'errors.json-body',
  endpoint,
  code: 'error-not-json',
  facts: { key: 'none', ...page, status: 401, received: 'it begins with "<html>"' },
});

/** A failure as written by versions without reasons. */
function earlier(check: string, endpoint: EndpointId, message: string): RecordedVerdict {
  const { reason: _, ...own } = verdict(check, endpoint, 'fail', { message });
  return own;
}

const passing = (endpoint: EndpointId, check: string): RecordedVerdict => verdict(check, endpoint, 'pass');

const cases: readonly (readonly [name: string, run: RunRecord, expected: readonly string[]])[] = [
  [
    'a failure at some endpoints is counted against all judged endpoints',
    recordOf([open(users), open(projects)], [passing(citation, 'auth.no-key-rejected')]),
    [
      'open-door accepts-missing-key: At 2 of 3 endpoints a request without a key was answered with status 200 (application/json); the document promises a 4xx answer to a request without a valid key. [auth.no-key-rejected: 2]',
    ],
  ],
  [
    'a failure at all judged endpoints says "that could be judged" if another was untestable',
    recordOf([open(users), open(projects)], [verdict('auth.no-key-rejected', citation, 'untestable')]),
    [
      'open-door accepts-missing-key: At both endpoints that could be judged a request without a key was answered with status 200 (application/json); the document promises a 4xx answer to a request without a valid key. [auth.no-key-rejected: 2]',
    ],
  ],
  [
    'all missing endpoints are one finding, including the import',
    recordOf(
      [...reads.slice(0, 9), importing].map(missing),
      reads.slice(9).map((endpoint) => passing(endpoint, 'availability.endpoint-answers')),
    ),
    [
      'unavailable missing: At 10 of 14 endpoints a request is answered with status 404 like a path that does not exist: the endpoint is missing; the document promises it. [availability.endpoint-answers, availability.import-answers: 10]',
    ],
  ],
  [
    'a failed import check belongs to the finding of the missing import endpoint',
    recordOf([
      missing(importing),
      {
        check: 'import.created',
        endpoint: importing,
        code: 'import-not-created',
        facts: { key: 'header', ...page, status: 404 },
      },
    ]),
    [
      'unavailable missing: POST /api/v3/fhir_imports without a key is answered with status 404 like a path that does not exist: the endpoint is missing; the document promises it. [availability.import-answers, import.created: 2]',
    ],
  ],
  [
    'server errors everywhere are one finding, for any error text and any check',
    recordOf([
      crash(users),
      crash(citation, "Couldn't find Citation with 'id'=4711"),
      crash(extraction, 'The database is full.', 'errors.unknown-id'),
      { ...crash(importing, 'Oops.', 'import.created'), facts: { key: 'query', ...page, status: 500 } },
    ]),
    [
      'outage server-error: At all 4 endpoints a request with a valid key was answered with status 500; the document promises status 200 or 201 for a success and a 4xx status for an error. [availability.documented-status, errors.unknown-id, import.created: 4]',
    ],
  ],
  [
    'an accepted wrong key is one finding for header and query; an accepted truncated key is another',
    recordOf([
      wrongKey(users, 'wrong-header'),
      wrongKey(users, 'wrong-query'),
      wrongKey(projects, 'wrong-query'),
      wrongKey(projects, 'cut-header'),
    ]),
    [
      'open-door accepts-wrong-key: At both endpoints a request with a wrong key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer to a request without a valid key. [auth.wrong-header-key-rejected, auth.wrong-query-key-rejected: 3]',
      'open-door accepts-wrong-key: GET /api/v3/projects with a truncated key in the header was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer to a request without a valid key. [auth.cut-header-key-rejected: 1]',
    ],
  ],
  [
    'an accepted wrong key belongs to the finding of an accepted missing key only at the same endpoint',
    recordOf([open(users), wrongKey(users, 'wrong-header'), wrongKey(projects, 'wrong-header')]),
    [
      'open-door accepts-missing-key: GET /api/v3/users without a key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer to a request without a valid key. [auth.no-key-rejected, auth.wrong-header-key-rejected: 2]',
      'open-door accepts-wrong-key: GET /api/v3/projects with a wrong key in the header was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer to a request without a valid key. [auth.wrong-header-key-rejected: 1]',
    ],
  ],
  [
    'wrong error shapes are one finding per shape, for any refused body',
    recordOf(
      ['not-json', 'no-entry', 'other-type'].map((body, index) => ({
        check: `import.${body}-answered`,
        endpoint: importing,
        code: 'error-shape' as const,
        facts: {
          key: 'header' as const,
          body: body as NonNullable<Facts['body']>,
          status: 400,
          form: index < 2 ? 'no error' : 'error null',
          received: index < 2 ? 'an error body without `error`' : 'null as its `error`',
        },
      })),
    ),
    [
      'wrong-form error-shape: POST /api/v3/fhir_imports with import bodies that are not as documented, with a valid key in the header has an error body without `error`; the document promises a JSON object whose `error` is a string. [import.not-json-answered, import.no-entry-answered: 2]',
      'wrong-form error-shape: POST /api/v3/fhir_imports with the import body "other-type" with a valid key in the header has null as its `error`; the document promises a JSON object whose `error` is a string. [import.other-type-answered: 1]',
    ],
  ],
  [
    'findings are sorted by severity: one open door comes before a wrong form at all endpoints',
    recordOf([
      ...everywhere.map(page401),
      { ...crash(projects), facts: { key: 'header', status: 500 } },
      open(users),
    ]),
    [
      'open-door accepts-missing-key: GET /api/v3/users without a key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer to a request without a valid key. [auth.no-key-rejected: 1]',
      'outage server-error: GET /api/v3/projects with a valid key in the header was answered with status 500; the document promises status 200 or 201 for a success and a 4xx status for an error. [availability.documented-status: 1]',
      'wrong-form error-not-json: At all 14 endpoints a request without a key has an error body that is not JSON (it begins with "<html>"); the document promises that an error is JSON. [errors.json-body: 14]',
    ],
  ],
  [
    'failures without reasons, from an earlier version, are grouped by check with the first message',
    record([
      earlier('auth.no-key-rejected', users, 'It is open.'),
      earlier('auth.no-key-rejected', projects, 'It is open too.'),
      earlier('auth.wrong-header-key-rejected', users, 'Again.'),
    ]),
    [
      'wrong-status undefined: It is open. [auth.no-key-rejected: 2]',
      'wrong-status undefined: Again. [auth.wrong-header-key-rejected: 1]',
    ],
  ],
  [
    'failures with checks and codes of a later version are also grouped by check',
    record([
      verdict('auth.from-the-future', users, 'fail', { message: 'It broke.' }),
      verdict('auth.from-the-future', projects, 'fail', {
        message: 'It broke here too.',
        reason: { code: 'from-the-future' as FailureCode, facts: { status: 200 } },
      }),
    ]),
    ['wrong-status undefined: It broke. [auth.from-the-future: 2]'],
  ],
  [
    'an installation with a rejected key is one finding',
    record([verdict('auth.no-key-rejected', users, 'untestable')], {
      state: 'key-rejected',
      cause: 'It refuses the configured key.',
    }),
    ['unavailable undefined: It refuses the configured key. [: 0]'],
  ],
  [
    'maintenance is not a finding',
    record([verdict('auth.no-key-rejected', users, 'untestable')], { state: 'maintenance', cause: 'Soon.' }),
    [],
  ],
];
for (const [name, run, expected] of cases) {
  test(name, () => {
    expect(shortOf(run)).toEqual(expected);
  });
}

/** How many requests failed the same way at an endpoint, and how many were sent there. */
type Share = readonly [failed: number, asked: number];

const shares: readonly (readonly [
  name: string,
  code: FailureCode,
  at: readonly Share[],
  reported: string,
])[] = [
  [
    'one request at two endpoints',
    'gateway-error',
    [
      [1, 4],
      [0, 3],
    ],
    ' 1 of 7 requests with a valid key at these endpoints failed so.',
  ],
  [
    'two requests at one endpoint',
    'server-error',
    [[2, 3]],
    ' 2 of 3 requests with a valid key there failed so.',
  ],
  [
    'every request',
    'server-error',
    [
      [5, 5],
      [7, 7],
    ],
    '',
  ],
];
for (const [name, code, at, reported] of shares) {
  test(`a finding states how many requests failed, unless all did: ${name}`, () => {
    const verdicts = at.map(([failing, asked], index) =>
      failed('availability.documented-status', reads[index] ?? users, code, {
        key: 'header',
        status: code === 'server-error' ? 500 : 503,
        failed: failing,
        asked,
      }),
    );
    // A second check at the same endpoint does not count a request twice.
    const again = verdicts.map((one) => ({ ...one, check: 'availability.endpoint-answers' }));
    for (const all of [verdicts, [...verdicts, ...again]]) {
      const [finding, ...more] = findingsOf(record(all));
      expect(more).toEqual([]);
      expect(finding?.sentence.split('for an error.')[1]).toBe(reported);
    }
  });
}

test('a finding counts requests without a valid key only if no request with one failed', () => {
  const lost = (key: 'header' | 'none', at: EndpointId, [failing, asked]: Share) =>
    failed('availability.documented-status', at, 'server-error', {
      key,
      status: 500,
      failed: failing,
      asked,
    });
  const ofNone = lost('none', users, [1, 3]);
  const reported = (...verdicts: (typeof ofNone)[]) =>
    findingsOf(record(verdicts))[0]?.sentence.split('for an error.')[1];
  expect(reported(ofNone)).toBe(' 1 of 3 requests without a valid key there failed so.');
  expect(reported(ofNone, lost('header', users, [2, 4]))).toBe(
    ' 2 of 4 requests with a valid key there failed so.',
  );
  expect(reported(ofNone, lost('header', projects, [2, 4]))).toBe(
    ' 2 of 4 requests with a valid key at 1 of these endpoints failed so.',
  );
});

test('known failures have separate findings for each reason, which do not count', () => {
  const run = recordOf([
    { ...open(users), known: 'Ticket 7.' },
    { ...open(projects), known: 'Ticket 8.' },
    { ...open(importing), known: 'Ticket 7.' },
    // A known failure does not explain a new one.
    wrongKey(users, 'wrong-header'),
    open(citation),
  ]);
  expect(
    findingsOf(run).map(({ known, reason, places }) => [known, reason?.code, places.endpoints.length]),
  ).toEqual([
    ['Ticket 7.', 'accepts-missing-key', 2],
    ['Ticket 8.', 'accepts-missing-key', 1],
    [undefined, 'accepts-wrong-key', 1],
    [undefined, 'accepts-missing-key', 1],
  ]);
  expect(countedFindings(run).map(({ places }) => places.endpoints)).toEqual([[users], [citation]]);
});

const idsOf = (run: RunRecord): readonly string[] => findingsOf(run).map(({ id }) => id);

test('the id of a finding depends only on its code and its cause', () => {
  const [own] = idsOf(recordOf([open(users)]));
  expect(own).toMatch(/^[0-9a-f]{12}$/);
  const same: readonly (readonly Failing[])[] = [
    [open(citation), open(projects)],
    [open(users, { bytes: 9_000_000, mediaType: 'text/html', said: 'Hello' })],
    [open(users, { status: 201 })],
    [{ ...open(users), check: 'auth.from-the-future' }],
  ];
  for (const failing of same) expect(idsOf(recordOf(failing))).toEqual([own]);
  const others: readonly Failing[] = [page401(users), wrongKey(users, 'wrong-header'), crash(users)];
  expect(new Set([own, ...others.flatMap((one) => idsOf(recordOf([one])))]).size).toBe(4);
});

test('the ids of findings are permanent, because monitors and lists of tickets keep them', () => {
  expect(idsOf(recordOf([open(users), missing(projects), crash(citation)]))).toEqual([
    'a84a39e6e1d5',
    '10ee87f78cf5',
    'ce5ddeb111be',
  ]);
});

test('without the verdicts of a run, endpoints are counted against those in the catalogue', () => {
  const failures = [users, projects].map((endpoint) => {
    const { check, code, facts } = open(endpoint);
    return { verdict: failed(check, endpoint, code, facts) };
  });
  expect(groupFailures(failures).map(({ sentence }) => sentence)).toEqual([
    `At 2 of ${endpoints.length} endpoints a request without a key was answered with status 200 (application/json); the document promises a 4xx answer to a request without a valid key.`,
  ]);
  expect(placesInCatalogue([], [users])).toEqual({ endpoints: [users], judged: endpoints.length });
});

test('withFindings puts findings before the verdicts of a record, and replaces existing findings', () => {
  const facts: Facts = { key: 'none', ...json };
  const run = withFindings(
    record([
      failed('auth.no-key-rejected', users, 'accepts-missing-key', facts, {
        requirements: ['AUTH-1', 'AUTH-9'],
        exchange: 'e1',
      }),
      failed('auth.no-key-rejected', projects, 'accepts-missing-key', facts, { exchange: 'e2' }),
      { ...failed('auth.wrong-header-key-rejected', users, 'accepts-wrong-key'), known: 'Ticket 7.' },
      verdict('success.json-body', projects, 'error'),
    ]),
  );
  const names = Object.keys(run);
  expect(names.indexOf('findings')).toBeLessThan(names.indexOf('verdicts'));
  expect(run.findings).toEqual([
    {
      id: 'a84a39e6e1d5',
      severity: 'open-door',
      headline: 'A request without a key is let in',
      message:
        'At both endpoints a request without a key was answered with status 200 (application/json, 17 bytes); the document promises a 4xx answer to a request without a valid key.',
      reason: { code: 'accepts-missing-key', facts },
      checks: ['auth.no-key-rejected'],
      requirements: ['AUTH-1', 'AUTH-9'],
      endpoints: [users, projects],
      judged: 2,
      verdicts: [
        { check: 'auth.no-key-rejected', endpoint: users },
        { check: 'auth.no-key-rejected', endpoint: projects },
      ],
      exchanges: ['e1', 'e2'],
    },
    expect.objectContaining({
      severity: 'open-door',
      headline: 'A key that is not valid is let in',
      endpoints: [users],
      known: 'Ticket 7.',
    }),
  ]);
  expect(withFindings({ ...run, verdicts: [] }).findings).toEqual([]);
});

test('an error that is not JSON belongs to the finding of a refused key only for the same request', () => {
  const refused: Failing = {
    check: 'auth.query-key-accepted',
    endpoint: citation,
    code: 'key-refused-in-query',
    facts: { key: 'query', ...page, status: 403 },
  };
  const notJson = (facts: Facts): Failing => ({
    check: 'errors.json-body',
    endpoint: citation,
    code: 'error-not-json',
    facts: { ...page, ...facts },
  });
  const codes = (...failing: readonly Failing[]): readonly unknown[] =>
    findingsOf(recordOf(failing)).map(({ reason }) => reason?.code);
  expect(codes(refused, notJson({ key: 'query', status: 403 }))).toEqual(['key-refused-in-query']);
  expect(codes(refused, notJson({ key: 'header', id: 'unknown', status: 404 }))).toEqual([
    'key-refused-in-query',
    'error-not-json',
  ]);
});
