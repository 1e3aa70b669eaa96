import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeKeptConnections } from '../../../engine/http/kept-connections.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

/** The most requests of a pulse that were under way at once. */
async function mostAtOnce(answerMs: number, connections = makeKeptConnections()): Promise<number> {
  let [underWay, most] = [0, 0];
  const reference = await startReference({
    transforms: [
      {
        before: (_request, _response, next) => {
          underWay += 1;
          most = Math.max(most, underWay);
          void wait(answerMs).then(() => {
            underWay -= 1;
            next();
          });
        },
      },
    ],
  });
  const installation = makeTestInstallation({ baseUrl: reference.baseUrl, key: allKeys(reference.keys).key });
  try {
    await runInstallation(installation, { tier: 'pulse', bodies: sharedBodies(), connections });
    return most;
  } finally {
    await connections.close();
    await reference.close();
  }
}

test('a pulse asks one after another on its connection while the answers come soon', async () => {
  expect(await mostAtOnce(30)).toBe(1);
});

test('a pulse asks a slow installation as many at once as configured', async () => {
  expect(await mostAtOnce(800)).toBe(3);
});
