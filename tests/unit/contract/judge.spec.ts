import { expect, test } from '@playwright/test';
import { allCheckCases, catalogue } from '../../../contract/checks/catalogue.ts';
import { type Check, type CheckEntry, defineCheck, requirementsAt } from '../../../contract/checks/check.ts';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import type { Evidence } from '../../../contract/judging/evidence.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../../contract/judging/exchange.ts';
import { judgeAll } from '../../../contract/judging/judge.ts';
import {
  askedShareOf,
  coverageOf,
  isNotShown,
  type Judgement,
  type Outcome,
  skip,
  untestable,
} from '../../../contract/judging/verdict.ts';
import { exchangeWith } from '../engine/exchanges.ts';

const users = endpointOf('GET /api/v3/users');
const projects = endpointOf('GET /api/v3/projects');
const requests = { valid: { key: 'header' }, none: { key: 'none', optional: true } } as const;

function checkNamed(id: string, rest: Partial<CheckEntry<typeof requests>> = {}): Check {
  return defineCheck({
    id,
    title: 'holds',
    requirements: ['AUTH-1'],
    at: () => true,
    requests,
    judge: ({ valid }) => pass(valid, `${id} holds.`),
    ...rest,
  });
}

function failing(id: string, rest: Partial<CheckEntry<typeof requests>> = {}): Check {
  return checkNamed(id, { judge: () => ({ outcome: 'fail', message: `${id} fails.` }), ...rest });
}

/** A pass with a message of its own. */
function pass(exchange: Exchange, message: string, requirements?: Judgement['requirements']): Judgement {
  const decided = requirements === undefined ? {} : { requirements };
  return { outcome: 'pass', message, exchange: exchange.id, ...decided };
}

const answered = (key: 'header' | 'none', rest: Partial<Exchange> = {}): Exchange => ({
  ...exchangeWith({ request: { key } }),
  ...rest,
});

function evidence(
  found: Readonly<Record<string, Exchange | NotAsked>>,
  rest: Partial<Evidence> = {},
): Evidence {
  return {
    has: () => true,
    of: (_, { key }) => found[key],
    at: () => Object.values(found).filter(wasAsked),
    sampledAt: [users.id],
    ...rest,
  };
}

const usual = evidence({ header: answered('header') });

/** Evidence with an answered request and the given import. */
function importIs(imported: NotAsked | undefined): Evidence['of'] {
  return (_, { key, body }) => (body === 'valid' ? imported : { header: answered('header') }[String(key)]);
}

/** The verdict of the last of these checks as text; all of them are known. */
function said(checks: readonly Check[], from: Evidence = usual): string {
  const last = checks.at(-1);
  if (last === undefined) throw new Error('There is a check.');
  const [verdict] = judgeAll([{ check: last, endpoint: users }], from, checks);
  return `${verdict?.outcome}: ${verdict?.message}`;
}

test.describe('a check that lacks an import', () => {
  const lacksIt = checkNamed('a.import', { judge: () => skip('imports-not-allowed', 'Not allowed.') });
  const mayNot = (need: string): boolean => need !== 'imports';

  test('is skipped if imports are not allowed', () => {
    expect(said([lacksIt], { ...usual, has: mayNot })).toBe('skip: Not allowed.');
  });

  test('is untestable and says why an allowed import was not sent', () => {
    const cut = { ...usual, of: importIs({ notAsked: 'the run reached its deadline', why: 'deadline' }) };
    expect(said([lacksIt], cut)).toBe('untestable: The request was not sent: the run reached its deadline.');
  });

  test('is skipped if the run does not import, and says that the full tier does', () => {
    expect(said([lacksIt], { ...usual, of: importIs(undefined) })).toBe(
      'skip: This run does not import: a whole run of the full tier does.',
    );
  });
});

test.describe('one cause, one alarm', () => {
  test('a check that depends on a failed one is untestable and names it, even if that one was not selected', () => {
    const checks = [
      checkNamed('a.holds'),
      failing('a.fails'),
      checkNamed('b.x', { after: ['a.holds', 'a.fails'] }),
    ];
    expect(said(checks)).toMatch(/^untestable: .*\ba\.fails\b.*\.$/);
  });

  test('a check is judged if those that it depends on passed or could not be judged', () => {
    const open = checkNamed('a.open', { judge: () => untestable('left-open', 'Nothing came.') });
    expect(said([checkNamed('a.holds'), open, failing('b.x', { after: ['a.holds', 'a.open'] })])).toBe(
      'fail: b.x fails.',
    );
  });

  test('a check ignores a dependency that is not asked at its endpoint', () => {
    const elsewhere = failing('a.fails', { at: ({ id }) => id === projects.id });
    expect(said([elsewhere, checkNamed('b.x', { after: ['a.fails'] })])).toBe('pass: b.x holds.');
  });

  test('a failure blocks dependent checks only at its own endpoint', () => {
    const first = failing('a.fails', {
      judge: ({ valid }, { id }) => ({
        ...pass(valid, 'So.'),
        outcome: id === projects.id ? 'fail' : 'pass',
      }),
    });
    const second = checkNamed('b.x', { after: ['a.fails'] });
    const checkCases = [projects, users].flatMap((endpoint) =>
      [first, second].map((check) => ({ check, endpoint })),
    );
    const outcomes = judgeAll(checkCases, usual, [first, second]).map(
      ({ check, endpoint, outcome }) => `${check} ${endpoint} ${outcome}`,
    );
    expect(outcomes).toEqual([
      'a.fails GET /api/v3/projects fail',
      'b.x GET /api/v3/projects untestable',
      'a.fails GET /api/v3/users pass',
      'b.x GET /api/v3/users pass',
    ]);
  });

  test('judging throws if a check depends on one that the catalogue does not have', () => {
    expect(() => said([checkNamed('b.x', { after: ['a.lost'] })])).toThrow(/a\.lost/);
  });
});

test.describe('checks that cannot be judged', () => {
  const needy = failing('b.x', { needs: 'imports' });

  test('a check is skipped and names its missing setting, even if an obstacle blocks the whole run', () => {
    const without = { has: () => false, obstacle: 'The host is unknown.' };
    expect(said([needy], evidence({}, without))).toMatch(/^skip: .*ALLOW_IMPORT/);
    expect(said([failing('b.x', { needs: 'second-key' })], evidence({}, without))).toContain(
      'SECOND_API_KEY',
    );
    expect(said([failing('b.x', { needs: 'revoked-key' })], evidence({}, without))).toContain(
      'REVOKED_API_KEY',
    );
    const given = evidence({ header: answered('header') }, { has: (need) => need === 'imports' });
    expect(said([needy], given)).toBe('fail: b.x fails.');
  });

  test('an obstacle to the whole run makes a check untestable, whether or not its request was answered', () => {
    const blocked = evidence({ header: answered('header') }, { obstacle: 'The host is unknown.' });
    expect(said([failing('b.x')], blocked)).toBe('untestable: The host is unknown.');
    expect(said([failing('b.x')], evidence({}, { obstacle: 'The host is unknown.' }))).toBe(
      'untestable: The host is unknown.',
    );
  });

  const unusable: readonly (readonly [
    name: string,
    found: Exchange | NotAsked | undefined,
    reported: RegExp,
  ])[] = [
    ['not sent', undefined, /^untestable: The request was not sent\.$/],
    [
      'sent but not answered before the run ended',
      { notAsked: 'time is up', wasSent: true },
      /^untestable: .* not answered before the run ended: time is up\.$/,
    ],
    [
      'throttled',
      answered('header', { throttled: true }),
      /^untestable: The installation throttled the request\.$/,
    ],
  ];
  for (const [name, found, reported] of unusable) {
    test(`a required request that was ${name} makes the check untestable; an optional one does not`, () => {
      expect(said([failing('b.x')], evidence(found === undefined ? {} : { header: found }))).toMatch(
        reported,
      );
      const optional: Record<string, Exchange | NotAsked> = { header: answered('header') };
      if (found !== undefined) optional.none = found;
      const check = checkNamed('b.x', {
        judge: ({ valid, none }) => pass(valid, none === undefined ? 'Without.' : 'With.'),
      });
      expect(said([check], evidence(optional))).toBe('pass: Without.');
      expect(said([check], evidence({ ...optional, none: answered('none') }))).toBe('pass: With.');
    });
  }

  test('a judge that throws gives the outcome "error" with the cause', () => {
    const thrower = (thrown: unknown) =>
      checkNamed('b.x', {
        judge: () => {
          throw thrown;
        },
      });
    expect(said([thrower(new Error('no such thing'))])).toMatch(/^error: .*no such thing\.$/);
    expect(said([thrower('text')])).toMatch(/^error: .*unknown cause\.$/);
  });
});

test('a verdict names its check, its endpoint, its exchange and the requirements that apply at the endpoint', () => {
  const check = checkNamed('a.x', { requirements: ['AUTH-1'], claims: 'answer' });
  expect(judgeAll([{ check, endpoint: users }], usual, [check])).toEqual([
    {
      check: 'a.x',
      endpoint: 'GET /api/v3/users',
      requirements: ['RESOURCE-9', 'ENDPOINT-13', 'AUTH-1'],
      outcome: 'pass',
      message: 'a.x holds.',
      exchange: 'e1',
    },
  ]);
  expect(requirementsAt(projects, { requirements: ['AUTH-1'], claims: 'answer' })).toEqual([
    'RESOURCE-1',
    'ENDPOINT-1',
    'AUTH-1',
  ]);
  expect(() => endpointOf('GET /nowhere' as EndpointId)).toThrow(/GET \/nowhere/);
  expect(untestable('left-open', 'So.')).toEqual({
    outcome: 'untestable',
    message: 'So.',
    reason: { code: 'left-open', facts: {} },
  });
  expect(untestable('left-open', 'So.', {}, answered('header'))).toMatchObject({ exchange: 'e1' });
});

const shares: readonly (readonly [outcomes: readonly Outcome[], coverage: number, asked: number])[] = [
  [[], 0, 0],
  [['fail'], 1, 1],
  [['skip', 'error'], 0, 0.5],
  [['pass', 'fail', 'fail', 'untestable', 'skip', 'skip', 'error', 'pass'], 0.8, 0.75],
];

for (const [outcomes, coverage, asked] of shares) {
  test(`the outcomes [${outcomes.join(', ')}] give a coverage of ${coverage} and an asked share of ${asked}`, () => {
    const verdicts = outcomes.map((outcome) => ({ outcome }));
    expect([coverageOf(verdicts), askedShareOf(verdicts)]).toEqual([coverage, asked]);
  });
}

test.describe('judging a check', () => {
  test('a check may use a request to another endpoint', () => {
    const check = defineCheck({
      ...checkNamed('b.x'),
      requests: { valid: { key: 'header', at: projects.id } },
      judge: ({ valid }) => pass(valid, `From ${valid.endpoint}.`),
    });
    const from = evidence(
      {},
      { of: ({ id }) => (id === projects.id ? answered('header', { endpoint: id }) : undefined) },
    );
    expect(said([check], from)).toBe(`pass: From ${projects.id}.`);
  });

  test('a check with nothing to judge gives no verdict, and does not block the checks after it', () => {
    const silent = checkNamed('b.x', { judge: () => undefined });
    expect(judgeAll([{ check: silent, endpoint: users }], usual, [silent])).toEqual([]);
    // No verdict is not a failure.
    expect(said([silent, checkNamed('c.x', { after: ['b.x'] })])).toBe('pass: c.x holds.');
  });

  test('a sampled check is judged only if keys are sampled at the endpoint or its own request was repeated', () => {
    const sampled = checkNamed('b.x', { sampled: true });
    const verdictsAt = (sampledAt: Evidence['sampledAt']) =>
      judgeAll(
        [{ check: sampled, endpoint: users }],
        evidence({ header: answered('header') }, { sampledAt }),
        [sampled],
      );
    expect(verdictsAt([users.id]).map(({ outcome }) => outcome)).toEqual(['pass']);
    expect(verdictsAt([projects.id])).toEqual([]);
    // An open failure is judged again if its own requests were repeated.
    const nearly = defineCheck({
      ...checkNamed('b.y', { sampled: true }),
      requests: { refused: { key: 'empty-header' }, valid: { key: 'header' } },
      judge: ({ refused }) => pass(refused, 'It is refused.'),
    });
    const elsewhere = (asked: Parameters<typeof evidence>[0]) =>
      judgeAll([{ check: nearly, endpoint: users }], evidence(asked, { sampledAt: [projects.id] }), [nearly]);
    expect(elsewhere({ header: answered('header') })).toEqual([]);
    const repeated = exchangeWith({ request: { key: 'empty-header' } });
    expect(elsewhere({ header: answered('header'), 'empty-header': repeated })).toHaveLength(1);
    // Elsewhere it does not even report a missing setting.
    const needy = checkNamed('b.x', { sampled: true, needs: 'second-key' });
    const without = evidence({}, { sampledAt: [projects.id], has: () => false });
    expect(judgeAll([{ check: needy, endpoint: users }], without, [needy])).toEqual([]);
  });
});

test('an unsent request that is marked as not shown makes only a check of existence "not shown"', () => {
  const unsent: NotAsked = { notAsked: 'no citation is known', notShown: true };
  const judged = (check: Check, found: NotAsked) =>
    judgeAll([{ check, endpoint: users }], evidence({ header: found }), [check]).map((one) => [
      one.outcome,
      one.message,
      isNotShown(one),
    ]);
  const existence = checkNamed('b.x', { claims: 'existence' });
  const message = 'The request was not sent: no citation is known.';
  expect(judged(existence, unsent)).toEqual([['untestable', message, true]]);
  expect(judged(checkNamed('b.x'), unsent)).toEqual([['untestable', message, false]]);
  expect(judged(existence, { notAsked: 'no citation is known' })).toEqual([['untestable', message, false]]);
});

test('a verdict names only decided requirements, and of these only the ones that its check declares', () => {
  const check = checkNamed('a.x', {
    requirements: ['AUTH-1', 'AUTH-9'],
    judge: ({ valid }) => pass(valid, 'So.', ['AUTH-9', 'ERROR-1']),
  });
  const [verdict] = judgeAll([{ check, endpoint: users }], usual, [check]);
  expect(verdict?.requirements).toEqual(['AUTH-9']);
});

/** An endpoint of each kind, by short names. */
const samples = {
  list: 'GET /api/v3/projects',
  scoped: 'GET /api/v3/citations',
  plain: 'GET /api/v3/citations/:id',
  fhir: 'GET /api/v3/projects/:id',
  users: 'GET /api/v3/users',
  import: 'POST /api/v3/fhir_imports',
  v4: 'GET /api/v4/projects',
} as const;

const ofVersionThree = 'list scoped plain fhir users';
const reads = 'list scoped plain fhir users v4';
const everywhere = 'list scoped plain fhir users import v4';

const places: readonly (readonly [check: string, places: string])[] = [
  ['auth.star-query-key-rejected', ofVersionThree],
  ['auth.second-key-accepted', ofVersionThree],
  ['auth.any-accept', reads],
  ['auth.header-key-accepted', reads],
  ['auth.import-query-key-accepted', 'import'],
  ['auth.no-key-rejected', everywhere],
  ['auth.query-key-accepted', reads],
  ['auth.revoked-header-key-rejected', everywhere],
  ['auth.wrong-query-key-rejected', everywhere],
  ['availability.documented-status', everywhere],
  ['availability.endpoint-answers', reads],
  ['availability.import-answers', 'import'],
  ['availability.version-four-alone', 'v4'],
  ['errors.json-body', everywhere],
  ['errors.refusal-message', everywhere],
  ['errors.throttled-answer', everywhere],
  ['errors.unknown-id', 'plain fhir'],
  ['fhir.resource-type', 'fhir'],
  ['fhir.valid', 'fhir'],
  ['import.created', 'import'],
  ['import.readable', 'import'],
  ['import.not-json-answered', 'import'],
  ['success.json-body', everywhere],
  ['success.json-content-type', everywhere],
  ['success.list-kind', 'list scoped'],
  ['success.record-kind', 'plain users'],
  ['users.other-user-for-other-key', 'users'],
  ['users.same-user-either-way', 'users'],
];

for (const [id, expected] of places) {
  test(`${id} is asked at exactly these kinds of endpoints: ${expected}`, () => {
    const check = catalogue.find((one) => one.id === id);
    const entries = Object.entries(samples);
    const found = entries.filter(([, sample]) => check?.at(endpointOf(sample))).map(([name]) => name);
    expect(found.join(' ')).toBe(expected);
    const cases = entries.filter(([, sample]) =>
      allCheckCases.some((one) => one.check === check && one.endpoint.id === sample),
    );
    expect(cases.map(([name]) => name).join(' '), 'the cases of the catalogue').toBe(expected);
  });
}
