import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import { type Check, isDispensable } from '../../../contract/checks/check.ts';
import type { Endpoint } from '../../../contract/document/endpoints.ts';
import { presentedBy, type RequestSpec, requestSpecId } from '../../../contract/judging/request.ts';
import { scopeOf, type tiers } from '../../../contract/scope.ts';

const requests: readonly (readonly [request: RequestSpec, id: string])[] = [
  [{ key: 'header', method: 'HEAD' }, 'header HEAD'],
  [{ key: 'header', headers: { accept: 'x/y' } }, 'header {"accept":"x/y"}'],
  [{ key: 'header', query: { page: '1' } }, 'header {"page":"1"}'],
];

for (const [request, id] of requests) {
  test(`${JSON.stringify(request)} has the id ${id}`, () => {
    expect(requestSpecId(request)).toBe(id);
  });
}

const presented: readonly (readonly [request: RequestSpec, header: string, query: string])[] = [
  [{ key: 'second', accept: 'missing' }, 'second-header accept missing', 'second-query accept missing'],
];

for (const [request, header, query] of presented) {
  test(`${JSON.stringify(request)} is sent as ${header} or as ${query}, depending on the way of the key`, () => {
    expect(requestSpecId(presentedBy(request, 'header'))).toBe(header);
    expect(requestSpecId(presentedBy(request, 'query'))).toBe(query);
  });
}

/** The indispensable requests of a check, with the key in the header. */
function asksOf(check: Check, endpoint: Endpoint): readonly string[] {
  return Object.values(check.requests(endpoint))
    .filter((request) => !isDispensable(request))
    .map(({ optional: _, more: __, sampled: ___, at, ...request }) => {
      if (at !== undefined) throw new Error('Nothing at another endpoint is indispensable.');
      return requestSpecId(presentedBy(request, 'header'));
    });
}

function requestsOf(tier: (typeof tiers)[number]): readonly string[] {
  const all = scopeOf(tier).checkCases.flatMap(({ check, endpoint }) =>
    asksOf(check, endpoint).map((request) => `${endpoint.id} ${request}`),
  );
  return [...new Set(all)].sort();
}

test('the pulse tier sends three requests', () => {
  expect(requestsOf('pulse')).toEqual([
    'GET /api/v3/projects header',
    'GET /api/v3/projects none',
    'GET /api/v3/users header',
  ]);
});

test('the standard tier has every check that needs only plain requests with or without a key', () => {
  const plain = ['header', 'none', 'none refusable'];
  const expected = allCheckCases.filter(({ check, endpoint }) =>
    asksOf(check, endpoint).every((request) => plain.includes(request)),
  );
  expect(scopeOf('standard').checkCases).toEqual(expected);
  expect([scopeOf('pulse').oneSample, scopeOf('standard').oneSample]).toEqual([true, true]);
  expect(requestsOf('standard')).toContain('POST /api/v3/fhir_imports none refusable');
  expect(expected.length).toBeLessThan(allCheckCases.length);
});

test('the full and survey tiers have every check', () => {
  for (const tier of ['full', 'survey'] as const) {
    expect(scopeOf(tier).checkCases).toEqual(allCheckCases);
    expect(scopeOf(tier).oneSample).toBeUndefined();
  }
});
