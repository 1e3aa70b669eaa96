import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contract/endpoints.ts';
import { failAnswer, failContent } from '../../../contract/sentences.ts';
import {
  commonWording,
  generalized,
  sentenceAbout,
  wordingOf,
} from '../../../engine/record/failure-wording.ts';
import { exchangeWith, type Written } from './exchanges.ts';

/** The wording of a failure as a check judges it. */
function wording(written: Written, promise: string, found?: string) {
  const exchange = exchangeWith(written);
  const { message } =
    found === undefined ? failAnswer(exchange, promise) : failContent(exchange, found, promise);
  return wordingOf({ message, endpoint: exchange.endpoint });
}

const json = { 'content-type': 'application/json' };

test('the sentence of a failure is taken apart into what was asked and came back, and the promise', () => {
  const parts = wording({ request: { key: 'none' }, headers: json }, 'a 4xx answer');
  expect(parts).toEqual({
    namesEndpoint: true,
    found: ' without a key was answered with status 200 (application/json, 2 bytes)',
    promise: 'a 4xx answer',
  });
  expect(sentenceAbout('At both endpoints a request', parts)).toBe(
    'At both endpoints a request without a key was answered with status 200 (application/json, 2 bytes); the document promises a 4xx answer.',
  );
  expect(wordingOf({ message: 'It broke.', endpoint: 'GET /api/v3/users' })).toEqual({
    namesEndpoint: false,
    found: 'It broke',
  });
});

/** Failures that have the same cause, and what they have in common. */
const alike: readonly (readonly [string, readonly ReturnType<typeof wording>[], string])[] = [
  [
    'sizes',
    [
      wording({ status: 404, body: '{"error":"No."}', headers: json }, 'x'),
      wording({ status: 404, body: '{"error":"No.", "a": 1}', headers: json }, 'x'),
    ],
    ' with a valid key in the header was answered with status 404 and the message "No." (application/json)',
  ],
  [
    'large sizes',
    [
      wording({ body: 'x'.repeat(1_200), headers: json }, 'x'),
      wording({ body: 'x'.repeat(1_300_000), headers: json }, 'x'),
    ],
    ' with a valid key in the header was answered with status 200 (application/json)',
  ],
  [
    'bodies of imports',
    [
      wording({ endpoint: 'POST /api/v3/fhir_imports', request: { key: 'none', body: 'refusable' } }, 'x'),
      wording({ request: { key: 'none' } }, 'x'),
    ],
    ' without a key was answered with status 200 (no content type, 2 bytes)',
  ],
  [
    'several bodies of imports',
    (['no-entry', 'not-json'] as const).map((body) =>
      wording({ endpoint: 'POST /api/v3/fhir_imports', request: { key: 'header', body } }, 'x'),
    ),
    ' with the import body "…" with a valid key in the header was answered with status 200 (no content type, 2 bytes)',
  ],
  [
    'other samples',
    [
      wording({ request: { key: 'header', id: 'second' } }, 'x', 'returns null'),
      wording({ request: { key: 'header', page: 'next' } }, 'x', 'returns null'),
      wording({ request: { key: 'header' } }, 'x', 'returns null'),
    ],
    ' with a valid key in the header returns null',
  ],
  [
    'ids and names of records',
    [
      wording({}, 'x', 'says "There is no citation 7 (b3a1c5d2-0000-4111-8222-333344445555)"'),
      wording({}, 'x', 'says "There is no KeyQuestion 1234 (00000000-1111-4222-8333-444455556666)"'),
    ],
    ' with a valid key in the header says "There is no … … (…)"',
  ],
  [
    'moments and lengths',
    [
      wording({}, 'x', 'has an array of 3 as its body, made at 2026-01-02T03:04:05.678Z'),
      wording({}, 'x', 'has an array of 12 as its body, made at 2026-01-02T03:04:06Z'),
    ],
    ' with a valid key in the header has an array of … as its body, made at …',
  ],
  [
    'successes',
    [wording({ status: 200 }, 'x'), wording({ status: 201 }, 'x')],
    ' with a valid key in the header was answered with status 200 or 201 (no content type)',
  ],
  [
    'keys that must be refused',
    (['none', 'wrong-header', 'revoked-query', 'empty-header', 'cut-query'] as const).map((key) =>
      wording({ request: { key } }, 'x', 'says "No"'),
    ),
    ' without a valid key says "No"',
  ],
  [
    'beginnings of pages',
    ['<html>', '  <!doctype html>'].map((body) =>
      wording({}, 'x', `has a body that is not JSON (it begins with "${body}")`),
    ),
    ' with a valid key in the header has a body that is not JSON (it begins with "<…")',
  ],
  [
    'fields',
    ['id, name', 'id, title'].map((fields) =>
      wording({}, 'x', `has an object as its body that holds no list (its fields: "${fields}")`),
    ),
    ' with a valid key in the header has an object as its body that holds no list',
  ],
];
for (const [name, wordings, expected] of alike) {
  test(`the same answer may differ in ${name}`, () => {
    expect(new Set(wordings.map(({ found }) => generalized(found))).size).toBe(1);
    expect(commonWording(wordings)).toEqual({ namesEndpoint: true, found: expected, promise: 'x' });
  });
}

test('other answers stay apart: status, type, message, kind of body, key that is valid', () => {
  const apart = [
    wording({ status: 404 }, 'x'),
    wording({ status: 500 }, 'x'),
    wording({ status: 500, headers: json }, 'x'),
    wording({ status: 500, body: '{"error":"One."}' }, 'x'),
    wording({ status: 500, body: '{"error":"Two."}' }, 'x'),
    wording({ request: { key: 'query' }, status: 404 }, 'x'),
    wording({ request: { key: 'none' }, status: 404 }, 'x'),
    wording({ request: { key: 'header', id: 'unknown' }, status: 404 }, 'x'),
    wording({ failure: 'reset' }, 'x'),
    wording({ failure: 'timeout' }, 'x'),
    wording({}, 'x', 'is not JSON (it begins with "<p>")'),
    wording({}, 'x', 'is not JSON (it begins with "{"a")'),
    wording({}, 'x', 'is not JSON (it begins with "Sorry")'),
    wording({}, 'x', 'is not JSON (it is empty)'),
  ];
  expect(new Set(apart.map(({ found }) => generalized(found))).size).toBe(apart.length);
});

test("every endpoint's record is known by its name; another user's key is none", () => {
  for (const { noun, resource, fhirType = noun } of endpoints.filter(({ kind }) => kind !== 'import')) {
    for (const name of [noun, `${noun}s`, resource, fhirType, noun.replaceAll(' ', '_').toUpperCase()])
      expect(generalized(`says "No ${name} here"`)).toBe('says "No … here"');
  }
  expect(generalized(" with another user's key in the header returns null")).toBe(
    " with another user's key in the header returns null",
  );
});

test('a promise that differs is left out', () => {
  const wordings = [wording({}, 'one citation'), wording({}, 'one user')];
  expect(commonWording(wordings)).not.toHaveProperty('promise');
});
