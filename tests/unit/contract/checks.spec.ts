import { expect, test } from '@playwright/test';
import { catalogue } from '../../../contract/checks/catalogue.ts';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import { judgeAll } from '../../../contract/judging/judge.ts';
import { isNotShown, type Verdict } from '../../../contract/judging/verdict.ts';
import type { FhirIssue, IssueLevel } from '../../../fhir/index.ts';
import {
  badBundle,
  crash,
  imported,
  issue,
  notFound,
  ok,
  page,
  reported,
  unauthorized,
} from './answers-seen.ts';
import { authenticationRows } from './check-tables/authentication.ts';
import { availabilityRows } from './check-tables/availability.ts';
import type { Answers, CheckRows } from './check-tables/check-rows.ts';
import { errorsRows } from './check-tables/errors.ts';
import { fhirRows } from './check-tables/fhir.ts';
import { importsRows } from './check-tables/imports.ts';
import { successRows } from './check-tables/success.ts';
import { userRows } from './check-tables/users.ts';
import { citation, citations, imports, project, projects, users, v4Projects } from './endpoint-ids.ts';
import { evidenceOf, type Seen } from './evidence.ts';

function verdictOf(id: string, at: EndpointId, answers: Answers): Verdict | undefined {
  const check = catalogue.find((one) => one.id === id);
  if (check === undefined) throw new Error(`No check is named ${id}.`);
  const endpoint = endpointOf(at);
  if (!check.at(endpoint)) throw new Error(`${id} is not asked at ${at}.`);
  // judge.spec.ts tests the effect of other checks.
  const alone = { ...check, after: [] };
  const evidence = evidenceOf(endpoint, check.requests(endpoint), answers);
  return judgeAll([{ check: alone, endpoint }], evidence, [])[0];
}

function outcomeOf(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'nothing';
  const { outcome, exchange } = verdict;
  return `${isNotShown(verdict) ? 'not-shown' : outcome} ${exchange ?? ''}`.trim();
}

const groups: readonly CheckRows[] = [
  ...availabilityRows,
  ...authenticationRows,
  ...successRows,
  ...importsRows,
  ...fhirRows,
  ...errorsRows,
  ...userRows,
];

/** One answer in a title: its status or failure, its body, and its other facts. */
function described({ status = 200, failure, body, ...more }: Seen): string {
  const facts = Object.keys(more).length === 0 ? undefined : JSON.stringify(more);
  return [failure ?? status, body, facts].filter((one) => one !== undefined).join(' ');
}

/** The answers to the requests of a case, as a part of its title. */
function describedAll(answers: Answers): string {
  const all = Object.entries(answers).map(([request, seen]) => `${request} gets ${described(seen)}`);
  return all.length === 0 ? 'nothing answers' : all.join(', ');
}

for (const { check, at, rows } of groups)
  for (const [answers, outcome] of rows)
    test(`${check} at ${at}: ${outcome} if ${describedAll(answers)}`, () => {
      const verdict = verdictOf(check, at, answers);
      expect(outcomeOf(verdict), verdict?.message).toBe(outcome);
    });

const withoutKey: readonly (readonly [none: Seen, valid: Seen, code: string])[] = [
  [{ body: '[{"id":1}]' }, { body: '[{"id":1}]' }, 'accepts-missing-key'],
  [{ body: '[]' }, { body: '[]' }, 'accepts-missing-key'],
  [{ body: '[]' }, { body: '[{"id":1}]' }, 'not-refused'],
  [{ body: '{"data":[],"total":0}' }, { body: '{"data":[{"id":1}],"total":1}' }, 'not-refused'],
  [{ body: '{"title":"Log in"}' }, { body: '{"data":[{"id":1}]}' }, 'not-refused'],
  [{ body: '{}' }, { body: '{}' }, 'accepts-missing-key'],
  [{ body: '{"status":"login","url":"/"}' }, { body: '{"status":"active","id":1}' }, 'not-refused'],
  [{ body: '{"status":"active","id":2}' }, { body: '{"status":"active","id":1}' }, 'accepts-missing-key'],
  [{ status: 302, body: '' }, ok, 'undocumented-status'],
  [crash, ok, 'server-error'],
];
for (const [none, valid, code] of withoutKey)
  test(`auth.no-key-rejected reports ${code} if no key gets ${described(none)} and a valid key gets ${described(valid)}`, () => {
    const verdict = verdictOf('auth.no-key-rejected', citations, { refused: none, accepted: valid });
    expect(verdict?.reason?.code).toBe(code);
    expect(verdict?.requirements.includes('AUTH-1')).toBe(code === 'accepts-missing-key');
  });

test('an import without a key is not let in if its answer has the same form as that of the users endpoint', () => {
  const nobody = { body: '{"authenticated":false,"at":1}' };
  const code = (sameAtUsers: Seen): string | undefined =>
    verdictOf('auth.no-key-rejected', imports, { refused: nobody, sameAtUsers })?.reason?.code;
  expect(code(nobody)).toBe('not-refused');
  expect(code({ body: '{"authenticated":false,"at":2}' })).toBe('not-refused');
  expect(code({ body: '{"id":1}' })).toBe('accepts-missing-key');
});

/** Every verdict of the tables. */
function allVerdicts(): readonly Verdict[] {
  return groups.flatMap(({ check, at, rows }) =>
    rows.flatMap(([answers]) => verdictOf(check, at, answers) ?? []),
  );
}

test('the tables have a passing and a failing case for every check', () => {
  const outcomes = new Set(allVerdicts().map(({ check, outcome }) => `${check} ${outcome}`));
  const wanted = catalogue.flatMap(({ id }) => [`${id} pass`, `${id} fail`]);
  expect(wanted.filter((one) => !outcomes.has(one))).toEqual([]);
});

test('the message of every verdict in the tables is a complete sentence', () => {
  const sentence = /^[A-Z].*[^\s.:;]\.$/;
  const holes = /undefined|NaN|\[object| {2}| [;:,.]/;
  const failure = /^(GET|POST) \S+ .+; the document promises \S.+\.$/;
  const unfit = allVerdicts().filter(
    ({ outcome, message }) =>
      !sentence.test(message) || holes.test(message) || (outcome === 'fail' && !failure.test(message)),
  );
  expect(unfit.map(({ check, outcome, message }) => `${check} ${outcome}: ${message}`)).toEqual([]);
});

test('a "not shown" message names the endpoint, its status, and the setting that helps or that it is not sent again', () => {
  const notShown = allVerdicts().filter(isNotShown);
  expect(notShown.length).toBeGreaterThan(0);
  for (const { message } of notShown)
    expect(message).toMatch(
      /^Not shown: (GET|POST) \S+ answered \d{3} .*(set [A-Z_]+|by [A-Z_]+|set the key|not sent again)/,
    );
});

const advised: readonly (readonly [check: string, at: EndpointId, answers: Answers, advice: string])[] = [
  [
    'availability.endpoint-answers',
    citations,
    { valid: reported(422, 'x') },
    'it may need a parameter that the document does not name: set PROJECT_PARAMETER and PROJECT_ID',
  ],
  [
    'availability.endpoint-answers',
    citations,
    { valid: reported(422, 'x'), named: notFound },
    'answered 422, with its project 404, to every request with a valid key',
  ],
  [
    'availability.endpoint-answers',
    citation,
    { valid: notFound },
    'the ids that its list shows may not be those that the path takes: name one citation by CITATION_ID',
  ],
  [
    'availability.endpoint-answers',
    v4Projects,
    { valid: reported(403, 'x') },
    'it exists, and the document does not state what it takes',
  ],
  [
    'import.created',
    imports,
    { valid: reported(403, 'x') },
    'the key may not import: set the key of a user who may',
  ],
  [
    'auth.header-key-accepted',
    projects,
    { valid: unauthorized, byOther: ok },
    'is refused, although the same key was accepted in the query',
  ],
  [
    'auth.query-key-accepted',
    projects,
    { valid: { status: 403, body: '' }, byOther: ok },
    'is refused, although the same key was accepted in the header',
  ],
  [
    'errors.throttled-answer',
    users,
    {
      header: {
        status: 429,
        body: 'Retry later',
        headers: { 'content-type': 'text/plain' },
        throttled: true,
      },
    },
    'is throttled by status 429 as "text/plain"',
  ],
  [
    'import.readable',
    imports,
    {
      valid: { ...imported, body: '{"ids":[7]}' },
      citation: { ...notFound, recordId: '7' },
      'known citation': {},
    },
    'names "7", and GET /api/v3/citations/:id answered 404 for it',
  ],
];

for (const [check, at, answers, advice] of advised)
  test(`the message of ${check} at ${at} contains: ${advice}`, () => {
    expect(verdictOf(check, at, answers)?.message).toContain(advice);
  });

test("another user's key that is refused in the header or the query breaks the requirement of that way, and AUTH-8", () => {
  const broken = (byHeader: Seen, byQuery: Seen) =>
    verdictOf('auth.second-key-accepted', projects, { byHeader, byQuery, first: {} })?.requirements;
  expect(broken({}, unauthorized)).toEqual(['AUTH-7', 'AUTH-8']);
  expect(broken(unauthorized, {})).toEqual(['AUTH-6', 'AUTH-8']);
  expect(broken(unauthorized, unauthorized)).toEqual(['AUTH-6', 'AUTH-7', 'AUTH-8']);
});

const at = (level: IssueLevel, path: string): FhirIssue => ({ ...issue(path), level });

const fhirFailures: readonly (readonly [name: string, issues: readonly FhirIssue[], reported: string])[] = [
  ['errors, but no warnings', [issue('a'), issue('w', 'warning')], ': a: wrong a; the'],
  [
    'three of five kinds of errors, and the number of the others',
    ['a', 'b', 'c', 'd', 'e'].map((path) => issue(path)),
    ': a: wrong a; b: wrong b; c: wrong c (and 2 more kinds of errors); the',
  ],
  [
    'three of four kinds of errors, and the number of the others in the singular',
    ['a', 'b', 'c', 'd'].map((path) => issue(path)),
    'c: wrong c (and 1 more kind of errors); the',
  ],
  [
    'the same error in several entries once, with its count',
    [0, 1, 2].map((index) => issue(`Bundle.entry[${index}].resource.name[${index + 1}].use`)),
    ': Bundle.entry.resource.name.use: wrong Bundle.entry[0].resource.name[1].use (3 times, first at Bundle.entry[0].resource.name[1].use); the',
  ],
  [
    'the most severe errors first, and those of narratives last',
    [
      at('structure', 'Bundle.entry[0].resource.text.div'),
      at('invariant', 'Bundle.total'),
      at('binding', 'Bundle.type'),
      at('cardinality', 'Bundle.link'),
      at('structure', 'Bundle.entry[0].x'),
    ],
    ': Bundle.entry[0].x: wrong Bundle.entry[0].x; Bundle.link: wrong Bundle.link; Bundle.total: wrong Bundle.total (and 2 more kinds of errors); the',
  ],
];
for (const [name, issues, reported] of fhirFailures)
  test(`a FHIR failure reports ${name}`, () => {
    expect(verdictOf('fhir.valid', project, { valid: { issues } })?.message).toContain(reported);
  });

test('the reason of a FHIR failure lists every kind of error as data, the most severe first', () => {
  const issues = [
    at('structure', 'Bundle.entry[4].resource.text'),
    at('invariant', 'Bundle'),
    ...[0, 7].map((index) => at('choice', `Bundle.entry[${index}].resource.value`)),
    at('structure', 'Bundle.x'),
    { ...at('text', 'Bundle.y'), severity: 'warning' } as const,
  ];
  const { code, facts } = verdictOf('fhir.valid', project, { valid: { issues } })?.reason ?? {};
  expect([code, facts?.received]).toEqual(['fhir-invalid', 'structure at x']);
  expect(facts?.issues?.map(({ level, path, count }) => [level, path, count])).toEqual([
    ['structure', 'Bundle.x', 1],
    ['choice', 'Bundle.entry.resource.value', 2],
    ['invariant', 'Bundle', 1],
    ['structure', 'Bundle.entry.resource.text', 1],
  ]);
});

test('a failure lists every exchange that it rests on; a pass lists none', () => {
  const restsOn = (check: string, at: EndpointId, answers: Answers) => verdictOf(check, at, answers)?.restsOn;
  const answers = { valid: ok, query: page, noAccept: page, otherUser: ok };
  expect(restsOn('success.json-body', projects, answers)).toEqual(['query', 'noAccept']);
  const users7 = { valid: { body: '7' }, query: { body: '{"id":1}' }, noAccept: { body: '[]' } };
  // The second request shows that the record is the wrong one: a run without it would pass.
  const swapped: Answers = {
    valid: { body: '{"id":2}', recordId: '1' },
    second: { body: '{"id":2}', recordId: '2' },
  };
  expect(restsOn('success.record-kind', citation, swapped)).toEqual(['valid', 'second']);
  expect(restsOn('success.record-kind', users, users7)).toEqual(['valid', 'noAccept']);
  const passing = verdictOf('success.json-body', projects, { valid: ok, query: ok });
  expect(passing).not.toHaveProperty('restsOn');
  expect(passing?.message).toMatch(/: as documented\. So was 1 more\.$/);
});

test('errors.shape names AUTH-9 if the body of a refusal breaks it, but not if the body is correct', () => {
  const requirements = (answers: Answers) => verdictOf('errors.shape', citations, answers)?.requirements;
  expect(requirements({ none: unauthorized, valid: ok })).toEqual(['ERROR-3']);
  expect(requirements({ none: { status: 401, body: '{}' }, valid: ok })).toContain('AUTH-9');
});

test('a sampled check gives no verdict at an endpoint without samples, unless its request was repeated there', () => {
  const check = 'auth.percent-header-key-rejected';
  const answers = { refused: unauthorized, accepted: ok };
  expect(outcomeOf(verdictOf(check, citations, answers))).toBe('pass refused');
  const { refused, accepted } = answers;
  const elsewhere: Answers = { accepted, header: { ...ok, endpoint: projects } };
  expect(outcomeOf(verdictOf(check, citations, elsewhere))).toBe('nothing');
  expect(outcomeOf(verdictOf(check, citations, { accepted: unauthorized }))).toBe('nothing');
  // Unless its own request was repeated here because of an open failure.
  expect(outcomeOf(verdictOf(check, citations, { ...elsewhere, refused }))).toBe('pass refused');
  expect(outcomeOf(verdictOf(check, users, { refused, accepted: unauthorized }))).toBe('untestable refused');
});

const emptyForbidden: Seen = { status: 403, body: '' };

/** The requirements that an answer breaks, and no others. */
const breaks: readonly (readonly [check: string, at: EndpointId, answers: Answers, broken: string])[] = [
  ['availability.documented-status', users, { valid: crash }, 'SERVICE-8 ERROR-1'],
  ['availability.documented-status', users, { valid: { status: 202 } }, 'SERVICE-7 RULE-3'],
  ['availability.documented-status', users, { valid: { status: 302, body: '' } }, 'SERVICE-7 RULE-3'],
  ['availability.endpoint-answers', users, { valid: reported(403, 'x') }, 'ENDPOINT-13'],
  [
    'availability.endpoint-answers',
    citation,
    { valid: { ...reported(403, 'x'), idIsListed: true } },
    'ENDPOINT-4',
  ],
  [
    'availability.endpoint-answers',
    citations,
    { valid: notFound, odd: notFound },
    'RESOURCE-2 VERSION-1 ENDPOINT-3 SERVICE-9 VERSION-2',
  ],
  ['errors.json-body', users, { none: { status: 401, body: '' } }, 'AUTH-9 SERVICE-6 SERVICE-8 ERROR-2'],
  ['errors.json-body', users, { none: unauthorized, query: emptyForbidden }, 'SERVICE-6 SERVICE-8 ERROR-2'],
  ['errors.shape', users, { none: { status: 401, body: '{}' } }, 'AUTH-9 ERROR-3'],
  ['errors.shape', users, { none: unauthorized, header: { status: 404, body: '{}' } }, 'ERROR-3'],
  ['errors.throttled-answer', users, { header: { status: 429, body: '{}', throttled: true } }, 'ERROR-3'],
  [
    'errors.throttled-answer',
    users,
    { header: { status: 429, body: 'x', throttled: true } },
    'SERVICE-6 SERVICE-8 ERROR-2',
  ],
  ['success.list-kind', projects, { valid: { body: '7' } }, 'RESOURCE-1 ENDPOINT-1'],
  [
    'success.list-kind',
    projects,
    { valid: { body: '{"error":"No"}' } },
    'RESOURCE-1 ENDPOINT-1 ERROR-1 SERVICE-8',
  ],
  ['import.created', imports, { valid: ok }, 'RULE-2 RULE-3 ENDPOINT-11'],
  ['import.created', imports, { valid: crash }, 'RULE-2 SERVICE-8 ENDPOINT-11 ERROR-1'],
  ['import.created', imports, { valid: badBundle }, 'RULE-2 SERVICE-5 RESOURCE-10 ENDPOINT-11'],
  ['import.other-type-answered', imports, { bad: crash }, 'IMPORT-2 SERVICE-8 ERROR-1'],
  ['import.other-type-answered', imports, { bad: { status: 422, body: '{}' } }, 'ERROR-3'],
];

for (const [check, at, answers, broken] of breaks) {
  test(`${check} at ${at} names exactly the requirements that ${JSON.stringify(answers)} breaks`, () => {
    const verdict = verdictOf(check, at, answers);
    expect(verdict?.outcome).toBe('fail');
    expect(verdict?.requirements.toSorted()).toEqual(broken.split(' ').toSorted());
  });
}

test('import.readable reports a created id that was not found, with the endpoints that were asked for it', () => {
  const verdict = verdictOf('import.readable', imports, {
    valid: { status: 201, body: '{"created":["Citation/7","ArtifactAssessment/9"]}' },
    citation: { ...notFound, recordId: '7' },
    'known citation': { ...ok, recordId: '1' },
    extraction: { ...notFound, recordId: '9' },
    'known extraction': { ...ok, recordId: '2' },
  });
  expect(verdict?.reason?.facts).toMatchObject({ recordId: '7', others: [citation] });
});
