import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import type { ConnectionSettings } from '../../../engine/configuration/installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { certificates } from '../../support/certificates.ts';
import { type Serving, serve, whileOpen } from '../../support/serving.ts';
import { withClient } from './client-tools.ts';
import { startHttp, startHttps, startProxy } from './servers.ts';

/** The connection facts of the first and the second exchange on one connection. */
function factsOf(server: Promise<Serving>, origin: string, connection: ConnectionSettings = {}) {
  return whileOpen(server, ({ port }) =>
    withClient({ baseUrl: `${origin}:${port}`, connection }, async ({ get }) => [
      (await get('/')).connection,
      (await get('/')).connection,
    ]),
  );
}

const serveTls = (more: object) =>
  startHttps(
    { cert: certificates.server.certificate, key: certificates.server.key, ...more },
    (_request, response) => response.end('[]'),
  );
const { authority } = certificates;

test('only the first exchange on a connection has its IP and HTTP versions', async () => {
  const server = startHttp((_request, response) => response.end('[]'));
  expect(await factsOf(server, 'http://127.0.0.1')).toEqual([
    { ipProtocol: 4, httpVersion: '1.1' },
    undefined,
  ]);
});

test('an HTTP/1.0 answer is recorded as HTTP version 1.0', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n[]'));
  });
  const [first] = await factsOf(serve(server), 'http://127.0.0.1');
  expect(first).toEqual({ ipProtocol: 4, httpVersion: '1.0' });
});

for (const [version, name] of [
  ['TLSv1.2', 'TLS 1.2'],
  ['TLSv1.3', 'TLS 1.3'],
] as const) {
  test(`an exchange over ${name} records that TLS version`, async () => {
    const server = serveTls({ minVersion: version, maxVersion: version });
    const [first] = await factsOf(server, 'https://127.0.0.1', { authority });
    expect(first).toEqual({ ipProtocol: 4, httpVersion: '1.1', tlsVersion: name });
  });
}

test('exchanges through a proxy have no connection facts', async () => {
  const facts = await whileOpen(startProxy(), ({ baseUrl }) =>
    factsOf(serveTls({}), 'https://localhost', { authority, proxy: new Secret(baseUrl) }),
  );
  expect(facts).toEqual([undefined, undefined]);
});
