import { expect, test } from '@playwright/test';
import { selectScope } from '../../../application/selection.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { namedCheckCases } from '../../../library/named-check-cases.ts';

const casesOf = (...names: readonly string[]): readonly string[] =>
  selectScope('full', names).checkCases.map(({ check, endpoint }) => `${check.id} ${endpoint.id}`);
const whole = scopeOf('full').checkCases;

test('a name stands for all that it names: a topic and an endpoint', () => {
  const expected = whole
    .filter(({ check, endpoint }) => check.topic === 'users' || endpoint.id === 'GET /api/v3/users')
    .map(({ check, endpoint }) => `${check.id} ${endpoint.id}`);
  expect(casesOf('users')).toEqual(expected);
  expect(new Set(expected.map((one) => one.split(' ')[0])).size).toBeGreaterThan(5);
});

test('several names add up, of any kind', () => {
  const both = casesOf('auth.no-key-rejected', 'citations');
  expect(new Set(both)).toEqual(new Set([...casesOf('auth.no-key-rejected'), ...casesOf('citations')]));
});

test('a check or topic at an endpoint is that alone', () => {
  expect(casesOf('auth.no-key-rejected@users')).toEqual(['auth.no-key-rejected GET /api/v3/users']);
  expect(casesOf('auth@/api/v3/citations').every((one) => one.endsWith('GET /api/v3/citations'))).toBe(true);
});

test('a requirement is every check that judges it, as in a run from code, and in any letter case', () => {
  for (const name of ['AUTH-9', 'auth-9']) {
    expect(casesOf(name)).toEqual(
      namedCheckCases(['AUTH-9']).map(({ check, endpoint }) => `${check.id} ${endpoint.id}`),
    );
    expect(casesOf(`${name}@users`)).toEqual(
      casesOf(name).filter((one) => one.endsWith('GET /api/v3/users')),
    );
  }
  expect(casesOf('AUTH-9@users').length).toBeGreaterThan(0);
});

for (const [names, reported] of [
  [['user'], /nothing is named "user"\. Did you mean "users"\?/],
  [['auth.no-key-rejected@user'], /nothing is named "user"/],
  [['users.same-user-either-way@citations'], /Nothing matches --only/],
  [['AUTH-99'], /nothing is named "AUTH-99"\. Did you mean "AUTH-9"\?/],
  [['AUTH9'], /nothing is named "AUTH9"\. Did you mean "AUTH-9"\?/],
  [['auth.nokey'], /nothing is named "auth\.nokey"\. Did you mean "auth\.no-key-rejected"\?/],
  [['SERVICE-1'], /^--only: nothing can judge SERVICE-1: no answer could break it\. A purpose/],
  [['gap-citations-project'], /nothing can judge GAP-CITATIONS-PROJECT: the document leaves it open\. /],
  [
    ['zzzzzz'],
    /^--only: nothing is named "zzzzzz"\. It takes a topic \(availability, .*\), an endpoint such as users or projects\/:id, or what `evidence-contract checks` lists\.$/,
  ],
] as const) {
  test(`${names.join()} is refused`, () => {
    expect(() => selectScope('full', names)).toThrow(reported);
  });
}
