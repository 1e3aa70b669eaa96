import { createSecureContext, createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { expect, test } from '@playwright/test';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { sampleKeys } from '../self-test/support/judge-reference.ts';
import { certificates } from '../support/certificates.ts';
import { allKeys, makeTestInstallation } from '../support/installation.ts';
import { slow } from '../support/long.ts';
import { serve, whileOpen } from '../support/serving.ts';
import { sharedBodies } from '../support/shared-bodies.ts';

const { server: identity, otherHost, authority } = certificates;

interface Behaviour {
  readonly options?: TlsOptions;
  /** What the server does with an encrypted connection. */
  readonly onSecure?: (socket: TLSSocket) => void;
}

/** Runs the standard tier against a TLS server; returns the record and the bytes that the server received. */
function runAgainst({ options = {}, onSecure = (socket) => socket.resume() }: Behaviour) {
  let read = '';
  const server = createServer({ cert: identity.certificate, key: identity.key, ...options }, (socket) => {
    socket.on('error', () => undefined).on('data', (data) => (read += data.toString('latin1')));
    onSecure(socket);
  });
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket) => socket.on('error', () => undefined));
  return whileOpen(serve(server), async ({ port }) => {
    const installation = makeTestInstallation({
      baseUrl: `https://localhost:${port}`,
      ...allKeys(sampleKeys),
      timeoutMs: 2_000,
      deadlineMs: 6_000,
      connection: { authority },
    });
    const startMs = performance.now();
    const { record } = await runInstallation(installation, { tier: 'standard', bodies: sharedBodies() });
    return { record, read, tookMs: performance.now() - startMs };
  });
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Servers with a certificate that must not be trusted: they must receive no byte of a request. */
const refused: Readonly<Record<string, Behaviour>> = {
  'a certificate for another name': { options: { cert: otherHost.certificate, key: otherHost.key } },
  'a certificate for another name, selected by SNI': {
    options: {
      SNICallback: (_name, done) =>
        done(null, createSecureContext({ cert: otherHost.certificate, key: otherHost.key })),
    },
  },
  'a chain of two thousand certificates': {
    options: { cert: identity.certificate + otherHost.certificate.repeat(2_000) },
  },
};
for (const [what, behaviour] of Object.entries(refused)) {
  test(`with ${what} nothing is sent, and the run says why`, async () => {
    const { record, read, tookMs } = await runAgainst(behaviour);
    expect([record.state, read]).toEqual(['unreachable', '']);
    expect(record.cause).toMatch(/certificate|TLS/i);
    expect(tookMs).toBeLessThan(15_000);
  });
}

/** Connections that violate the protocol: the run must still end in time. */
const odd: Readonly<Record<string, Behaviour>> = {
  'a connection half-closed before the response': { onSecure: (socket) => socket.end() },
  'a connection half-closed in the middle of a body': {
    onSecure: (socket) => socket.once('data', () => socket.end(`${ok}content-length: 500\r\n\r\n{"a":`)),
  },
  'a connection closed without a TLS close_notify': {
    onSecure: (socket) =>
      socket.once('data', () => socket.write(`${ok}content-length: 500\r\n\r\n{`, () => socket.destroy())),
  },
  'endless TLS renegotiation': {
    options: { maxVersion: 'TLSv1.2' },
    onSecure(socket) {
      const again = (): void => void (socket.destroyed || socket.renegotiate({}, () => setImmediate(again)));
      socket.resume().once('data', again);
    },
  },
  'an encrypted connection without a response': { onSecure: (socket) => socket.resume() },
  'bytes that are not HTTP': {
    onSecure: (socket) => socket.once('data', () => socket.end(Buffer.alloc(70_000, 0xff))),
  },
};
for (const [what, behaviour] of Object.entries(odd)) {
  test(`with ${what} the run ends in time, with a record free of keys`, slow, async () => {
    const { record, tookMs } = await runAgainst(behaviour);
    expect(record.state).not.toBe('conforming');
    expect(record.verdicts.filter(({ outcome }) => outcome === 'error')).toEqual([]);
    expect(tookMs).toBeLessThan(15_000);
    for (const key of Object.values(sampleKeys))
      expect(JSON.stringify(record)).not.toContain(key.slice(0, 8));
  });
}
