import { expect, test } from '@playwright/test';
import { catalogue } from '../../../contract/catalogue.ts';
import { requirementsAt } from '../../../contract/check.ts';
import { type EndpointId, endpointOf } from '../../../contract/endpoints.ts';
import { judgeAll } from '../../../contract/judge.ts';
import type { Verdict } from '../../../contract/verdict.ts';
import type { FhirIssue } from '../../../fhir/index.ts';
import { issue } from './answers-seen.ts';
import { authenticationRows } from './check-tables/authentication.ts';
import { availabilityRows } from './check-tables/availability.ts';
import type { Answers, CheckRows } from './check-tables/check-rows.ts';
import { errorsRows } from './check-tables/errors.ts';
import { fhirRows } from './check-tables/fhir.ts';
import { importsRows } from './check-tables/imports.ts';
import { successRows } from './check-tables/success.ts';
import { userRows } from './check-tables/users.ts';
import { project, users } from './endpoint-ids.ts';
import { evidenceOf, type Seen } from './evidence.ts';

function verdictOf(id: string, at: EndpointId, answers: Answers): Verdict {
  const check = catalogue.find((one) => one.id === id);
  if (check === undefined) throw new Error(`No check is named ${id}.`);
  const endpoint = endpointOf(at);
  if (!check.at(endpoint)) throw new Error(`${id} is not asked at ${at}.`);
  // What other checks say there is a subject of its own.
  const alone = { ...check, after: [] };
  const [verdict] = judgeAll(
    [{ check: alone, endpoint }],
    evidenceOf(endpoint, check.asks(endpoint), answers),
    [],
  );
  if (verdict === undefined) throw new Error('A case has a verdict.');
  return verdict;
}

/** Of a check that is none. */
const none = { requirements: [] };

const groups: readonly CheckRows[] = [
  ...availabilityRows,
  ...authenticationRows,
  ...successRows,
  ...importsRows,
  ...fhirRows,
  ...errorsRows,
];

groups.forEach(({ check, at, rows }, group) => {
  test.describe(`${group + 1}: ${check} at ${at}`, () => {
    rows.forEach(([answers, outcome], index) => {
      test(`case ${index + 1}: ${outcome}`, () => {
        const verdict = verdictOf(check, at, answers);
        expect(`${verdict.outcome} ${verdict.exchange ?? ''}`.trim(), verdict.message).toBe(outcome);
      });
    });
  });
});

userRows.forEach(([check, answers, outcome], index) => {
  test(`users ${index + 1}: ${check}: ${outcome}`, () => {
    const verdict = verdictOf(check, users, answers);
    expect(`${verdict.outcome} ${verdict.exchange ?? ''}`.trim(), verdict.message).toBe(outcome);
  });
});

test('every verdict is a whole sentence, whatever came', () => {
  const sentence = /^[A-Z].*[^\s.:;]\.$/;
  const all = [
    ...groups.flatMap(({ check, at, rows }) => rows.map(([answers]) => verdictOf(check, at, answers))),
    ...userRows.map(([check, answers]) => verdictOf(check, users, answers)),
  ];
  const holes = /undefined|NaN|\[object| {2}| [;:,.]/;
  const failure = /^(GET|POST) \S+ .+; the document promises \S.+\.$/;
  const unfit = all.filter(
    ({ outcome, message }) =>
      !sentence.test(message) || holes.test(message) || (outcome === 'fail' && !failure.test(message)),
  );
  expect(unfit).toEqual([]);
  const messages = all.map(({ message }) => message);
  expect(messages.filter((message) => /; the document promises/.test(message)).length).toBeGreaterThan(70);
});

const advised: readonly (readonly [at: EndpointId, valid: Seen, advice: string])[] = [
  [
    'GET /api/v3/citations',
    { status: 422 },
    'it may need a parameter that the document does not name (PROJECT_PARAMETER, PROJECT_ID)',
  ],
  [
    'GET /api/v3/citations',
    { status: 403 },
    'the key may not be allowed to read it without a parameter that the document does not name (PROJECT_PARAMETER, PROJECT_ID)',
  ],
  [
    'GET /api/v3/citations/:id',
    { status: 404 },
    'the ids that its list shows may not be those that the path takes; name one that exists by CITATION_ID',
  ],
  [
    'GET /api/v3/citations/:id',
    { status: 403 },
    'the key may not be allowed to read this citation; name one that it may read by CITATION_ID',
  ],
  [
    'GET /api/v3/citations/:id',
    { status: 403, idIsPinned: true },
    'the key may not be allowed to read the id that CITATION_ID names',
  ],
  ['GET /api/v4/projects', { status: 403 }, 'it exists, and the document does not state what it takes'],
];

for (const [at, valid, advice] of advised)
  test(`${valid.status} to a valid key at ${at}${valid.idIsPinned ? ' with a pinned id' : ''} gets its advice`, () => {
    const { outcome, message } = verdictOf('availability.endpoint-answers', at, { valid });
    expect(`${outcome}: ${message}`).toContain('untestable: ');
    expect(message).toContain(advice);
  });

test('a FHIR failure names three errors and counts the rest, and leaves warnings out', () => {
  const messageOf = (issues: readonly FhirIssue[], omittedIssues = 0) =>
    verdictOf('fhir.valid', project, { byHeader: { issues, omittedIssues } }).message;
  expect(messageOf([issue('a'), issue('w', 'warning')])).toContain(': a: wrong a; the document');
  expect(messageOf([issue('a'), issue('b'), issue('c')])).toContain(
    ': a: wrong a; b: wrong b; c: wrong c; the',
  );
  expect(messageOf([issue('a'), issue('b'), issue('c'), issue('d')])).toContain(
    'c: wrong c (and 1 more); the',
  );
  expect(messageOf([issue('a')], 7)).toContain('a: wrong a (and 7 more); the');
});

test('a failure of the user names three fields and counts the rest', () => {
  const many = (value: number) => ({
    body: JSON.stringify(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, value]))),
  });
  const few = (value: number) => ({ body: JSON.stringify({ a: value, b: value, c: value }) });
  const messageOf = (first: Seen, byQuery: Seen) =>
    verdictOf('users.same-user-either-way', users, { first, last: first, byQuery }).message;
  expect(messageOf(many(1), many(2))).toContain('$.a, $.b, $.c and 2 more');
  expect(messageOf(few(1), few(2))).toContain('$.a, $.b, $.c)');
});

test('a failure names requirements of its check alone', () => {
  for (const { check, at, rows } of groups) {
    const judged = requirementsAt(endpointOf(at), catalogue.find(({ id }) => id === check) ?? none);
    for (const [answers] of rows) {
      const { requirements } = verdictOf(check, at, answers);
      expect(judged, check).toEqual(expect.arrayContaining([...requirements]));
      expect(requirements.length, check).toBeGreaterThan(0);
    }
  }
});

const statusOrBody = [
  [{ status: 500, body: '{"error":"Sorry"}' }, ['SERVICE-7', 'SERVICE-8', 'RULE-3', 'ERROR-1']],
  [{ status: 202 }, ['SERVICE-7', 'SERVICE-8', 'RULE-3', 'ERROR-1']],
  [{ status: 400, body: '<p>' }, ['SERVICE-6', 'SERVICE-8', 'ERROR-2', 'ERROR-3']],
  [{ status: 400, body: '{}' }, ['ERROR-3']],
] as const;

for (const [valid, broken] of statusOrBody) {
  test(`a status breaks what is said of it, and a body what is said of bodies: ${JSON.stringify(valid)}`, () => {
    const { outcome, requirements } = verdictOf('availability.documented-status', users, { valid });
    expect([outcome, requirements]).toEqual(['fail', broken]);
  });
}
