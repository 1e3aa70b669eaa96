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
  ['nothing', {}, undefined],
  ['half of a key', { query: { half: key.slice(0, 11) } }, undefined],
  ['one in the path', { path: `/api/v3/projects/${encodeURIComponent(key)}` }, 'the path'],
  ['one in the path, in hexadecimal', { path: `/${Buffer.from(key).toString('hex')}` }, 'the path'],
  ['one as the name of a parameter', { query: { [key]: '' } }, 'the query parameter "[key]"'],
  ['one in a parameter', { query: { token: `x${key}` } }, 'the query parameter "token"'],
  ['one in a header', { headers: { 'X-Api-Key': key } }, 'the header "X-Api-Key"'],
  ['one in a header, as Basic', { headers: { 'X-Auth': basic } }, 'the header "X-Auth"'],
  ['one in the Bundle', { body: 'valid' }, 'the Bundle of the import'],
  ['another body', { body: 'empty-bundle' }, undefined],
];

for (const [what, request, expected] of cases) {
  test(`a request that carries ${what} is told by the part that does`, () => {
    expect(carriedKey({ key: 'header', ...request }, installation, redaction)).toBe(expected);
  });
}

test('a parameter is looked at as it is sent', () => {
  // Read from `?token=a+b`, the plus sign is a space, and is sent as a plus sign again.
  const plus = redactionOf([new Secret('Zq7Jk2Wd9v+b4Xw29Lm')]);
  const request = { key: 'none', query: { token: 'Zq7Jk2Wd9v b4Xw29Lm' } } as const;
  expect(carriedKey(request, installation, plus)).toBe('the query parameter "token"');
});
