import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { endpointOf } from '../../../contract/document/endpoints.ts';
import { requestSpecId } from '../../../contract/judging/request.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { importBundleFile } from '../../../engine/http/curl-line.ts';
import type { HttpRequest } from '../../../engine/http/make-request.ts';
import { Secret } from '../../../engine/secret.ts';
import { certificates } from '../../support/certificates.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { changes, everyRequest, keys, made } from '../../support/made-requests.ts';
import { locationOf, needs } from '../../support/needs.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { withClient } from './client-tools.ts';
import { startHttp, startHttps, startProxy } from './servers.ts';

// A key in capitals is written as `${API_KEY^^}`, which other shells do not know.
needs('bash');
needs('curl');

const users = endpointOf('GET /api/v3/users');
const importEndpoint = endpointOf('POST /api/v3/fhir_imports');
const encodedKey = 'Zx7/Qk2+Lm9&Tp4=Vb8%Rn3';
const bundle = JSON.stringify({
  resourceType: 'Bundle',
  type: 'collection',
  entry: Array.from({ length: 40 }, (_, at) => ({
    resource: { resourceType: 'Citation', id: `line\n${at}` },
  })),
});

/** A received request, without its connection headers and without headers that change no answer. */
async function describe(request: IncomingMessage): Promise<unknown> {
  const {
    host: _host,
    connection: _connection,
    'user-agent': _agent,
    'accept-encoding': _codings,
    ...headers
  } = request.headers;
  const { method, url } = request;
  return { method, url, headers, body: await text(request) };
}

/** Sends requests with the engine's client, then their curl lines in a shell, and returns what the server got from each. */
async function sendBoth(
  requests: readonly HttpRequest[],
  installation: Installation,
  seen: unknown[],
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly [readonly unknown[], readonly unknown[]]> {
  await withClient(installation, async ({ send }) => {
    for (const request of requests) await send(request);
  });
  const sent = seen.splice(0);
  const folder = emptyFolder();
  writeFileSync(join(folder, importBundleFile), installation.importBundle);
  const script = requests.map(({ curl }) => `${curl} >/dev/null`).join('\n');
  const shell = spawn(locationOf('bash'), ['--norc', '-euc', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...keys, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(shell, 'close');
  expect(code).toBe(0);
  return [sent, seen.splice(0)];
}

/** Answers every request with an empty list, and keeps the request. */
function listenTo(seen: unknown[]): RequestListener {
  return async (request, response) => {
    seen.push(await describe(request));
    response.end('[]');
  };
}

test('a curl line in a shell sends the same request as the run', slow, async () => {
  const seen: unknown[] = [];
  const server = await startHttp(listenTo(seen));
  const installation = makeTestInstallation({
    ...changes,
    baseUrl: `http://127.0.0.1:${server.port}/it's/app`,
    extraHeaders: {
      'X-Tenant': new Secret("reviews' own"),
      'Cache-Control': new Secret('no-cache'),
      'X-Nothing': new Secret(''),
    },
  });
  // Of requests that differ only in their path, one is enough.
  const different = new Map(
    everyRequest.map((one) => [`${one.endpoint.kind} ${requestSpecId(one.request)}`, one]),
  );
  const requests = [...different.values()].map(({ endpoint, request }) =>
    made(endpoint, request, installation),
  );
  const [sent, repeated] = await sendBoth(requests, installation, seen, { HEADER_X_TENANT: "reviews' own" });
  await server.close();
  expect(sent.length).toBe(requests.length);
  expect(repeated).toEqual(sent);
  for (const { curl } of requests) expect(curl).not.toContain('reviews');
});

test('the curl line of a large Bundle sends it from a file, byte for byte', async () => {
  const seen: unknown[] = [];
  const server = await startHttp(listenTo(seen));
  const installation = makeTestInstallation({
    ...changes,
    baseUrl: `http://127.0.0.1:${server.port}`,
    importBundle: `${bundle}\r\n`,
  });
  const request = made(importEndpoint, { key: 'header', body: 'valid' }, installation);
  expect(request.curl).toContain(`--data-binary @${importBundleFile}`);
  const [[sent], [repeated]] = await sendBoth([request], installation, seen);
  await server.close();
  expect(repeated).toEqual(sent);
});

test('a key with characters that URLs encode reaches the query unchanged from the run and from curl', async () => {
  const seen: unknown[] = [];
  const server = await startHttp(listenTo(seen));
  const installation = makeTestInstallation({
    baseUrl: `http://127.0.0.1:${server.port}`,
    key: new Secret(encodedKey),
  });
  const requests = [{ key: 'query' } as const, { key: 'query', query: { page: '2' } } as const].map((one) =>
    made(users, one, installation),
  );
  const [sent, repeated] = await sendBoth(requests, installation, seen, { API_KEY: encodedKey });
  await server.close();
  const keyOf = (one: unknown): string | null =>
    new URL((one as { url: string }).url, 'http://host').searchParams.get('api_key');
  expect(sent.map(keyOf)).toEqual([encodedKey, encodedKey]);
  expect(repeated.map(keyOf)).toEqual([encodedKey, encodedKey]);
});

test("a curl line uses the run's private CA, client certificate and proxy", async () => {
  const seen: unknown[] = [];
  const { server: own, authority, client } = certificates;
  const server = await startHttps(
    { cert: own.certificate, key: own.key, ca: authority, requestCert: true, rejectUnauthorized: true },
    listenTo(seen),
  );
  const proxy = await startProxy();
  const folder = emptyFolder();
  const files = { CA_FILE: authority, CLIENT_CERT_FILE: client.certificate, CLIENT_KEY_FILE: client.key };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const named = Object.fromEntries(Object.keys(files).map((name) => [name, join(folder, name)]));
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const installation = makeTestInstallation({
    baseUrl: `https://localhost:${server.port}`,
    connection: {
      authority,
      clientCertificate: { certificate: client.certificate, key: new Secret(client.key) },
      proxy: new Secret(proxyUrl),
    },
  });
  const request = made(users, { key: 'none' }, installation);
  const [sent, repeated] = await sendBoth([request], installation, seen, { ...named, HTTPS_PROXY: proxyUrl });
  await server.close();
  await proxy.close();
  expect(sent.length).toBe(1);
  expect(repeated).toEqual(sent);
  expect(proxy.targets).toEqual([`localhost:${server.port}`, `localhost:${server.port}`]);
});
