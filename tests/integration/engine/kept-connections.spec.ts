import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type KeptConnections, makeKeptConnections } from '../../../engine/http/connection.ts';
import { type Serving, serve } from '../../support/serving.ts';
import { withClient } from './client-tools.ts';

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]';

/**
 * How a server treats a connection after its first answer (`first`): when a second request comes (`second`), or while it is
 * idle (`idle`).
 */
interface Manners {
  readonly second?: (socket: Socket) => void;
  readonly idle?: (socket: Socket) => void;
  readonly first?: string;
}

function serverThat({ second, idle, first = answer }: Manners): Promise<Serving> {
  const handle = (socket: Socket): void => {
    let requests = 0;
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      requests += 1;
      if (requests > 1) return void (second ?? ((one) => void one.write(answer)))(socket);
      socket.write(first, () => idle !== undefined && setTimeout(() => idle(socket), 20));
    });
  };
  return serve(createServer(handle));
}

/** Makes two runs of one request each, one after the other, and returns what both got. */
async function twoRuns(manners: Manners, kept: KeptConnections = makeKeptConnections()) {
  const server = await serverThat(manners);
  const installation = { baseUrl: server.baseUrl, timeoutMs: 200 };
  const run = () =>
    withClient(
      installation,
      async ({ get, counts }) => {
        const { answer: got, failure, phasesMs, connection } = await get('/');
        const hasConnected = phasesMs.connect !== undefined;
        return { status: got?.status, failure: failure?.kind, hasConnected, connection, ...counts };
      },
      { kept },
    );
  try {
    const before = await run();
    await wait(50);
    const after = await run();
    return { before, after, connections: server.connections() };
  } finally {
    await kept.close();
    await server.close();
  }
}

test('a run reuses the connection of the previous run and records its HTTP and IP versions', async () => {
  const { before, after, connections } = await twoRuns({});
  expect(connections).toBe(1);
  expect(before).toMatchObject({ status: 200, hasConnected: true });
  expect(after).toMatchObject({ status: 200, hasConnected: false });
  expect(after.connection).toEqual(before.connection);
  expect(after.connection).toMatchObject({ httpVersion: '1.1', ipProtocol: 4 });
});

/** Ways to lose a connection that one run keeps for the next. */
const gone: Readonly<Record<string, Manners>> = {
  'is closed while idle': { idle: (socket) => socket.end() },
  'is reset while idle': { idle: (socket) => socket.resetAndDestroy() },
  'is closed on the next request': { second: (socket) => socket.end() },
  'is reset on the next request': { second: (socket) => socket.resetAndDestroy() },
  'does not answer': { second: () => undefined },
  'answers with status 408': {
    second: (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n'),
  },
  'breaks off in the middle of an answer': { second: (socket) => socket.end(answer.slice(0, -1)) },
  'had the header connection: close': { first: answer.replace('\r\n', '\r\nconnection: close\r\n') },
  'had the header keep-alive: timeout=1': { first: answer.replace('\r\n', '\r\nkeep-alive: timeout=1\r\n') },
};

for (const [name, manners] of Object.entries(gone)) {
  test(`a kept connection that ${name} is replaced without a failure or a counted retry`, async () => {
    const { after, connections } = await twoRuns(manners);
    // If only a request reveals the loss, that request counts as well.
    const requests = manners.second === undefined ? 1 : 2;
    expect(after).toMatchObject({ status: 200, hasConnected: true, requests, retried: 0, throttled: 0 });
    expect(after.failure).toBeUndefined();
    expect(connections).toBe(2);
  });
}

test('an installation that went away is reported as refused after one retry, despite a kept connection', async () => {
  const kept = makeKeptConnections();
  const server = await serverThat({});
  const installation = { baseUrl: server.baseUrl };
  const run = () =>
    withClient(installation, async ({ get, counts }) => ({ ...(await get('/')), counts }), { kept });
  expect((await run()).answer?.status).toBe(200);
  await server.close();
  const { failure, counts } = await run();
  expect([failure?.kind, counts.retried]).toEqual(['refused', 1]);
  await kept.close();
});

test('no connection is kept for the next run after the pool of kept connections was closed', async () => {
  const kept = makeKeptConnections();
  await kept.close();
  const { connections } = await twoRuns({}, kept);
  expect(connections).toBe(2);
});

test('a run keeps only one of its connections for the next run', async () => {
  const kept = makeKeptConnections();
  const server = await serverThat({ idle: () => undefined });
  const installation = { baseUrl: server.baseUrl };
  const runOfTwo = () =>
    withClient(installation, ({ get }) => Promise.all([get('/one'), get('/other')]), { kept });
  await runOfTwo();
  expect(server.connections()).toBe(2);
  const answers = await runOfTwo();
  expect(answers.map(({ answer: got }) => got?.status)).toEqual([200, 200]);
  expect(server.connections()).toBe(3);
  await kept.close();
  await server.close();
});
