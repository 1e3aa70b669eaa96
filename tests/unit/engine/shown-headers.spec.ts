import { expect, test } from '@playwright/test';
import { limits } from '../../../contract/limits.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { showHeaders } from '../../../engine/evidence/shown-headers.ts';
import { Secret } from '../../../engine/secret.ts';
import { partsOf } from '../../support/parts-of.ts';

const key = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
const { parts } = redactionOf([new Secret(key)]);
const asItIs = (text: string): string => text;

const hidden: readonly string[] = [
  'set-cookie',
  'set-cookie2',
  'cookie',
  'authorization',
  'proxy-authorization',
  'authentication-info',
  'x-auth-token',
  'x-csrf-token',
  'X-XSRF-TOKEN',
  'x-session-id',
  'x-api-key',
  'x-client-secret',
  'x-amz-security-token',
  'x-hub-signature-256',
];
for (const name of hidden) {
  test(`a header ${name} is not shown`, () => {
    expect(showHeaders({ [name]: 'abc', server: 'nginx' }, asItIs)).toEqual({ server: 'nginx' });
  });
}

const shown: readonly (readonly [name: string, value: string, text: string])[] = [
  ['www-authenticate', 'Bearer realm="reviews"', 'Bearer realm="reviews"'],
  ['retry-after', '30', '30'],
  ['location', 'https://files.example.org/x?X-Amz-Signature=abc', 'https://files.example.org/x?…'],
  ['location', 'https://ann:pw@example.org/login', 'https://…@example.org/login'],
  ['link', '<https://example.org/?page=2>; rel="next"', '<https://example.org/?page=2>; rel="next"'],
  ['x-long', 'a'.repeat(400), `${'a'.repeat(limits.shownHeader.value - 1)}…`],
];
for (const [name, value, text] of shown) {
  test(`the header ${name}: ${value.slice(0, 40)} is shown as ${text.slice(0, 40)}`, () => {
    expect(showHeaders({ [name]: value }, asItIs)).toEqual({ [name]: text });
  });
}

const ids = ['x-request-id', 'request-id', 'x-correlation-id', 'traceparent', 'cf-ray', 'x-amzn-requestid'];
for (const id of ids) {
  test(`the header ${id} is shown first`, () => {
    const headers = { date: 'today', server: 'nginx', [id]: 'r-1' };
    expect(Object.keys(showHeaders(headers, asItIs))).toEqual([id, 'date', 'server']);
  });
}

test('of too many headers, the id of the request and the first others are shown', () => {
  const many = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`x-${index}`, 'a']));
  const names = Object.keys(showHeaders({ ...many, 'x-request-id': 'r-1' }, asItIs));
  expect(names).toHaveLength(limits.shownHeaders.value);
  expect(names.slice(0, 2)).toEqual(['x-request-id', 'x-0']);
});

const spellings: Readonly<Record<string, string>> = {
  plain: key,
  'a part of the key': key.slice(5, 13),
  'percent-encoded': [...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
  'in base64, as for Basic': Buffer.from(`ann:${key}`).toString('base64'),
  'at the place where a value is cut off': `${'a'.repeat(limits.shownHeader.value - 10)}${key}`,
};
for (const [name, text] of Object.entries(spellings)) {
  test(`no part of a key is shown: ${name}`, () => {
    const headers = showHeaders(
      { [`x-${text}`]: 'yes', 'x-echo': `got ${text}.`, location: `/${text}` },
      parts,
    );
    const all = JSON.stringify(headers);
    expect([...partsOf(key, all), ...partsOf(text, all.replaceAll(/a+/g, ''))]).toEqual([]);
    expect(all).toContain('[key]');
  });
}
