import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../../contract/catalogue.ts';
import { type Check, isDispensable } from '../../../contract/check.ts';
import type { Endpoint } from '../../../contract/endpoints.ts';
import {
  type Credential,
  hasValidKey,
  type RequestSpec,
  requestSpecId,
  unknownPath,
} from '../../../contract/request.ts';
import { scopeOf, type tiers } from '../../../contract/scope.ts';

const requests: readonly (readonly [request: RequestSpec, id: string])[] = [
  [{ key: 'header' }, 'header'],
  [{ key: 'header', id: 'known' }, 'header'],
  [{ key: 'query', id: 'unknown' }, 'query unknown-id'],
  [{ key: 'none', body: 'refusable' }, 'none refusable'],
  [{ key: 'header', method: 'HEAD' }, 'header HEAD'],
  [unknownPath, 'header /api/v3/no_such_resource'],
  [{ key: 'header', headers: { accept: 'x/y' } }, 'header {"accept":"x/y"}'],
  [{ key: 'header', query: { page: '1' } }, 'header {"page":"1"}'],
  [{ key: 'header', unscoped: true }, 'header unscoped'],
  [{ key: 'header', again: true }, 'header again'],
];

for (const [request, id] of requests) {
  test(`${JSON.stringify(request)} is known as ${id}`, () => {
    expect(requestSpecId(request)).toBe(id);
  });
}

test('a valid key is one that a user has, presented in a way that the document names', () => {
  const keys: readonly Credential[] = [
    'header',
    'query',
    'none',
    'wrong-header',
    'revoked-header',
    'second-header',
    'both',
  ];
  expect(keys.filter((key) => hasValidKey({ key }))).toEqual(['header', 'query', 'second-header']);
});

/** The requests that the checks of a tier cannot do without. */
function asksOf(check: Check, endpoint: Endpoint): readonly string[] {
  return Object.values(check.asks(endpoint))
    .filter((ask) => !isDispensable(ask))
    .map(({ optional: _, more: __, ...request }) => requestSpecId(request));
}

function requestsOf(tier: (typeof tiers)[number]): readonly string[] {
  const all = scopeOf(tier).checkCases.flatMap(({ check, endpoint }) =>
    asksOf(check, endpoint).map((request) => `${endpoint.id} ${request}`),
  );
  return [...new Set(all)].sort();
}

test('the pulse asks three requests', () => {
  expect(requestsOf('pulse')).toEqual([
    'GET /api/v3/projects header',
    'GET /api/v3/projects none',
    'GET /api/v3/users header',
  ]);
});

test('the standard tier has each check that wants no more than plain requests with and without a key', () => {
  const plain = ['header', 'none', 'none refusable'];
  const expected = allCheckCases.filter(({ check, endpoint }) =>
    asksOf(check, endpoint).every((request) => plain.includes(request)),
  );
  expect(scopeOf('standard').checkCases).toEqual(expected);
  expect([scopeOf('pulse').oneSample, scopeOf('standard').oneSample]).toEqual([true, true]);
  expect(requestsOf('standard')).toContain('POST /api/v3/fhir_imports none refusable');
  expect(expected.length).toBeLessThan(allCheckCases.length);
});

test('the full tier and the survey have every check', () => {
  for (const tier of ['full', 'survey'] as const) {
    expect(scopeOf(tier).checkCases).toEqual(allCheckCases);
    expect(scopeOf(tier).oneSample).toBeUndefined();
  }
});
