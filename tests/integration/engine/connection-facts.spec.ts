import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import type { ConnectionSettings } from '../../../engine/configuration/installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { certificates } from '../../support/certificates.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { withClient } from './client-tools.ts';
import { listening, type RunningServer, startHttp, startHttps, startProxy } from './servers.ts';

/** What the first and the second exchange on one connection say of it. */
async function factsOf(server: RunningServer, origin: string, connection: ConnectionSettings = {}) {
  const installation = makeTestInstallation({ baseUrl: `${origin}:${server.port}`, connection });
  try {
    return await withClient(installation, async ({ get }) => [
      (await get('/')).connection,
      (await get('/')).connection,
    ]);
  } finally {
    await server.close();
  }
}

const serveTls = (more: object) =>
  startHttps(
    { cert: certificates.server.certificate, key: certificates.server.key, ...more },
    (_request, response) => response.end('[]'),
  );
const { authority } = certificates;

test('a connection says which versions of IP and HTTP it has, once', async () => {
  const server = await startHttp((_request, response) => response.end('[]'));
  expect(await factsOf(server, 'http://127.0.0.1')).toEqual([
    { ipProtocol: 4, httpVersion: '1.1' },
    undefined,
  ]);
});

test('an answer of HTTP 1.0 is reported as that', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n[]'));
  });
  const [first] = await factsOf(await listening(server), 'http://127.0.0.1');
  expect(first).toEqual({ ipProtocol: 4, httpVersion: '1.0' });
});

for (const [version, name] of [
  ['TLSv1.2', 'TLS 1.2'],
  ['TLSv1.3', 'TLS 1.3'],
] as const) {
  test(`${name} is reported as that`, async () => {
    const server = await serveTls({ minVersion: version, maxVersion: version });
    const [first] = await factsOf(server, 'https://127.0.0.1', { authority });
    expect(first).toEqual({ ipProtocol: 4, httpVersion: '1.1', tlsVersion: name });
  });
}

test('behind a proxy nothing is known, and nothing is said', async () => {
  const server = await serveTls({});
  const proxy = await startProxy();
  const facts = await factsOf(server, 'https://localhost', {
    authority,
    proxy: new Secret(`http://127.0.0.1:${proxy.port}`),
  });
  await proxy.close();
  expect(facts).toEqual([undefined, undefined]);
});
