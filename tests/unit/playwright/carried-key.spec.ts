import { expect, test } from '@playwright/test';
import type { RequestSpec } from '../../../contract/judging/request.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { carriedKey } from '../../../playwright/carried-key.ts';

const key = 'Zq7Jk2Wd9v b4+/=Xw29Lm';
const redaction = redactionOf([new Secret(key)]);
const installation = { allowImport: true, importBundle: `{"note":${JSON.stringify(key)}}` };
const basic = `Basic ${Buffer.from(`user:${key}`).toString('base64')}`;

const cases: readonly (readonly [string, Omit<RequestSpec, 'key'>, string | undefined])[] = [
  ['no key', {}, undefined],
  ['half of a key', { query: { half: key.slice(0, 11) } }, undefined],
  ['a key in the path', { path: `/api/v3/projects/${encodeURIComponent(key)}` }, 'the path'],
  ['a key in the path, in hexadecimal', { path: `/${Buffer.from(key).toString('hex')}` }, 'the path'],
  ['a key as the name of a parameter', { query: { [key]: '' } }, 'the query parameter "[key]"'],
  ['a key in a parameter', { query: { token: `x${key}` } }, 'the query parameter "token"'],
  ['a key as the name of a header', { headers: { [key]: '' } }, 'the header "[key]"'],
  ['a key in a header', { headers: { 'X-Api-Key': key } }, 'the header "X-Api-Key"'],
  ['a key in a header, as Basic credentials', { headers: { 'X-Auth': basic } }, 'the header "X-Auth"'],
  ['a key in the Bundle', { body: 'valid' }, 'the Bundle of the import'],
  ['another body', { body: 'empty-bundle' }, undefined],
];

for (const [what, request, expected] of cases) {
  test(`carriedKey gives ${expected ?? 'nothing'} for a request with ${what}`, () => {
    expect(carriedKey({ key: 'header', ...request }, installation, redaction)).toBe(expected);
  });
}

test('carriedKey finds a key in a query parameter as it is encoded when sent', () => {
  // In `?token=a+b` the plus sign is read as a space, which is sent as a plus sign again.
  const plus = redactionOf([new Secret('Zq7Jk2Wd9v+b4Xw29Lm')]);
  const request = { key: 'none', query: { token: 'Zq7Jk2Wd9v b4Xw29Lm' } } as const;
  expect(carriedKey(request, installation, plus)).toBe('the query parameter "token"');
});
