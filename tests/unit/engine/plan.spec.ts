import { expect, test } from '@playwright/test';
import { scopeOf, type TierName } from '../../../contract/scope.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { planOf, requestId } from '../../../engine/run/plan.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { startReference } from '../../../reference-server/index.ts';
import { installationAt } from './client-tools.ts';

/** What a provider's usual limit leaves room for. */
const bounds = { oneKey: 90, everything: 125, surveyMore: 60 } as const;

const allKeys: Partial<Installation> = {
  secondKey: new Secret('second-user-key-0815'),
  revokedKey: new Secret('revoked-key-of-the-past'),
  allowImport: true,
};

function planned(tier: TierName, changes: Partial<Installation> = {}): number {
  return planOf(scopeOf(tier), installationAt('https://reviews.example.org', changes)).length;
}

test('with one key and without imports a full run stays within its bound', () => {
  expect(planned('full')).toBeLessThanOrEqual(bounds.oneKey);
});

test('with every key and with imports a full run stays within its bound', () => {
  expect(planned('full', allKeys)).toBeLessThanOrEqual(bounds.everything);
});

test('the survey asks few requests more', () => {
  expect(planned('survey') - planned('full')).toBeLessThanOrEqual(bounds.surveyMore);
  expect(planned('survey', allKeys) - planned('full', allKeys)).toBeLessThanOrEqual(bounds.surveyMore);
});

test('the tiers ask more and more', () => {
  const counts = (['pulse', 'standard', 'full', 'survey'] as const).map((tier) => planned(tier));
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(new Set(counts).size).toBe(4);
});

test('no request is planned twice, and stages follow each other', () => {
  const plan = planOf(scopeOf('survey'), installationAt('https://reviews.example.org', allKeys));
  const ids = plan.map(requestId);
  expect(new Set(ids).size).toBe(ids.length);
  const stages = plan.map(({ stage }) => stage);
  expect(stages.filter((stage, index) => stage !== stages[index - 1])).toEqual([
    'preflight',
    'lists',
    'main',
    'last',
  ]);
});

test('what changes lists, and what repeats an earlier request, is planned last, and nothing else is', () => {
  const plan = planOf(scopeOf('survey'), installationAt('https://reviews.example.org', allKeys));
  const last = plan.filter(({ stage }) => stage === 'last').map(requestId);
  expect(last.toSorted()).toEqual([
    'GET /api/v3/users header again',
    'POST /api/v3/fhir_imports header entry-without-resource',
    'POST /api/v3/fhir_imports header no-entry',
    'POST /api/v3/fhir_imports header not-a-bundle',
    'POST /api/v3/fhir_imports header not-json',
    'POST /api/v3/fhir_imports header other-type',
    'POST /api/v3/fhir_imports header valid',
    'POST /api/v3/fhir_imports header wrong-content-type',
    'POST /api/v3/fhir_imports query other-type',
  ]);
});

test('what is planned last arrives after everything else', async () => {
  const arrived: string[] = [];
  const reference = await startReference({
    rateLimit: 'off',
    onRequest: ({ method, path, query, headers }) => {
      const isKeyed = headers.authorization === `Bearer ${first}` || query.api_key === first;
      arrived.push(`${method} ${path}${isKeyed ? ' with the key' : ''}`);
    },
  });
  const { first, second, revoked } = reference.keys;
  const keys = { key: new Secret(first), secondKey: new Secret(second), revokedKey: new Secret(revoked) };
  const installation = installationAt(reference.baseUrl, { ...keys, allowImport: true });
  await runInstallation(installation, { tier: 'full' });
  await reference.close();
  const imports = arrived.filter((one) => one === 'POST /api/v3/fhir_imports with the key');
  expect(imports).toHaveLength(8);
  const last = arrived.slice(-9).toSorted();
  expect(last).toEqual(['GET /api/v3/users with the key', ...imports]);
});

test('imports are planned only where they are allowed', () => {
  const bodies = (changes: Partial<Installation>) =>
    planOf(scopeOf('survey'), installationAt('https://reviews.example.org', changes))
      .map(({ request }) => request)
      .filter(({ body }) => body !== undefined);
  expect(bodies({}).every(({ body }) => body === 'refusable' || body === 'empty-bundle')).toBe(true);
  expect(bodies(allKeys).some(({ body }) => body === 'valid')).toBe(true);
});

const runs: readonly (readonly [string, TierName, boolean, number])[] = [
  ['a full run with one key and without imports', 'full', false, bounds.oneKey],
  ['a full run with every key and with imports', 'full', true, bounds.everything],
  ['a survey with every key and with imports', 'survey', true, bounds.everything + bounds.surveyMore],
];
for (const [name, tier, withAll, bound] of runs) {
  test(`${name} sends what was planned, each request once`, async () => {
    const arrived: string[] = [];
    const reference = await startReference({
      rateLimit: 'off',
      onRequest: ({ method, path, query, headers }) => {
        arrived.push(
          JSON.stringify([
            method,
            path,
            query,
            headers.authorization,
            headers.accept,
            headers['content-length'],
          ]),
        );
      },
    });
    const { first, second, revoked } = reference.keys;
    const installation = installationAt(reference.baseUrl, {
      key: new Secret(first),
      ...(withAll
        ? { secondKey: new Secret(second), revokedKey: new Secret(revoked), allowImport: true }
        : {}),
    });
    const { record } = await runInstallation(installation, { tier });
    await reference.close();
    expect(arrived.length).toBe(record.requests);
    expect(arrived.length).toBeGreaterThan(40);
    expect(arrived.length).toBeLessThanOrEqual(bound);
    expect(arrived.length).toBeLessThanOrEqual(planOf(scopeOf(tier), installation).length);
    expect([record.retried, record.throttled]).toEqual([0, 0]);
  });
}
