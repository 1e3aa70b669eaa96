import { expect, test } from '@playwright/test';
import { asksToSlowDown, unexplainedKindOf } from '../../../engine/http/throttling.ts';

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
  ['a limit of requests at once', 409, {}, '{"error":"Concurrent request limit reached"}', true],
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

const kinds: readonly (readonly [told: string, status: number, body: string, kind: string | undefined])[] = [
  ['a bare 503', 503, '<h1>503 Service Temporarily Unavailable</h1>', '503'],
  ['a 503 for maintenance', 503, '{"error":"Down for maintenance"}', undefined],
  ['a 403 of a firewall', 403, '{"error":"Forbidden"}', '403 Forbidden'],
  ['a 403 that counts', 403, '{"error":"Blocked for 30 s"}', '403 Blocked for 0 s'],
  ['a 403 that refuses the key', 403, '{"error":"Unauthorized"}', undefined],
  ['a 402 of a plan', 402, '{"error":"Plan used up"}', '402 Plan used up'],
  ['a 423 without a word', 423, '{}', '423 '],
  ['a 401 in other words', 401, '{"error":"Forbidden"}', undefined],
  ['a 404', 404, '{"error":"Not found"}', undefined],
];

for (const [told, status, body, kind] of kinds) {
  test(`${told} ${kind === undefined ? 'says' : 'does not say'} why it is no answer`, () => {
    const received = { status, headers: {}, body: Buffer.from(body), bytes: body.length };
    expect(unexplainedKindOf(received)?.name).toBe(kind);
  });
}
