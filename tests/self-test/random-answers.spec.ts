import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import fc from 'fast-check';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { type Answer, emptyAnswer, errorAnswer, htmlAnswer, json } from '../../reference-server/answer.ts';
import { startReference } from '../../reference-server/index.ts';
import { collectArrivals, repeatedIn } from '../support/arrivals.ts';
import { allKeys, makeTestInstallation } from '../support/installation.ts';
import { holds } from '../support/property.ts';
import { sharedBodies } from '../support/shared-bodies.ts';

const others: readonly Answer[] = [
  ...[400, 401, 403, 404, 405, 422, 500, 501].map((status) => errorAnswer(status, 'Another answer')),
  ...[200, 302, 403, 500].map((status) => htmlAnswer(status, 'Another page')),
  ...[200, 204, 403].map((status) => emptyAnswer(status)),
  json(200, []),
  json(200, {}),
  json(200, null),
  json(200, [{ name: 'No id' }]),
];

/** Which answers are replaced, in their order, and by what. */
const replaced = fc.array(fc.option(fc.constantFrom(...others), { freq: 4 }), {
  minLength: 1,
  maxLength: 60,
});

/** The requests of a run depend on each answer, so an installation mixes good and bad ones. */
test('with any mix of good and bad answers, a run sends each request once, and each that a check needs', async () => {
  test.setTimeout(240_000);
  await holds(
    fc.asyncProperty(replaced, fc.boolean(), async (answers, hasEverything) => {
      let answered = 0;
      const transformAnswer = (answer: Answer): Answer => answers[answered++ % answers.length] ?? answer;
      const { all, onRequest } = collectArrivals();
      const reference = await startReference({
        rateLimit: 'off',
        transforms: [{ transformAnswer }],
        onRequest,
      });
      const { key, ...more } = allKeys(reference.keys);
      const installation = makeTestInstallation({
        baseUrl: reference.baseUrl,
        key,
        // One after another: the same answers to the same requests each time.
        pace: { perSecond: 'off', concurrency: 1 },
        ...(hasEverything ? { ...more, allowImport: true } : {}),
      });
      try {
        const { record } = await runInstallation(installation, { bodies: sharedBodies() });
        assert.deepEqual(repeatedIn(all), []);
        const broken = record.verdicts.filter(({ outcome }) => outcome === 'error');
        const lost = record.verdicts.filter(({ message }) => message === 'The request was not sent.');
        assert.deepEqual([...broken, ...lost], []);
      } finally {
        await reference.close();
      }
    }),
    { runs: 25 },
  );
});
