import { expect, test } from '@playwright/test';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { withReference } from './asking.ts';

const rateLimit = { windowMs: 60_000, limit: 3 };

test('requests with and without a key count; the next one gets 429 with Retry-After and a JSON error', async () => {
  await withReference({ rateLimit }, async (ask) => {
    for (const key of ['none', undefined, 'wrong']) {
      expect((await ask('/api/v3/users', key === undefined ? {} : { key })).status).not.toBe(429);
    }
    const throttled = await ask('/api/v3/users');
    const seconds = Number(throttled.headers.get('retry-after'));
    expect(throttled.status).toBe(429);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(throttled.json).toEqual({
      error: `Too many requests from this address. Try again in ${seconds} s.`,
    });
  });
});

test('a throttled answer passes through the transforms like any other', async () => {
  const plain: ResponseTransform = {
    transformAnswer: (answer) =>
      answer.status === 429 ? { ...answer, body: Buffer.from('slow down') } : answer,
  };
  await withReference({ rateLimit: { windowMs: 60_000, limit: 1 }, transforms: [plain] }, async (ask) => {
    await ask('/api/v3/users');
    expect((await ask('/api/v3/users')).text).toBe('slow down');
  });
});

test('a client cannot evade the limit with X-Forwarded-For', async () => {
  await withReference({ rateLimit: { windowMs: 60_000, limit: 1 } }, async (ask) => {
    await ask('/api/v3/users', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect((await ask('/api/v3/users', { headers: { 'x-forwarded-for': '203.0.113.8' } })).status).toBe(429);
  });
});

test('pages are not counted, and the limit can be switched off', async () => {
  await withReference({ rateLimit: { windowMs: 60_000, limit: 1 } }, async (ask) => {
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('/login', { key: 'none' })).status).toBe(200);
    }
    expect((await ask('/api/v3/users')).status).toBe(200);
    expect((await ask('/api/v3/users')).status).toBe(429);
  });
  await withReference({ rateLimit: 'off' }, async (ask) => {
    const { headers } = await ask('/api/v3/users');
    expect(headers.get('ratelimit')).toBeNull();
  });
});
