import { expect, test } from '@playwright/test';
import { scopeOf, tiers } from '../../contract/scope.ts';
import { planOf } from '../../engine/run/plan.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { startReference } from '../../reference-server/index.ts';
import { collectArrivals, repeatedIn } from '../support/arrivals.ts';
import { allKeys, environmentFor, makeTestInstallation } from '../support/installation.ts';
import { runCommand } from '../support/run-command.ts';
import { sharedBodies } from '../support/shared-bodies.ts';
import { transformNamed } from '../support/transform-named.ts';

/** "Each distinct request is sent once in a run" (docs/how-a-verdict-is-made.md), counted at the server. */

/** Installations at which a run has to ask for more than at a plain one, none of which throttles. */
const installations: Readonly<Record<string, readonly string[]>> = {
  'a plain one': [],
  'one that answers 403 for unknown ids': ['unknown-id-403'],
  'one that wants the project at its lists': ['project-needed-on-lists'],
  'one whose first citation is not there': ['first-citation-not-found'],
  'one that takes the key in the query alone': ['header-ignored'],
  'one that refuses the first Bundle': ['import-knows-r4-alone'],
  'one whose import is forbidden to this user': ['import-forbidden-to-this-user'],
  'one that misses a list': ['key-questions-missing'],
  'one that refuses its own records': ['projects-listed-but-forbidden'],
  'one that lets everybody in at citations': ['citations-open-without-key'],
  'one that crashes': ['users-crash'],
  'one that crashes and asks to wait': ['users-crash-and-ask-to-wait'],
};

test.describe('an installation gets each distinct request once', () => {
  for (const [name, names] of Object.entries(installations)) {
    for (const tier of names.length === 0 ? tiers : (['full'] as const)) {
      test(`${name}, tier ${tier}`, async () => {
        const { all, onRequest } = collectArrivals();
        const transforms = names.map(transformNamed);
        const reference = await startReference({ rateLimit: 'off', transforms, onRequest });
        const installation = makeTestInstallation({
          baseUrl: reference.baseUrl,
          ...allKeys(reference.keys),
          allowImport: true,
        });
        const { record } = await runInstallation(installation, { tier, bodies: sharedBodies() });
        await reference.close();
        expect(repeatedIn(all)).toEqual([]);
        expect(all.length).toBe(record.requests);
        expect(all.length).toBeLessThanOrEqual(planOf(scopeOf(tier), installation).length);
        expect([record.resent, record.retried, record.throttled]).toEqual([[], 0, 0]);
      });
    }
  }
});

test('the command sends each distinct request once, and as many as it says', async () => {
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
