import { expect, test } from '@playwright/test';
import { allCheckCases, catalogue } from '../../../contract/catalogue.ts';
import { type Check, type CheckEntry, defineCheck, requirementsAt } from '../../../contract/check.ts';
import { type EndpointId, endpointOf } from '../../../contract/endpoints.ts';
import type { Exchange, NotAsked } from '../../../contract/exchange.ts';
import { type Evidence, judgeAll } from '../../../contract/judge.ts';
import { coverageOf, type Outcome, pass, untestable } from '../../../contract/verdict.ts';
import { exchangeWith } from '../engine/exchanges.ts';

const users = endpointOf('GET /api/v3/users');
const projects = endpointOf('GET /api/v3/projects');
const asks = { valid: { key: 'header' }, none: { key: 'none', optional: true } } as const;

function checkNamed(id: string, rest: Partial<CheckEntry<typeof asks>> = {}): Check {
  return defineCheck({
    id,
    title: 'holds',
    topic: 'auth',
    gravity: 'open-door',
    requirements: ['AUTH-1'],
    at: () => true,
    asks,
    judge: ({ valid }) => pass(valid, `${id} holds.`),
    ...rest,
  });
}

function failing(id: string, rest: Partial<CheckEntry<typeof asks>> = {}): Check {
  return checkNamed(id, { judge: () => ({ outcome: 'fail', message: `${id} fails.` }), ...rest });
}

const answered = (key: 'header' | 'none', rest: Partial<Exchange> = {}): Exchange => ({
  ...exchangeWith({ request: { key } }),
  ...rest,
});

function evidence(
  found: Readonly<Record<string, Exchange | NotAsked>>,
  rest: Partial<Evidence> = {},
): Evidence {
  return { has: () => true, of: (_, { key }) => found[key], ...rest };
}

const usual = evidence({ header: answered('header') });

/** What the last of some checks says, where all are known. */
function said(checks: readonly Check[], from: Evidence = usual): string {
  const last = checks.at(-1);
  if (last === undefined) throw new Error('There is a check.');
  const [verdict] = judgeAll([{ check: last, endpoint: users }], from, checks);
  return `${verdict?.outcome}: ${verdict?.message}`;
}

test.describe('one cause, one alarm', () => {
  test('a check after one that failed is untestable, and names it', () => {
    const checks = [
      checkNamed('a.holds'),
      failing('a.fails'),
      checkNamed('b.x', { after: ['a.holds', 'a.fails'] }),
    ];
    expect(said(checks)).toMatch(/^untestable: .*\ba\.fails\b.*\.$/);
  });

  test('a check is judged after others that hold, or that could not be judged', () => {
    const open = checkNamed('a.open', { judge: () => untestable('Nothing came.') });
    expect(said([checkNamed('a.holds'), open, failing('b.x', { after: ['a.holds', 'a.open'] })])).toBe(
      'fail: b.x fails.',
    );
  });

  test('a check waits for others though they were not chosen, but not where they make no sense', () => {
    const elsewhere = failing('a.fails', { at: ({ id }) => id === projects.id });
    expect(said([elsewhere, checkNamed('b.x', { after: ['a.fails'] })])).toBe('pass: b.x holds.');
  });

  test('a failure at another endpoint is another cause', () => {
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

  test('a check that no catalogue has is a mistake of the suite', () => {
    expect(() => said([checkNamed('b.x', { after: ['a.lost'] })])).toThrow(/a\.lost/);
  });

  test('a check is judged once, however many wait for it', () => {
    let times = 0;
    const first = checkNamed('a.holds', {
      judge: ({ valid }) => {
        times += 1;
        return pass(valid, 'So.');
      },
    });
    const others = ['b.x', 'c.x'].map((id) => checkNamed(id, { after: ['a.holds'] }));
    const checks = [first, ...others];
    judgeAll(
      checks.map((check) => ({ check, endpoint: users })),
      usual,
      checks,
    );
    expect(times).toBe(1);
  });
});

test.describe('what keeps a check from being judged', () => {
  const needy = failing('b.x', { needs: 'imports' });

  test('what the configuration does not give is skipped, also where something stands in the way of all', () => {
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

  test('what stands in the way of the whole run is told by every check', () => {
    const blocked = evidence({ header: answered('header') }, { obstacle: 'The host is unknown.' });
    expect(said([failing('b.x')], blocked)).toBe('untestable: The host is unknown.');
    expect(said([failing('b.x')], evidence({}, { obstacle: 'The host is unknown.' }))).toBe(
      'untestable: The host is unknown.',
    );
  });

  const unusable: readonly (readonly [name: string, found: Exchange | NotAsked | undefined, told: RegExp])[] =
    [
      ['not sent', undefined, /^untestable: The request was not sent\.$/],
      ['not sent for a reason', { notAsked: 'no id is known' }, /^untestable: .*no id is known\.$/],
      ['throttled', answered('header', { throttled: true }), /^untestable: .*throttled.*\.$/],
    ];
  for (const [name, found, told] of unusable) {
    test(`a request that was ${name} is told; an optional one is not missed`, () => {
      expect(said([failing('b.x')], evidence(found === undefined ? {} : { header: found }))).toMatch(told);
      const optional: Record<string, Exchange | NotAsked> = { header: answered('header') };
      if (found !== undefined) optional.none = found;
      const check = checkNamed('b.x', {
        judge: ({ valid, none }) => pass(valid, none === undefined ? 'Without.' : 'With.'),
      });
      expect(said([check], evidence(optional))).toBe('pass: Without.');
      expect(said([check], evidence({ ...optional, none: answered('none') }))).toBe('pass: With.');
    });
  }

  test('a judge that throws is an error of the suite', () => {
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

test('a verdict names its check, its endpoint, its exchange and the requirements that speak of the endpoint', () => {
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
  expect(untestable('So.')).toEqual({ outcome: 'untestable', message: 'So.' });
  expect(untestable('So.', answered('header'))).toMatchObject({ exchange: 'e1' });
});

const coverages: readonly (readonly [outcomes: readonly Outcome[], coverage: number])[] = [
  [[], 0],
  [['pass'], 1],
  [['fail'], 1],
  [['untestable'], 0],
  [['skip', 'error'], 0],
  [['pass', 'untestable'], 0.5],
  [['pass', 'fail', 'untestable', 'untestable'], 0.5],
  [['pass', 'fail', 'fail', 'untestable', 'skip', 'error'], 0.75],
];

for (const [outcomes, coverage] of coverages) {
  test(`the coverage of [${outcomes.join(', ')}] is ${coverage}`, () => {
    expect(coverageOf(outcomes.map((outcome) => ({ outcome })))).toBe(coverage);
  });
}

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

const reads = 'list scoped plain fhir users v4';
const everywhere = 'list scoped plain fhir users import v4';

const places: readonly (readonly [check: string, places: string])[] = [
  ['auth.cut-header-key-rejected', 'list users'],
  ['auth.empty-query-key-rejected', 'list users'],
  ['auth.cut-query-key-rejected', 'users'],
  ['auth.longer-key-rejected', 'users'],
  ['auth.header-key-accepted', reads],
  ['auth.import-header-key-accepted', 'import'],
  ['auth.import-query-key-accepted', 'import'],
  ['auth.no-key-rejected', everywhere],
  ['auth.query-key-accepted', reads],
  ['auth.revoked-header-key-rejected', everywhere],
  ['auth.wrong-query-key-rejected', everywhere],
  ['availability.documented-status', reads],
  ['availability.endpoint-answers', reads],
  ['availability.import-answers', 'import'],
  ['errors.refusal-json', everywhere],
  ['errors.unknown-id', 'plain fhir'],
  ['fhir.resource-type', 'fhir'],
  ['fhir.valid', 'fhir'],
  ['import.created', 'import'],
  ['import.not-json-answered', 'import'],
  ['success.json-body', reads],
  ['success.json-content-type', reads],
  ['success.list-kind', 'list scoped'],
  ['success.record-kind', 'plain users'],
  ['users.same-user-either-way', 'users'],
];

for (const [id, expected] of places) {
  test(`${id} is asked where it makes sense`, () => {
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
