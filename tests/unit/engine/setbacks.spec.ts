import { expect, test } from '@playwright/test';
import { endpointOf } from '../../../contract/endpoints.ts';
import type { Sent } from '../../../engine/http/sent.ts';
import { makeSetbacks } from '../../../engine/run/setbacks.ts';
import { exchangeWith } from './exchanges.ts';

const users = endpointOf('GET /api/v3/users');
const projects = endpointOf('GET /api/v3/projects');
const request = { key: 'query' } as const;

function sent(status?: number): Sent {
  const answer = { headers: {}, body: Buffer.alloc(0), bytes: 0 };
  return {
    ...(status === undefined ? {} : { answer: { ...answer, status } }),
    throttled: false,
    startedAt: new Date(0),
    phasesMs: { total: 1 },
    release: () => undefined,
  };
}

test('the first answer of each class is one, at each endpoint', () => {
  const setbacks = makeSetbacks();
  expect(setbacks.first(users, request, sent(429))).toEqual({ key: 'query', setback: '4xx' });
  expect(setbacks.first(users, request, sent(499))).toBeUndefined();
  expect(setbacks.first(users, request, sent(500))).toEqual({ key: 'query', setback: '5xx' });
  expect(setbacks.first(users, request, sent(503))).toBeUndefined();
  expect(setbacks.first(projects, request, sent(503))).toEqual({ key: 'query', setback: '5xx' });
  expect(setbacks.first(projects, request, sent())).toBeUndefined();
});

test('one that was kept is found by its endpoint and class', () => {
  const setbacks = makeSetbacks();
  const exchange = exchangeWith({
    endpoint: users.id,
    request: { key: 'query', setback: '5xx' },
    status: 503,
  });
  setbacks.keep(exchange);
  expect(setbacks.at(users, { key: 'header', setback: '5xx' })).toBe(exchange);
  expect(setbacks.at(users, { key: 'header', setback: '4xx' })).toBeUndefined();
  expect(setbacks.at(projects, { key: 'header', setback: '5xx' })).toBeUndefined();
  expect(setbacks.at(users, { key: 'header' })).toBeUndefined();
});
