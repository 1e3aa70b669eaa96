import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { secretsOf } from '../../../engine/configuration/installation.ts';
import { cleaned, redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { makeTestInstallation } from '../../support/installation.ts';

/** Keys of every kind that an installation may issue. */
const keys: Readonly<Record<string, string>> = {
  'letters and digits': 'Zx7Qk2Lm9Tp4Vb8Rn3Wd',
  'hexadecimal digits': '0123456789abcdef0123456789abcdef',
  'UUID form': '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f',
  'characters that URLs encode': 'a+b/c=d&e?f#g%h i;j',
  'characters that HTML and JSON escape': '<key>"with\'quotes&\\slashes',
  'characters of regular expressions': '^(.*)+[a-z]{2,}$|\\d?-x',
  'other alphabets': 'Schlüssel-ключ-鍵-kleiđ',
  'base64 with padding': 'bG9uZ2VyIGtleSBmb3IgdGVzdHM==',
};

const encodings: Readonly<Record<string, (key: string) => string>> = {
  'in plain text': (key) => key,
  'in a URL': encodeURIComponent,
  'in a form': (key) => new URLSearchParams({ k: key }).toString(),
  'in JSON': (key) => JSON.stringify({ key }),
  'in HTML': (key) =>
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64 behind a scheme': (key) => Buffer.from(`Bearer ${key}`).toString('base64'),
  'in base64 behind a name': (key) => Buffer.from(`user:${key}`).toString('base64'),
  'in base64 for URLs': (key) => Buffer.from(`x${key}`).toString('base64url'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
};

/** The length of the longest substring that a text shares with a secret, in any letter case. */
function longestShared(text: string, secret: string): number {
  const [lower, searched] = [text.toLowerCase(), secret.toLowerCase()];
  let longest = 0;
  for (let start = 0; start < searched.length; start += 1)
    while (lower.includes(searched.slice(start, start + longest + 1)) && start + longest < searched.length)
      longest += 1;
  return longest;
}

/** Keys of a thousand other installations, the same in every run. */
const others = Array.from({ length: 1000 }, (_, index) =>
  createHash('sha256').update(`${index}`).digest('base64url'),
);
const many = redactionOf([...Object.values(keys), ...others].map((key) => new Secret(key)));

for (const [kind, key] of Object.entries(keys)) {
  const redaction = redactionOf([new Secret(key)]);
  for (const [how, encode] of Object.entries(encodings)) {
    test(`a key of ${kind} is hidden ${how}`, () => {
      const echoed = encode(key);
      for (const text of [
        echoed,
        `before ${echoed} after`,
        echoed + echoed,
        echoed.toUpperCase(),
        `İ${echoed}`,
      ]) {
        // Text around the key inside one base64 word may remain.
        expect(longestShared(redaction.parts(text), key)).toBeLessThan(8);
        expect([many.parts(text), many.whole(text)]).toEqual([redaction.parts(text), redaction.whole(text)]);
        const inBase64 = how.startsWith('in base64');
        if (!inBase64) expect(longestShared(redaction.parts(text), echoed)).toBeLessThan(14);
      }
    });
  }

  test(`each part of a key of ${kind} is hidden from 8 characters on`, () => {
    const parts: string[] = [];
    for (let start = 0; start < key.length; start += 1)
      for (let end = start + 8; end <= key.length; end += 1) parts.push(key.slice(start, end));
    const texts = parts.flatMap((part) => [`see ${part}.`, `see ${part.toUpperCase()}.`]);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => longestShared(redaction.parts(text), key) >= 8)).toEqual([]);
    expect(texts.map(many.parts)).toEqual(texts.map(redaction.parts));
  });
}

test('with a thousand keys, parts of one key are hidden in every encoding as with that key alone', () => {
  for (const key of others.slice(0, 5)) {
    const redaction = redactionOf([new Secret(key)]);
    for (let start = 0; start + 8 <= key.length; start += 1)
      for (const encode of Object.values(encodings)) {
        const text = `see ${encode(key.slice(start, start + 8))}.`;
        assert.equal(many.parts(text), redaction.parts(text));
      }
  }
});

test('with a thousand keys, pieces of base64 or hexadecimal are hidden as with one key alone', () => {
  const [key = ''] = others;
  const redaction = redactionOf([new Secret(key)]);
  for (const before of ['', 'u', 'us', 'user:'])
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const encoded = Buffer.from(`${before}${key}`).toString(encoding);
      for (let start = 0; start < encoded.length; start += 1)
        for (const length of [10, 11, 12, 16, 17]) {
          const text = `see ${encoded.slice(start, start + length)}.`;
          assert.equal(many.parts(text), redaction.parts(text));
        }
    }
});

test('similar keys are hidden, and so is a key of four characters, but not one of three', () => {
  const alike = Array.from({ length: 60 }, (_, index) => `research-key-of-installation-${100 + index}`);
  const { parts, whole } = redactionOf([...alike, 'abcd', 'abc'].map((key) => new Secret(key)));
  expect(whole('see research-key-of-installation-117.')).toBe('see [key].');
  expect(parts('see research-key-of-in.')).toBe('see [key].');
  expect(parts('abc, abcd, ABCD')).toBe('abc, [key], [key]');
});

test('a text without a secret is left unchanged', () => {
  const redaction = redactionOf(Object.values(keys).map((key) => new Secret(key)));
  for (const text of [
    '',
    'Unauthorized',
    '{"id": 1, "title": "Blood pressure"}',
    'Prüfung İstanbul 鍵',
    'a'.repeat(5000),
  ]) {
    expect(redaction.whole(text)).toBe(text);
    expect(redaction.parts(text)).toBe(text);
  }
});

test('without secrets nothing is changed', () => {
  const redaction = redactionOf([]);
  expect(redaction.whole('anything')).toBe('anything');
  expect(redaction.parts('anything')).toBe('anything');
});

test('common words such as application/json are shown, even if a secret contains them', () => {
  const { whole, parts } = redactionOf([new Secret('my-application/json-key')]);
  expect(parts('application/json; charset=utf-8')).toBe('application/json; charset=utf-8');
  expect(whole('see my-application/json-key.')).toBe('see [key].');
  expect(parts('see my-application/json-key.')).toBe('see [key].');
});

test('a public header and a short value are not secret; the value of another extra header is', () => {
  const installation = makeTestInstallation({
    extraHeaders: {
      Accept: new Secret('application/json'),
      'X-Debug': new Secret('true'),
      'X-Gateway-Pass': new Secret('gateway-pass-0815'),
    },
  });
  const redaction = redactionOf(secretsOf(installation));
  expect(redaction.parts('application/json is true')).toBe('application/json is true');
  expect(redaction.parts('gateway-pass-0815')).toBe('[key]');
});

test('only the password in the address of a proxy is secret', () => {
  const installation = makeTestInstallation({
    connection: { proxy: new Secret('http://user:p%40ssword-0815@proxy.example.org:3128') },
  });
  const redaction = redactionOf(secretsOf(installation));
  expect(redaction.parts('https://reviews.example.org')).toBe('https://reviews.example.org');
  expect(redaction.parts('p@ssword-0815, p%40ssword-0815')).toBe('[key], [key]');
});

test('several texts are cleaned in one pass if they contain no secret, otherwise each by itself', () => {
  const key = 'Zx7Qk2Lm9Tp4Vb8Rn3Wd';
  const redaction = redactionOf([new Secret(key)]);
  const texts = [
    'a title',
    `${key} in the middle`,
    Buffer.from(`key=${key}`).toString('base64'),
    'Zx7Qk2Lm9T',
    'p4Vb8Rn3Wd',
  ];
  const clean = (some: readonly string[]): readonly string[] =>
    cleaned(redaction, 'parts', (hide) => some.map(hide));
  expect(clean(texts)).toEqual(texts.map(redaction.parts));
  expect(clean(texts).join(' ')).not.toMatch(/Zx7Qk2Lm|Rn3Wd/);
  let calls = 0;
  const harmless = cleaned(redaction, 'parts', (hide) => {
    calls += 1;
    return [hide('a title'), hide('another\\')];
  });
  expect(harmless).toEqual(['a title', 'another\\']);
  expect(calls).toBe(1);
});
