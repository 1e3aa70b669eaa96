import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import { operatorToken, withMonitoring } from '../support/monitoring.ts';

test.describe('access', () => {
  test('actions need the operator token, and are refused where none is configured', async () => {
    const actions = [
      '/-/reload',
      '/api/v1/installations/alpha/run',
      '/api/v1/installations/alpha/maintenance',
      '/api/v1/installations/alpha/baseline',
    ];
    await withMonitoring({}, async ({ post, settle, asked }) => {
      for (const path of actions) {
        expect((await post(path)).status, path).toBe(401);
        const wrong = await post(path, {}, 'tk-9f8e7d6c5b4a3z2y1');
        expect(wrong.status, path).toBe(401);
        expect(wrong.json().error).toContain('operator token');
      }
      expect(asked()).toBe(0);
      expect((await post(actions[1] ?? '', { tier: 'pulse' }, operatorToken)).status).toBe(202);
      await settle();
      expect(asked()).toBe(3);
    });
  });

  test('without a token nothing can be changed, and the sentence says what to set', async () => {
    await withMonitoring({ withToken: false }, async ({ post, get }) => {
      const refused = await post('/api/v1/installations/alpha/run', {}, operatorToken);
      expect(refused.status).toBe(403);
      expect(refused.json().error).toContain('MONITOR_TOKEN');
      expect((await get('/installations/alpha')).text).toContain('MONITOR_TOKEN');
    });
  });

  test('pages, metrics and JSON can be put behind a token or a password; health cannot', async () => {
    const read = {
      token: new Secret('reader-token-for-tests'),
      basic: { user: 'ann', password: new Secret('correct horse') },
    };
    const basic = (user: string, password: string): Record<string, string> => ({
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    });
    await withMonitoring({ service: { read } }, async ({ get }) => {
      const closed = [
        '/',
        '/installations/alpha',
        '/metrics',
        '/api/v1/installations',
        '/probe?target=alpha',
        '/runs/x',
      ];
      for (const path of closed) {
        const refused = await get(path);
        expect(refused.status, path).toBe(401);
        expect(refused.headers.get('www-authenticate')).toContain('Basic');
        expect((await get(path, basic('ann', 'wrong'))).status, path).toBe(401);
        expect((await get(path, basic('bob', 'correct horse'))).status, path).toBe(401);
      }
      const keys = [
        basic('ann', 'correct horse'),
        basic('anyone', 'reader-token-for-tests'),
        { authorization: 'Bearer reader-token-for-tests' },
        { authorization: `Bearer ${operatorToken}` },
      ];
      for (const headers of keys) expect((await get('/api/v1/installations', headers)).status).toBe(200);
      expect((await get('/healthz')).status).toBe(200);
      expect((await get('/readyz')).status).toBe(200);
    });
  });

  test('a reader cannot act', async () => {
    await withMonitoring(
      { service: { read: { token: new Secret('reader-token-for-tests') } } },
      async ({ post }) => {
        const path = '/api/v1/installations/alpha/run';
        expect((await post(path, {}, 'reader-token-for-tests')).status).toBe(401);
        expect((await post(path, {}, operatorToken)).status).toBe(202);
      },
    );
  });

  test('who tries one token after the other has to wait; right ones are never counted', async () => {
    await withMonitoring(
      { service: { read: { token: new Secret('reader-token-for-tests') } } },
      async ({ get }) => {
        const good = { authorization: 'Bearer reader-token-for-tests' };
        for (let number = 0; number < 70; number += 1) {
          expect((await get('/api/v1/incidents', good)).status).toBe(200);
          expect((await get('/api/v1/incidents')).status).toBe(401);
        }
        const statuses = new Set<number>();
        for (let number = 0; number < 70; number += 1) {
          statuses.add((await get('/metrics', { authorization: `Bearer guess-${number}` })).status);
        }
        expect([...statuses]).toEqual([401, 429]);
        expect((await get('/metrics', good)).status).toBe(429);
        expect((await get('/healthz')).status).toBe(200);
      },
    );
  });

  test('answers carry a strict policy, and large bodies are refused', async () => {
    await withMonitoring({}, async ({ get, post }) => {
      const { headers } = await get('/');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      const large = await post(
        '/api/v1/installations/alpha/run',
        { tier: 'x'.repeat(20_000) },
        operatorToken,
      );
      expect(large.status).toBe(413);
    });
  });
});

test('forms of a page need its CSRF token and the operator token', async () => {
  await withMonitoring({}, async ({ get, monitor, settle, asked }) => {
    const page = await get('/installations/alpha');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(csrf).not.toBe('');
    const send = (fields: Record<string, string>, headers: Record<string, string>): Promise<Response> =>
      fetch(new URL('/installations/alpha/run', monitor.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers,
      });
    const good = { csrf, token: operatorToken, tier: 'pulse' };
    expect((await send({ ...good, csrf: 'x' }, { cookie })).status).toBe(403);
    expect((await send(good, {})).status).toBe(403);
    const wrong = await send({ ...good, token: 'no-such-token' }, { cookie });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('This is not the operator token.');
    expect(asked()).toBe(0);
    const done = await send(good, { cookie });
    expect(done.status).toBe(303);
    expect((await get(done.headers.get('location') ?? '')).text).toContain('The run was started.');
    await settle();
    expect(asked()).toBe(3);
  });
});
