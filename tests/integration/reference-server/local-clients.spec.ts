import { expect, test } from '@playwright/test';
import { type Reference, startReference } from '../../../reference-server/index.ts';

/** A web client in development sends requests from a page on the same machine, which is another origin to browsers. */

let reference: Reference;
test.beforeAll(async () => {
  reference = await startReference({ rateLimit: 'off' });
});
test.afterAll(() => reference.close());

const projects = (): string => `${reference.baseUrl}/api/v3/projects`;

for (const origin of [
  'http://localhost:5173',
  'http://127.0.0.1:3000',
  'http://app.localhost',
  'https://[::1]:8443',
])
  test(`a page at ${origin} may send requests with a key (CORS)`, async () => {
    const preflight = await fetch(projects(), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    for (const headers of [{ origin }, { origin, authorization: `Bearer ${reference.keys.first}` }]) {
      const answer = await fetch(projects(), { headers });
      expect(answer.status).toBe('authorization' in headers ? 200 : 401);
      expect(answer.headers.get('access-control-allow-origin')).toMatch(/^\*$|^https?:/);
    }
  });

for (const origin of ['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null', undefined])
  test(`a request from ${origin ?? 'no origin'} gets no CORS headers`, async () => {
    const headers = { 'access-control-request-method': 'GET', ...(origin === undefined ? {} : { origin }) };
    const preflight = await fetch(projects(), { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(401);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(projects(), { headers })).headers.get('access-control-allow-origin')).toBeNull();
  });
