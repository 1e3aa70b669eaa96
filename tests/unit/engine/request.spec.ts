import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { type Endpoint, endpointOf, endpoints } from '../../../contract/endpoints.ts';
import type { BodyName, Credential, RequestSpec } from '../../../contract/request.ts';
import { scopeOf } from '../../../contract/scope.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { type HttpRequest, makeRequest, wrongKey } from '../../../engine/http/make-request.ts';
import { wantedBy } from '../../../engine/run/plan.ts';
import { Secret } from '../../../engine/secret.ts';
import { installationAt } from './client-tools.ts';

const keys = {
  API_KEY: 'Zx7Qk2Lm9Tp4Vb8Rn3Wd',
  SECOND_API_KEY: 'Hc5Yj1Gf6Sa0Du2Ke7Mo',
  REVOKED_API_KEY: 'Pq8Bi3Xn4Zt6Lr1Ve9Cw',
};
const installation: Installation = installationAt("https://reviews.example.org/it's/app", {
  key: new Secret(keys.API_KEY),
  secondKey: new Secret(keys.SECOND_API_KEY),
  revokedKey: new Secret(keys.REVOKED_API_KEY),
  allowImport: true,
});
const context = { id: "o'neill $(date) `x`/?#%&ü", projectQuery: { project_id: '7 & 8' } };

function made(endpoint: Endpoint, request: RequestSpec): HttpRequest {
  return makeRequest(installation, endpoint, request, context, 'evidence-contract/test');
}

/** Every httpRequest of the largest run. */
const everyRequest = wantedBy(scopeOf('survey'), installation).map(({ endpoint, request }) => ({
  endpoint,
  request,
  httpRequest: made(endpoint, request),
}));

/** A httpRequest without its key. */
function withoutKey({ method, url, headers, body }: HttpRequest): unknown {
  const { authorization: _, ...others } = headers;
  const address = new URL(url);
  address.searchParams.delete('api_key');
  address.searchParams.delete('API_KEY');
  return { method, address: address.href, others, body };
}

test('requests that differ in their key differ in nothing else', () => {
  const plainForms: readonly Credential[] = [
    ...([
      'header',
      'query',
      'none',
      'wrong-header',
      'wrong-query',
      'revoked-header',
      'revoked-query',
    ] as const),
    ...(['empty-header', 'empty-query', 'cut-header', 'cut-query', 'second-header', 'both'] as const),
    ...(['header-and-wrong-query', 'query-and-wrong-header', 'lower-case-scheme', 'other-scheme'] as const),
    ...(['bare-header', 'upper-case-key', 'swapped-case-key', 'upper-case-parameter'] as const),
  ];
  for (const endpoint of endpoints) {
    const body: { body?: BodyName } = endpoint.kind === 'import' ? { body: 'refusable' } : {};
    const plain = withoutKey(made(endpoint, { key: 'none', ...body }));
    for (const key of plainForms) expect(withoutKey(made(endpoint, { key, ...body }))).toEqual(plain);
  }
});

test('each way of presenting a key carries what it says', () => {
  const users = endpointOf('GET /api/v3/users');
  const seen = (key: Credential): string => {
    const { headers, url } = made(users, { key });
    const query = new URL(url).searchParams;
    return [headers.authorization ?? '-', query.get('api_key') ?? '-', query.get('API_KEY') ?? '-'].join(
      ' | ',
    );
  };
  const wrong = wrongKey(keys.API_KEY.length);
  expect(seen('header')).toBe(`Bearer ${keys.API_KEY} | - | -`);
  expect(seen('query')).toBe(`- | ${keys.API_KEY} | -`);
  expect(seen('none')).toBe('- | - | -');
  expect(seen('wrong-header')).toBe(`Bearer ${wrong} | - | -`);
  expect(seen('wrong-query')).toBe(`- | ${wrong} | -`);
  expect(seen('revoked-header')).toBe(`Bearer ${keys.REVOKED_API_KEY} | - | -`);
  expect(seen('second-header')).toBe(`Bearer ${keys.SECOND_API_KEY} | - | -`);
  expect(seen('cut-header')).toBe(`Bearer ${keys.API_KEY.slice(0, 15)} | - | -`);
  expect(seen('both')).toBe(`Bearer ${keys.API_KEY} | ${keys.API_KEY} | -`);
  expect(seen('header-and-wrong-query')).toBe(`Bearer ${keys.API_KEY} | ${wrong} | -`);
  expect(seen('bare-header')).toBe(`${keys.API_KEY} | - | -`);
  expect(seen('lower-case-scheme')).toBe(`bearer ${keys.API_KEY} | - | -`);
  expect(seen('swapped-case-key')).toBe('Bearer zX7qK2lM9tP4vB8rN3wD | - | -');
  expect(seen('upper-case-parameter')).toBe(`- | - | ${keys.API_KEY}`);
});

test('a wrong key is as long as the right one and has nothing of it', () => {
  for (const length of [1, 8, 20, 333]) expect(wrongKey(length).length).toBe(Math.max(8, length));
  for (const { httpRequest } of everyRequest)
    expect(httpRequest.headers.authorization ?? '').not.toMatch(/Bearer undefined/);
});

test('an id stands in its path as one segment', () => {
  const { url } = made(endpointOf('GET /api/v3/citations/:id'), { key: 'header' });
  expect(new URL(url).pathname.split('/').length).toBe("/it's/app/api/v3/citations/ID".split('/').length);
  expect(decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')).toBe(context.id);
});

test('neither the shown address nor the command line holds a key', () => {
  for (const { httpRequest } of everyRequest) {
    const shown = `${httpRequest.shownUrl} ${httpRequest.curl}`.toLowerCase();
    for (const key of Object.values(keys)) {
      for (let start = 0; start + 8 <= key.length; start += 1)
        expect(shown).not.toContain(key.slice(start, start + 8).toLowerCase());
    }
  }
});

/** Lets a shell run a command line with a `curl` that tells the words it was given. */
function wordsOf(curl: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${curl}`;
  const output = execFileSync('bash', ['-euc', script], { env: { PATH: process.env.PATH, ...keys } });
  return output.toString().split('\0').slice(0, -1);
}

test('a command line, run by a shell, is the httpRequest that was sent', () => {
  for (const { httpRequest, request } of everyRequest) {
    const words = wordsOf(httpRequest.curl);
    expect(words.slice(0, 2)).toEqual(['-sS', '-i']);
    // The keys of this test have no character that a URL encodes.
    expect(words.at(-1)).toBe(httpRequest.url);
    const headers = words.filter((_, index) => words[index - 1] === '-H').map((line) => line.split(': '));
    const said = new Map(headers.map(([name = '', ...value]) => [name.toLowerCase(), value.join(': ')]));
    expect(said.get('authorization')?.trimEnd()).toBe(httpRequest.headers.authorization?.trimEnd());
    if (httpRequest.body !== undefined)
      expect(said.get('content-type')).toBe(httpRequest.headers['content-type']);
    const data = words[words.indexOf('--data') + 1];
    if (httpRequest.body !== undefined)
      expect(data).toBe(request.body === 'valid' ? '@bundle.json' : httpRequest.body);
    const method = words.includes('-I')
      ? 'HEAD'
      : words.includes('-X')
        ? words[words.indexOf('-X') + 1]
        : 'GET';
    expect(method).toBe(httpRequest.method);
  }
});
