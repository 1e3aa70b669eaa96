import type { RequestListener } from 'node:http';
import type { ServerOptions } from 'node:https';
import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import type { ConnectionSettings } from '../../../engine/configuration/installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { certificates } from '../../support/certificates.ts';
import { type Serving, serve, whileOpen } from '../../support/serving.ts';
import { reported, withClient } from './client-tools.ts';
import { type RunningProxy, startHttp, startHttps, startProxy } from './servers.ts';

const { authority, client, expiresAt } = certificates;
const list: RequestListener = (_request, response) => void response.end('[]');

/** A server with a certificate that answers with a list. */
function secured(identity: 'server' | 'expired' | 'otherHost' = 'server', more: ServerOptions = {}) {
  const { certificate: cert, key } = certificates[identity];
  return startHttps({ cert, key, ...more }, list);
}

/** Asks a server by its host name, returns what came back, and closes the server. */
function ask(
  opening: Promise<Serving>,
  connection: ConnectionSettings = {},
  scheme: 'http' | 'https' = 'https',
) {
  return whileOpen(opening, ({ port }) =>
    withClient({ baseUrl: `${scheme}://localhost:${port}`, connection }, async ({ get }) => {
      const sent = await get('/api/v3/projects');
      return { sent, said: reported(sent), port };
    }),
  );
}

test.describe('certificates', () => {
  test('a configured private CA is trusted, and the expiry date of the certificate is recorded', async () => {
    const { sent, said } = await ask(secured(), { authority });
    expect([said, sent.certificateExpiresAt]).toEqual(['200 []', expiresAt]);
  });

  test('the phases of a new connection follow each other and add up to the total; a reused one has no connection phases', async () => {
    const [first, second] = await whileOpen(secured(), ({ port }) =>
      withClient({ baseUrl: `https://localhost:${port}`, connection: { authority } }, async ({ get }) => [
        (await get('/')).phasesMs,
        (await get('/')).phasesMs,
      ]),
    );
    expect(Object.keys(first ?? {}).sort()).toEqual([
      'connect',
      'dns',
      'firstByte',
      'tls',
      'total',
      'transfer',
    ]);
    const { total = 0, ...phases } = first ?? {};
    for (const phase of Object.values(phases)) expect(phase).toBeGreaterThanOrEqual(0);
    expect(phases.tls).toBeGreaterThan(0);
    // Tenths of a millisecond are rounded.
    const sum = Object.values(phases).reduce((before, ms) => before + ms, 0);
    expect(Math.abs(sum - total)).toBeLessThan(0.3);
    expect(Object.keys(second ?? {}).sort()).toEqual(['firstByte', 'total', 'transfer']);
  });

  const demands = { ca: authority, requestCert: true, rejectUnauthorized: true };
  const refusals: readonly {
    readonly name: string;
    readonly server: () => Promise<Serving>;
    readonly connection: ConnectionSettings;
    readonly scheme?: 'http';
    readonly said: RegExp;
  }[] = [
    {
      name: 'an unknown certificate authority',
      server: () => secured(),
      connection: {},
      said: /^tls: .*authority is not known; name it in CA_FILE/,
    },
    {
      name: 'an expired certificate',
      server: () => secured('expired'),
      connection: { authority },
      said: /^tls: .*its certificate has expired/,
    },
    {
      name: 'a certificate for another host',
      server: () => secured('otherHost'),
      connection: { authority },
      said: /^tls: .*its certificate is for another host name/,
    },
    {
      name: 'a missing client certificate over TLS 1.2',
      server: () => secured('server', { ...demands, maxVersion: 'TLSv1.2' }),
      connection: { authority },
      said: /^tls: .*client certificate \(CLIENT_CERT_FILE/,
    },
    {
      name: 'a missing client certificate',
      server: () => secured('server', demands),
      connection: { authority },
      said: /^(tls|reset): /,
    },
    {
      name: 'an HTTPS request to a plain HTTP port',
      server: () => startHttp(list),
      connection: {},
      said: /^tls: .*the port does not speak TLS; write http/,
    },
    {
      name: 'a plain HTTP request to an HTTPS port',
      server: () => secured(),
      connection: {},
      scheme: 'http',
      said: /^(reset|protocol): /,
    },
  ];
  for (const { name, server, connection, scheme, said } of refusals) {
    test(`${name} is reported`, async () => {
      expect((await ask(server(), connection, scheme)).said).toMatch(said);
    });
  }

  test('a configured client certificate is presented to a server that demands one', async () => {
    const clientCertificate = { certificate: client.certificate, key: new Secret(client.key) };
    expect((await ask(secured('server', demands), { authority, clientCertificate })).said).toBe('200 []');
  });
});

test.describe('proxies', () => {
  const proxyAt = (port: number): Secret =>
    new Secret(`http://user:p%40ssword-of-the-proxy@127.0.0.1:${port}`);

  /** Asks a server through a proxy. */
  const askThrough = (
    proxy: Promise<RunningProxy>,
    server: Promise<Serving>,
    more: ConnectionSettings = {},
    scheme?: 'http',
  ) =>
    whileOpen(proxy, async ({ port, targets, credentials }) => ({
      ...(await ask(server, { proxy: proxyAt(port), ...more }, scheme)),
      targets,
      credentials,
    }));

  test('HTTPS goes through a CONNECT tunnel with proxy credentials, and the certificate expiry is recorded', async () => {
    const { said, sent, port, targets, credentials } = await askThrough(startProxy(), secured(), {
      authority,
    });
    expect([said, targets]).toEqual(['200 []', [`localhost:${port}`]]);
    expect(credentials).toEqual([`Basic ${Buffer.from('user:p@ssword-of-the-proxy').toString('base64')}`]);
    expect(sent.certificateExpiresAt).toBe(expiresAt);
    expect(sent.phasesMs.firstByte).toBeGreaterThan(0);
  });

  test('CA_FILE also applies to the TLS certificate of a proxy, which is refused without it', async () => {
    const { certificate: cert, key } = certificates.server;
    await whileOpen(startProxy(undefined, { cert, key }), async ({ port }) => {
      const proxy = new Secret(`https://localhost:${port}`);
      expect((await ask(startHttp(list), { authority, proxy }, 'http')).said).toBe('200 []');
      expect((await ask(startHttp(list), { proxy }, 'http')).said).toMatch(/^tls: .*name it in CA_FILE/);
    });
  });

  test('plain HTTP also goes through a CONNECT tunnel', async () => {
    const { said, port, targets } = await askThrough(startProxy(), startHttp(list), {}, 'http');
    expect([said, targets]).toEqual(['200 []', [`localhost:${port}`]]);
  });

  for (const noProxy of ['localhost', 'other.example, localhost', '*']) {
    test(`a host that matches NO_PROXY (${noProxy}) is asked directly, with the configured private CA`, async () => {
      const { said, sent, targets } = await askThrough(startProxy(), secured(), { authority, noProxy });
      expect([said, targets, sent.certificateExpiresAt]).toEqual(['200 []', [], expiresAt]);
    });
  }

  const refusals: readonly (readonly [number, string])[] = [
    [403, 'the proxy refuses this host (403); ask its administrator, or name the host in NO_PROXY'],
    [
      407,
      'the proxy requires a valid user name and password (407); check them in HTTPS_PROXY, as in http://user:password@proxy.example:3128',
    ],
    [502, 'the proxy cannot reach the host (502); if it needs no proxy, name it in NO_PROXY'],
  ];
  for (const [status, reason] of refusals) {
    test(`a proxy that refuses with ${status} is reported as a proxy failure, with advice`, async () => {
      const { said } = await askThrough(startProxy(status), startHttp(list), {}, 'http');
      expect(said).toBe(`proxy: ${reason}`);
    });
  }

  /** Asks through a proxy that opens no tunnel. */
  const askOf = (proxy: Promise<Serving>) =>
    whileOpen(proxy, ({ port, connections }) =>
      withClient({ timeoutMs: 200, connection: { proxy: proxyAt(port) } }, async ({ get }) => [
        reported(await get('/')),
        connections(),
      ]),
    );

  test('a proxy that never answers runs into the timeout', async () => {
    const [said] = await askOf(serve(createServer(() => undefined)));
    expect(said).toMatch(/^timeout: /);
  });

  test('a proxy that hangs up is not asked again', async () => {
    const hangsUp = createServer((socket) => void socket.once('data', () => socket.destroy()));
    expect(await askOf(serve(hangsUp))).toEqual(['proxy: the proxy did not make the connection', 1]);
  });

  test('an unreachable proxy is reported as a proxy failure, not as an unreachable installation', async () => {
    // Another test may already use the port of a closed server; nothing listens on port 9.
    const { said } = await ask(startHttp(list), { proxy: proxyAt(9) }, 'http');
    expect(said).toBe('proxy: the proxy cannot be reached');
  });
});

test.describe('requests', () => {
  test('requests keep the path prefix of the base URL', async () => {
    const urls: (string | undefined)[] = [];
    const server = startHttp((request, response) => {
      urls.push(request.url);
      response.end('[]');
    });
    await whileOpen(server, ({ baseUrl }) =>
      withClient({ baseUrl: `${baseUrl}/some/app` }, ({ get }) => get('/api/v3/users?a=b%20c')),
    );
    expect(urls).toEqual(['/some/app/api/v3/users?a=b%20c']);
  });

  test('no cookie is kept and no redirect is followed', async () => {
    const seen: string[] = [];
    const server = startHttp((request, response) => {
      seen.push(`${request.url} ${request.headers.cookie ?? 'no cookie'}`);
      response.writeHead(302, { 'set-cookie': 'session=abc; Path=/', location: '/login' }).end();
    });
    await whileOpen(server, ({ baseUrl }) =>
      withClient({ baseUrl }, async ({ get }) => {
        expect(reported(await get('/one'))).toBe('302 ');
        expect(reported(await get('/two'))).toBe('302 ');
      }),
    );
    expect(seen).toEqual(['/one no cookie', '/two no cookie']);
  });

  test('an unknown host name is reported as a DNS failure and not retried', async () => {
    await withClient({ baseUrl: 'http://no-such-host.invalid' }, async ({ get, counts }) => {
      expect(reported(await get('/'))).toMatch(/^dns: /);
      expect(counts).toEqual({ requests: 1, retried: 0, throttled: 0, flaky: 0 });
    });
  });
});
