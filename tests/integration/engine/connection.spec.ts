import { createServer, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import type { ConnectionSettings } from '../../../engine/configuration/installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { certificates } from '../../support/certificates.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { reported, requestTo, withClient } from './client-tools.ts';
import { listening, type RunningServer, startHttp, startHttps, startProxy } from './servers.ts';

/** Asks one path and tells what came, with the phases and the expiry that were seen. */
async function ask(
  server: RunningServer,
  connection: ConnectionSettings,
  scheme: 'http' | 'https' = 'https',
) {
  const installation = makeTestInstallation({ baseUrl: `${scheme}://localhost:${server.port}`, connection });
  return withClient(installation, async (client) => {
    const sent = await client.get('/api/v3/projects');
    return { sent, said: reported(sent), counts: { ...client.counts } };
  });
}

test.describe('certificates', () => {
  const serve = (identity: 'server' | 'expired' | 'otherHost', more: object = {}) =>
    startHttps(
      { cert: certificates[identity].certificate, key: certificates[identity].key, ...more },
      (_request, response) => response.end('[]'),
    );

  test('a private authority that is configured is trusted, and the expiry of the certificate is kept', async () => {
    const server = await serve('server');
    const { sent, said } = await ask(server, { authority: certificates.authority });
    await server.close();
    expect(said).toBe('200 []');
    expect(sent.certificateExpiresAt).toBe(certificates.expiresAt);
  });

  test('every phase of a connection is measured, once', async () => {
    const server = await serve('server');
    const installation = makeTestInstallation({
      baseUrl: `https://localhost:${server.port}`,
      connection: { authority: certificates.authority },
    });
    const [first, second] = await withClient(installation, async ({ get }) => [
      await get('/'),
      await get('/'),
    ]);
    await server.close();
    expect(Object.keys(first?.phasesMs ?? {}).sort()).toEqual([
      'connect',
      'dns',
      'firstByte',
      'tls',
      'total',
      'transfer',
    ]);
    const { dns = 0, connect = 0, tls = 0, firstByte = 0, transfer = 0, total = 0 } = first?.phasesMs ?? {};
    for (const phase of [dns, connect, tls, firstByte, transfer]) expect(phase).toBeGreaterThanOrEqual(0);
    expect(tls).toBeGreaterThan(0);
    // Tenths of a millisecond are rounded.
    expect(dns + connect + tls).toBeLessThanOrEqual(firstByte + 0.3);
    expect(Math.abs(firstByte + transfer - total)).toBeLessThan(0.3);
    expect(Object.keys(second?.phasesMs ?? {}).sort()).toEqual(['firstByte', 'total', 'transfer']);
  });

  const refusals: readonly (readonly [string, 'server' | 'expired' | 'otherHost', boolean, RegExp])[] = [
    ['an authority that nobody named', 'server', false, /^tls: .*authority is not known; name it in CA_FILE/],
    ['an expired certificate', 'expired', true, /^tls: .*its certificate has expired/],
    ['a certificate for another host', 'otherHost', true, /^tls: .*its certificate is for another host name/],
  ];
  for (const [name, identity, isTrusted, reason] of refusals) {
    test(`${name} is reported, and nothing is sent`, async () => {
      let asked = 0;
      const server = await startHttps(
        { cert: certificates[identity].certificate, key: certificates[identity].key },
        (_request, response) => {
          asked += 1;
          response.end('[]');
        },
      );
      const { said } = await ask(server, isTrusted ? { authority: certificates.authority } : {});
      await server.close();
      expect(said).toMatch(reason);
      expect(asked).toBe(0);
    });
  }

  test('the lack of a client certificate is reported by a server of TLS 1.2', async () => {
    const { authority } = certificates;
    const demands = { ca: authority, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' };
    const server = await serve('server', demands);
    const { said } = await ask(server, { authority });
    await server.close();
    expect(said).toMatch(/^tls: .*client certificate \(CLIENT_CERT_FILE/);
  });

  test('a client certificate is shown where the server wants one, and its lack is reported', async () => {
    const { authority, client } = certificates;
    const server = await serve('server', { ca: authority, requestCert: true, rejectUnauthorized: true });
    const { said } = await ask(server, {
      authority,
      clientCertificate: { certificate: client.certificate, key: new Secret(client.key) },
    });
    const without = await ask(server, { authority });
    await server.close();
    expect(said).toBe('200 []');
    expect(without.said).toMatch(/^(tls|reset): /);
  });

  test('HTTPS asked of a server that speaks HTTP, and the reverse, are reported', async () => {
    const plain = await startHttp((_request, response) => response.end('[]'));
    const secure = await serve('server');
    expect((await ask(plain, {}, 'https')).said).toMatch(/^tls: .*the port does not speak TLS; write http/);
    expect((await ask(secure, {}, 'http')).said).toMatch(/^(reset|protocol): /);
    await plain.close();
    await secure.close();
  });
});

test.describe('proxies', () => {
  const proxyAt = (port: number): Secret =>
    new Secret(`http://user:p%40ssword-of-the-proxy@127.0.0.1:${port}`);

  test('HTTPS goes through a tunnel, with credentials, and the expiry of the certificate is kept', async () => {
    const { server: identity, authority } = certificates;
    const server = await startHttps({ cert: identity.certificate, key: identity.key }, (_request, response) =>
      response.end('[]'),
    );
    const proxy = await startProxy();
    const { said, sent } = await ask(server, { authority, proxy: proxyAt(proxy.port) });
    await server.close();
    await proxy.close();
    expect(said).toBe('200 []');
    expect(proxy.targets).toEqual([`localhost:${server.port}`]);
    expect(proxy.credentials).toEqual([
      `Basic ${Buffer.from('user:p@ssword-of-the-proxy').toString('base64')}`,
    ]);
    expect(sent.certificateExpiresAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(sent.phasesMs.firstByte).toBeGreaterThan(0);
  });

  test('the authority of CA_FILE is trusted for a proxy that speaks TLS as well', async () => {
    const { server: identity, authority } = certificates;
    const server = await startHttp((_request, response) => response.end('[]'));
    const proxy = await startProxy(undefined, { cert: identity.certificate, key: identity.key });
    const through = new Secret(`https://localhost:${proxy.port}`);
    expect((await ask(server, { authority, proxy: through }, 'http')).said).toBe('200 []');
    expect((await ask(server, { proxy: through }, 'http')).said).toMatch(/^tls: .*name it in CA_FILE/);
    await server.close();
    await proxy.close();
  });

  test('HTTP goes through a tunnel too', async () => {
    const server = await startHttp((_request, response) => response.end('[]'));
    const proxy = await startProxy();
    expect((await ask(server, { proxy: proxyAt(proxy.port) }, 'http')).said).toBe('200 []');
    expect(proxy.targets).toEqual([`localhost:${server.port}`]);
    await server.close();
    await proxy.close();
  });

  for (const noProxy of ['localhost', 'other.example, localhost', '*']) {
    test(`hosts of NO_PROXY (${noProxy}) are asked directly, a private authority holds there too`, async () => {
      const { server: identity, authority } = certificates;
      const server = await startHttps(
        { cert: identity.certificate, key: identity.key },
        (_request, response) => response.end('[]'),
      );
      const proxy = await startProxy();
      const { said, sent } = await ask(server, { authority, proxy: proxyAt(proxy.port), noProxy });
      await server.close();
      await proxy.close();
      expect(said).toBe('200 []');
      expect(proxy.targets).toEqual([]);
      expect(sent.certificateExpiresAt).toBeDefined();
    });
  }

  const refusals: readonly (readonly [number, string])[] = [
    [403, 'the proxy refuses this host (403); ask its administrator, or name the host in NO_PROXY'],
    [
      407,
      'the proxy demands a user and a password that it knows (407); check them in HTTPS_PROXY, as in http://user:password@proxy.example:3128',
    ],
    [502, 'the proxy cannot reach the host (502); if it needs no proxy, name it in NO_PROXY'],
  ];
  for (const [status, reason] of refusals) {
    test(`a proxy that refuses with ${status} is reported as the proxy's doing`, async () => {
      const server = await startHttp((_request, response) => response.end('[]'));
      const proxy = await startProxy(status);
      const { said } = await ask(server, { proxy: proxyAt(proxy.port) }, 'http');
      await server.close();
      await proxy.close();
      expect(said).toBe(`proxy: ${reason}`);
    });
  }

  test('a proxy that never answers is given up at the limit', async () => {
    const proxy = await listening(createServer(() => undefined));
    const installation = makeTestInstallation({ timeoutMs: 200, connection: { proxy: proxyAt(proxy.port) } });
    expect(reported(await withClient(installation, ({ get }) => get('/')))).toMatch(/^timeout: /);
    await proxy.close();
  });

  test('a proxy that hangs up is asked once', async () => {
    let connections = 0;
    const proxy = await listening(
      createServer((socket) => {
        connections += 1;
        socket.once('data', () => socket.destroy());
      }),
    );
    const installation = makeTestInstallation({ connection: { proxy: proxyAt(proxy.port) } });
    const sent = await withClient(installation, ({ get }) => get('/'));
    await proxy.close();
    expect(reported(sent)).toBe('proxy: the proxy did not make the connection');
    expect(connections).toBe(1);
  });

  test('a proxy that is not there is reported as the proxy, not as the installation', async () => {
    const server = await startHttp((_request, response) => response.end('[]'));
    // A port that a closed server had may be that of another test by now; nothing listens at this one.
    const { said } = await ask(server, { proxy: proxyAt(9) }, 'http');
    await server.close();
    expect(said).toBe('proxy: the proxy cannot be reached');
  });
});

test.describe('requests', () => {
  test('a base URL with a path prefix is kept', async () => {
    const urls: (string | undefined)[] = [];
    const server = await startHttp((request, response) => {
      urls.push(request.url);
      response.end('[]');
    });
    const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}/some/app` });
    await withClient(installation, ({ get }) => get('/api/v3/users?a=b%20c'));
    await server.close();
    expect(urls).toEqual(['/some/app/api/v3/users?a=b%20c']);
  });

  test('no cookie is kept and no redirect is followed', async () => {
    const seen: string[] = [];
    const server = await startHttp((request, response) => {
      seen.push(`${request.url} ${request.headers.cookie ?? 'no cookie'}`);
      response.writeHead(302, { 'set-cookie': 'session=abc; Path=/', location: '/login' }).end();
    });
    const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
    await withClient(installation, async ({ get }) => {
      expect(reported(await get('/one'))).toBe('302 ');
      expect(reported(await get('/two'))).toBe('302 ');
    });
    await server.close();
    expect(seen).toEqual(['/one no cookie', '/two no cookie']);
  });
});

test.describe('connections that end', () => {
  test('a kept connection that the server has closed is no failure: the request is repeated once and counted', async () => {
    let answered = 0;
    const server = await listening(
      createServer((socket: Socket) => {
        let mine = 0;
        socket.on('error', () => socket.destroy());
        socket.on('data', () => {
          mine += 1;
          // The second request on a connection meets one that is being closed.
          if (mine === 2) return void socket.destroy();
          answered += 1;
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
        });
      }),
    );
    const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
    await withClient(installation, async ({ get, counts }) => {
      expect(reported(await get('/one'))).toBe('200 []');
      expect(reported(await get('/two'))).toBe('200 []');
      expect(counts).toEqual({ requests: 3, retried: 1, throttled: 0, flaky: 0 });
    });
    await server.close();
    expect(answered).toBe(2);
  });

  test('a connection that is cut at its first request is made anew once, and then a failure', async () => {
    const server = await listening(createServer((socket) => void socket.on('data', () => socket.destroy())));
    const { said, counts } = await ask(server, {}, 'http');
    await server.close();
    expect(said).toMatch(/^reset: /);
    expect(counts).toEqual({ requests: 2, retried: 1, throttled: 0, flaky: 0 });
  });

  test('a refused connection is tried again once, and counted', async () => {
    const server = await startHttp((_request, response) => response.end());
    await server.close();
    const { said, counts } = await ask(server, {}, 'http');
    expect(said).toBe('refused: the connection was refused');
    expect(counts).toEqual({ requests: 2, retried: 1, throttled: 0, flaky: 0 });
  });

  test('a host that has no address is reported as DNS, and not tried again', async () => {
    const installation = makeTestInstallation({ baseUrl: 'http://no-such-host.invalid' });
    await withClient(installation, async ({ get, counts }) => {
      expect(reported(await get('/'))).toMatch(/^dns: /);
      expect(counts).toEqual({ requests: 1, retried: 0, throttled: 0, flaky: 0 });
    });
  });

  test('a POST is never repeated after a reset, also over a connection that was used before', async () => {
    const methods: string[] = [];
    const server = await listening(
      createServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.on('data', (data) => {
          const method = data.toString().split(' ')[0] ?? '';
          methods.push(method);
          if (method === 'POST') return void socket.resetAndDestroy();
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
        });
      }),
    );
    const installation = makeTestInstallation({ baseUrl: `http://127.0.0.1:${server.port}` });
    await withClient(installation, async ({ get, send, counts }) => {
      await get('/');
      const post = requestTo(installation, '/import', { method: 'POST', body: '{}' });
      expect(reported(await send(post))).toMatch(/^reset: /);
      expect(counts).toEqual({ requests: 2, retried: 0, throttled: 0, flaky: 0 });
    });
    await server.close();
    expect(methods).toEqual(['GET', 'POST']);
  });
});
