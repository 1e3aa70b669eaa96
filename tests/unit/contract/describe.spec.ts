import { expect, test } from '@playwright/test';
import { answeredPhrase, askedPhrase, factsOf } from '../../../contract/facts.ts';
import { byteSize, keyPhrase, quote, shorten } from '../../../contract/judging/describe.ts';
import type { Exchange } from '../../../contract/judging/exchange.ts';
import type { SentRequest } from '../../../contract/judging/request.ts';
import { exchangeWith } from '../engine/exchanges.ts';

const requests: readonly (readonly [request: SentRequest, more: string])[] = [
  [{ key: 'header', id: 'unknown' }, ' for an id that no record has'],
  [{ key: 'header', page: 'next' }, ' for its next page'],
  [{ key: 'header', path: '/api/v4/citations' }, ' at /api/v4/citations'],
  [{ key: 'header', body: 'valid' }, ''],
  [{ key: 'header', body: 'no-entry' }, ' with the import body "no-entry"'],
];

for (const [request, more] of requests) {
  test(`${JSON.stringify(request)} is described by "${more}" and its key`, () => {
    const phrase = askedPhrase(factsOf(exchangeWith({ request })));
    expect(phrase).toBe(`${more} ${keyPhrase('header')}`);
  });
}

test('each way of presenting a key has a unique phrase', () => {
  const keys = ['header', 'query', 'none', 'wrong-header', 'revoked-query', 'second-header', 'both'] as const;
  expect(new Set(keys.map(keyPhrase)).size).toBe(keys.length);
  for (const key of keys) expect(keyPhrase(key)).toMatch(/^with(out)? .*\bkey\b/);
});

test('an answer is described by its status, its message, its content type and its size', () => {
  const json = { 'content-type': 'application/json' };
  const phraseOf = (written: Parameters<typeof exchangeWith>[0]) =>
    answeredPhrase(factsOf(exchangeWith(written)));
  expect(phraseOf({ status: 500, body: '<p>', headers: { 'content-type': 'text/html' } })).toBe(
    'was answered with status 500 (text/html, 3 bytes)',
  );
  expect(phraseOf({ status: 401, body: '{"error":"No"}', headers: json })).toBe(
    'was answered with status 401 and the message "No" (application/json, 14 bytes)',
  );
  expect(phraseOf({ status: 204, body: '' })).toBe(
    'was answered with status 204 (no content type, empty body)',
  );
  expect(phraseOf({ status: 200, headers: { 'content-type': `a/${'b'.repeat(80)}` } })).toBe(
    `was answered with status 200 (a/${'b'.repeat(57)}…, 2 bytes)`,
  );
  expect(phraseOf({ failure: 'timeout' })).toBe('got no answer: of timeout');
  const { failure: _, ...unexplained } = exchangeWith({ failure: 'timeout' });
  expect(answeredPhrase(factsOf(unexplained satisfies Exchange))).toBe('got no answer: the request ended');
});

const sizes: readonly (readonly [bytes: number, size: string])[] = [
  [0, '0 bytes'],
  [1, '1 byte'],
  [999_949, '999.9 kB'],
  [1_000_000, '1.0 MB'],
];

for (const [bytes, size] of sizes) {
  test(`${bytes} bytes are written as ${size}`, () => {
    expect(byteSize(bytes)).toBe(size);
  });
}

test('a quoted text is truncated, on one line, and has its invisible characters escaped', () => {
  expect(quote('plain')).toBe('"plain"');
  expect(quote('a\nb\u001b[31m\u202e')).toBe('"a\\u000ab\\u001b[31m\\u202e"');
  expect(quote('x'.repeat(120))).toBe(`"${'x'.repeat(120)}"`);
  expect(quote('x'.repeat(121))).toBe(`"${'x'.repeat(119)}…"`);
});

test('a shortened text is on one line and not longer than its limit', () => {
  expect(shorten('  a \n\t b\u0000\u202ec  ', 10)).toBe('a b c');
  expect(shorten('abcde', 5)).toBe('abcde');
  expect(shorten('abcdef', 5)).toBe('abcd…');
});
