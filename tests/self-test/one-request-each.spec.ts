import { expect, test } from '@playwright/test';
import { scopeOf, type TierName, tiers } from '../../contract/scope.ts';
import { planOf } from '../../engine/run/plan.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { startReference } from '../../reference-server/index.ts';
import { collectArrivals, repeatedIn } from '../support/arrivals.ts';
import { allKeys, environmentFor, makeTestInstallation } from '../support/installation.ts';
import { runCommand } from '../support/run-command.ts';
import { whileOpen } from '../support/serving.ts';
import { sharedBodies } from '../support/shared-bodies.ts';
import { transformNamed } from '../support/transform-named.ts';

/** "Each distinct request is sent once in a run" (docs/how-a-verdict-is-made.md), counted at the server. */

/** Installations at which a run needs more requests than at a plain one; none of them throttles. */
const installations: Readonly<Record<string, readonly string[]>> = {
  'one that answers 403 for unknown ids': ['unknown-id-403'],
  'one that needs the project parameter at its lists': ['project-needed-on-lists'],
  'one that does not find its first citation': ['first-citation-not-found'],
  'one that accepts the key only in the query': ['header-ignored'],
  'one that refuses the first Bundle': ['import-knows-r4-alone'],
  'one that forbids this user to import': ['import-forbidden-to-this-user'],
  'one with a missing list endpoint': ['key-questions-missing'],
  'one that forbids its listed records': ['projects-listed-but-forbidden'],
  'one that needs no key at citations': ['citations-open-without-key'],
  'one that crashes': ['users-crash'],
  'one that crashes with Retry-After': ['users-crash-and-ask-to-wait'],
};

/** The requests of a run of a tier at such an installation, with every key or with one and without imports. */
async function arrivalsAt(names: readonly string[], tier: TierName, isEverything: boolean) {
  const { all, onRequest } = collectArrivals();
  const opening = startReference({ rateLimit: 'off', transforms: names.map(transformNamed), onRequest });
  return whileOpen(opening, async ({ baseUrl, keys }) => {
    const { key, ...others } = allKeys(keys);
    const more = isEverything ? { ...others, allowImport: true } : {};
    const installation = makeTestInstallation({ baseUrl, key, ...more });
    const { record } = await runInstallation(installation, { tier, bodies: sharedBodies() });
    return { all, record, planned: planOf(scopeOf(tier), installation).length };
  });
}

test.describe('an installation gets each distinct request once', () => {
  const plain = tiers.map((tier) => ({ name: 'a plain one', transforms: [], tier }));
  const others = Object.entries(installations).map(([name, transforms]) => ({
    name,
    transforms,
    tier: 'full' as const,
  }));
  const oneKey = { name: 'one with one key and without imports', transforms: [], tier: 'full' as const };
  for (const row of [...plain, oneKey, ...others]) {
    test(`${row.name}, tier ${row.tier}`, async () => {
      const { all, record, planned } = await arrivalsAt(row.transforms, row.tier, row !== oneKey);
      expect(repeatedIn(all)).toEqual([]);
      expect(all.length).toBe(record.requests);
      expect(all.length).toBeLessThanOrEqual(planned);
      expect([record.resent, record.retried, record.throttled]).toEqual([[], 0, 0]);
    });
  }
});

test('imports are sent after all other requests, except the reads of the created records', async () => {
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

test('the command sends each distinct request once, and reports their number', async () => {
  const { all, onRequest } = collectArrivals();
  const reference = await startReference({ rateLimit: 'off', onRequest });
  const { code, stdout } = await runCommand(['check', '--no-progress'], {
    environment: { ...environmentFor(reference.baseUrl, reference.keys), ALLOW_IMPORT: 'true' },
  });
  await reference.close();
  expect(code, stdout).toBe(0);
  expect(repeatedIn(all)).toEqual([]);
  expect(stdout).toContain(`${all.length} requests`);
});
