import { expect, test } from '@playwright/test';
import { scopeOf, type TierName } from '../../../contract/scope.ts';
import { planOf } from '../../../engine/run/plan.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { bounds } from '../../support/request-bounds.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

const runs: readonly (readonly [string, TierName, boolean, number])[] = [
  ['a full run with one key and without imports', 'full', false, bounds.oneKey],
  ['a full run with every key and with imports', 'full', true, bounds.everything],
  ['a survey with every key and with imports', 'survey', true, bounds.everything + bounds.surveyMore],
];
for (const [name, tier, withAll, bound] of runs) {
  test(`${name} sends what was planned, each request once`, slow, async () => {
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
    const keys = allKeys(reference.keys);
    const installation = makeTestInstallation({
      baseUrl: reference.baseUrl,
      ...(withAll ? { ...keys, allowImport: true } : { key: keys.key }),
    });
    const { record } = await runInstallation(installation, { tier, bodies: sharedBodies() });
    await reference.close();
    expect(arrived.length).toBe(record.requests);
    expect(arrived.length).toBeGreaterThan(40);
    expect(arrived.length).toBeLessThanOrEqual(bound);
    expect(arrived.length).toBeLessThanOrEqual(planOf(scopeOf(tier), installation).length);
    expect([record.retried, record.throttled]).toEqual([0, 0]);
  });
}

test('imports arrive after everything else, apart from what they created', async () => {
  const arrived: string[] = [];
  const reference = await startReference({
    rateLimit: 'off',
    onRequest: ({ method, path, query, headers }) => {
      const isKeyed = headers.authorization === `Bearer ${first}` || query.api_key === first;
      arrived.push(`${method} ${path}${isKeyed ? ' with the key' : ''}`);
    },
  });
  const { first } = reference.keys;
  const keys = allKeys(reference.keys);
  const installation = makeTestInstallation({ baseUrl: reference.baseUrl, ...keys, allowImport: true });
  await runInstallation(installation, { tier: 'full', bodies: sharedBodies() });
  await reference.close();
  const keyedImport = 'POST /api/v3/fhir_imports with the key';
  const before = arrived.slice(0, arrived.indexOf(keyedImport));
  const last = arrived.slice(before.length);
  const reads = last.filter((one) => one !== keyedImport);
  expect(last.length - reads.length).toBe(8);
  expect(reads).toEqual([
    expect.stringMatching(/^GET \/api\/v3\/projects\/\d+ with the key$/),
    expect.stringMatching(/^GET \/api\/v3\/citations\/\d+ with the key$/),
  ]);
  // Nobody could have asked for them before.
  expect(before.filter((one) => reads.includes(one))).toEqual([]);
});
