import { expect, test } from '@playwright/test';
import { endpointOf, endpoints } from '../../../contract/document/endpoints.ts';
import { credentials } from '../../../contract/judging/describe.ts';
import type { BodyName, Credential } from '../../../contract/judging/request.ts';
import { type HttpRequest, wrongKey } from '../../../engine/http/make-request.ts';
import { context, everyRequest, keys, made } from '../../support/made-requests.ts';
import { partsOf } from '../../support/parts-of.ts';

/** An HTTP request without its key. */
function withoutKey({ method, url, headers, body }: HttpRequest): unknown {
  const { authorization: _, ...others } = headers;
  const address = new URL(url);
  address.searchParams.delete('api_key');
  address.searchParams.delete('API_KEY');
  return { method, address: address.href, others, body };
}

test('requests that differ in their key differ in nothing else', () => {
  for (const endpoint of endpoints) {
    const body: { body?: BodyName } = endpoint.kind === 'import' ? { body: 'refusable' } : {};
    const plain = withoutKey(made(endpoint, { key: 'none', ...body }));
    const forms = credentials.map((key) => withoutKey(made(endpoint, { key, ...body })));
    expect(forms).toEqual(credentials.map(() => plain));
  }
});

test('each way of presenting a key puts that key into the header or the query', () => {
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
  expect(seen('longer-header')).toBe(`Bearer ${keys.API_KEY}0 | - | -`);
  expect(seen('longer-query')).toBe(`- | ${keys.API_KEY}0 | -`);
  expect(seen('prefixed-header')).toBe(`Bearer 0${keys.API_KEY} | - | -`);
  expect(seen('prefixed-query')).toBe(`- | 0${keys.API_KEY} | -`);
  expect(seen('basic-credentials')).toBe(`Basic ${btoa('name:password')} | - | -`);
  expect(seen('percent-header')).toBe('Bearer % | - | -');
  expect(seen('percent-query')).toBe('- | % | -');
  expect(seen('star-header')).toBe('Bearer * | - | -');
  expect(seen('star-query')).toBe('- | * | -');
  expect(seen('second-query')).toBe(`- | ${keys.SECOND_API_KEY} | -`);
  expect(seen('padded-query')).toBe(`- |  ${keys.API_KEY}  | -`);
  expect(seen('swapped-case-key')).toBe('Bearer zX7qK2lM9tP4vB8rN3wD | - | -');
  expect(seen('upper-case-parameter')).toBe(`- | - | ${keys.API_KEY}`);
});

test('a wrong key has the length of the right one, at least 8, and no header has an undefined key', () => {
  for (const length of [1, 8, 20, 333]) expect(wrongKey(length).length).toBe(Math.max(8, length));
  for (const { httpRequest } of everyRequest)
    expect(httpRequest.headers.authorization ?? '').not.toMatch(/Bearer undefined/);
});

test('an id is encoded as a single path segment', () => {
  const { url } = made(endpointOf('GET /api/v3/citations/:id'), { key: 'header' });
  expect(new URL(url).pathname.split('/').length).toBe("/it's/app/api/v3/citations/ID".split('/').length);
  expect(decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')).toBe(context.id);
});

test('neither the shown address nor the curl line contains a key', () => {
  const leaks = everyRequest.flatMap(({ httpRequest: { shownUrl, curl } }) => {
    const shown = `${shownUrl} ${curl}`;
    return Object.values(keys).flatMap((key) => partsOf(key, shown).map((part) => `${part} in ${shown}`));
  });
  expect(leaks).toEqual([]);
});
