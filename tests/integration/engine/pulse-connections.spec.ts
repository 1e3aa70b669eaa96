import { createServer } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeKeptConnections } from '../../../engine/http/connection.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { startReference } from '../../../reference-server/index.ts';
import { allKeys, makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { serve, whileOpen } from '../../support/serving.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

/** The largest number of requests of a pulse that were under way at once. */
async function mostAtOnce(answerMs: number, connections = makeKeptConnections()): Promise<number> {
  let [underWay, most] = [0, 0];
  const reference = startReference({
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
  return whileOpen(reference, ({ baseUrl, keys }) =>
    whileOpen(Promise.resolve(connections), async () => {
      const installation = makeTestInstallation({ baseUrl, key: allKeys(keys).key });
      await runInstallation(installation, { tier: 'pulse', bodies: sharedBodies(), connections });
      return most;
    }),
  );
}

test('a pulse sends its requests one after another while answers come quickly', async () => {
  expect(await mostAtOnce(30)).toBe(1);
});

test('a pulse sends its three requests to a slow installation at once', slow, async () => {
  expect(await mostAtOnce(800)).toBe(3);
});

test('a pulse opens one new connection, so it notices a closed port although a kept connection still works', async () => {
  const server = createServer((request, response) => {
    const body = request.url?.endsWith('/users') === true ? { id: 1, email: 'ada@example.org' } : [];
    const isRefused = request.headers.authorization === undefined;
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? { error: 'Unauthorized' } : body));
  });
  const { baseUrl, connections: made } = await serve(server);
  const installation = makeTestInstallation({ baseUrl });
  const connections = makeKeptConnections();
  const pulse = async () =>
    (await runInstallation(installation, { tier: 'pulse', bodies: sharedBodies(), connections })).record;
  try {
    expect((await pulse()).state).toBe('conforming');
    const before = made();
    expect((await pulse()).state).toBe('conforming');
    expect(made() - before).toBe(1);
    // Unlike the close of an HTTP server, this leaves open connections alone.
    net.Server.prototype.close.call(server);
    const { state, exchanges } = await pulse();
    expect(state).not.toBe('conforming');
    expect(exchanges.map(({ key, failure }) => [key, failure?.kind])).toContainEqual(['none', 'refused']);
    expect(exchanges.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  } finally {
    await connections.close();
    server.closeAllConnections();
  }
});
