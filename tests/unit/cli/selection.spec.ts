import { expect, test } from '@playwright/test';
import { selectScope } from '../../../application/selection.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { namedCheckCases } from '../../../library/named-check-cases.ts';

const casesOf = (...names: readonly string[]): readonly string[] =>
  selectScope('full', names).checkCases.map(({ check, endpoint }) => `${check.id} ${endpoint.id}`);
const whole = scopeOf('full').checkCases;

test('a name of both a topic and an endpoint selects the checks of both', () => {
  const expected = whole
    .filter(({ check, endpoint }) => check.topic === 'users' || endpoint.id === 'GET /api/v3/users')
    .map(({ check, endpoint }) => `${check.id} ${endpoint.id}`);
  expect(casesOf('users')).toEqual(expected);
  expect(new Set(expected.map((one) => one.split(' ')[0])).size).toBeGreaterThan(5);
});

test('several names of any kind select the union of their checks', () => {
  const both = casesOf('auth.no-key-rejected', 'citations');
  expect(new Set(both)).toEqual(new Set([...casesOf('auth.no-key-rejected'), ...casesOf('citations')]));
});

test('NAME@ENDPOINT selects a check or topic at that endpoint only', () => {
  expect(casesOf('auth.no-key-rejected@users')).toEqual(['auth.no-key-rejected GET /api/v3/users']);
  expect(casesOf('auth@/api/v3/citations').every((one) => one.endsWith('GET /api/v3/citations'))).toBe(true);
});

test('a requirement selects the same checks as in the library, in any letter case', () => {
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
  test(`--only ${names.join()} is refused`, () => {
    expect(() => selectScope('full', names)).toThrow(reported);
  });
}
