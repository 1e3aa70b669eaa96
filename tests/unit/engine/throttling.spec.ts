import { expect, test } from '@playwright/test';
import { asksToSlowDown } from '../../../engine/http/throttling.ts';

const rows: readonly (readonly [
  told: string,
  status: number,
  headers: Record<string, string>,
  body: string,
  slow: boolean,
])[] = [
  ['429', 429, {}, '', true],
  ['an error with Retry-After', 503, { 'retry-after': '5' }, '<h1>Busy</h1>', true],
  ['a 403 about the rate limit', 403, {}, '{"error":"Rate limit exceeded. Try later."}', true],
  ['a 420 about too many requests', 420, {}, '{"message":"Too many requests"}', true],
  ['a 400 as AWS words it', 400, {}, '{"message":"Rate exceeded"}', true],
  ['a lockout', 403, {}, '{"error":"Too many failed attempts"}', true],
  ['a refusal with Retry-After', 401, { 'retry-after': '5' }, '{"error":"Unauthorized"}', false],
  ['another 401 with Retry-After', 401, { 'retry-after': '5' }, '{"error":"Wait."}', true],
  ['a 404 with Retry-After', 404, { 'retry-after': '600' }, '{"error":"No such path."}', false],
  ['a 422 with Retry-After', 422, { 'retry-after': '5' }, '{"error":"No title."}', false],
  ['a 404 about the rate limit', 404, { 'retry-after': '5' }, '{"error":"Rate limit exceeded"}', true],
  ['a 423 with Retry-After', 423, { 'retry-after': '5' }, '{"error":"In use."}', true],
  ['a 503 in plain text', 503, {}, 'Request was throttled.', true],
  [
    'a refusal that counts what is left',
    401,
    {},
    '{"error":"Unauthorized","rate_limit":{"exceeded":false}}',
    false,
  ],
  ['a success about rate limits', 200, { 'retry-after': '5' }, '{"error":"too many requests"}', false],
  ['a crash that speaks of limits', 500, {}, 'rate limit exceeded', false],
  ['a long page', 403, {}, `too many requests${' '.repeat(3000)}`, false],
  ['a bare JSON value', 400, {}, 'null', false],
];

for (const [told, status, headers, body, slow] of rows) {
  test(`${told} ${slow ? 'asks' : 'does not ask'} to slow down`, () => {
    expect(asksToSlowDown({ status, headers, body: Buffer.from(body), bytes: body.length })).toBe(slow);
  });
}
