import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import type { TrustProxy } from '../../../monitor/configuration/access.ts';
import { slow } from '../../support/long.ts';
import { operatorToken, withMonitoring } from '../support/monitoring.ts';

const readToken = new Secret('reader-token-for-tests');
const asReader = { authorization: `Bearer ${readToken.reveal()}` };

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

  test('without a token nothing can be changed, and the error says what to set', async () => {
    await withMonitoring({ withToken: false }, async ({ post, get }) => {
      const refused = await post('/api/v1/installations/alpha/run', {}, operatorToken);
      expect(refused.status).toBe(403);
      expect(refused.json().error).toContain('MONITOR_TOKEN');
      expect((await get('/installations/alpha')).text).toContain('MONITOR_TOKEN');
    });
  });

  test('pages, metrics and JSON can be put behind a token or a password; health cannot', async () => {
    const read = {
      token: readToken,
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
        basic('anyone', readToken.reveal()),
        asReader,
        { authorization: `Bearer ${operatorToken}` },
      ];
      for (const headers of keys) expect((await get('/api/v1/installations', headers)).status).toBe(200);
      expect((await get('/healthz')).status).toBe(200);
      expect((await get('/readyz')).status).toBe(200);
    });
  });

  test('a reader cannot act', slow, async () => {
    await withMonitoring({ service: { read: { token: readToken } } }, async ({ post }) => {
      const path = '/api/v1/installations/alpha/run';
      expect((await post(path, {}, readToken.reveal())).status).toBe(401);
      expect((await post(path, {}, operatorToken)).status).toBe(202);
    });
  });

  const manyGuesses = Array.from({ length: 70 }, (_, number) => `guess-${number}`);

  test('wrong tokens of one address are answered by 429 after 60 in a minute', async () => {
    await withMonitoring({ service: { read: { token: readToken } } }, async ({ get, log }) => {
      const statuses: number[] = [];
      for (const guess of manyGuesses) {
        statuses.push((await get('/metrics', { authorization: `Bearer ${guess}` })).status);
      }
      expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(429)]);
      expect((await get('/healthz')).status).toBe(200);
      expect(log().match(/"address":"127\.0\.0\.1","msg":"many wrong tokens/g)).toHaveLength(1);
    });
  });

  test('a right token is accepted after anything else that its address sent', async () => {
    await withMonitoring({ service: { read: { token: readToken } } }, async ({ get, post, monitor }) => {
      for (const guess of manyGuesses) await get('/metrics', { authorization: `Bearer ${guess}` });
      expect((await get('/metrics', { authorization: 'Bearer guess' })).status).toBe(429);
      expect((await get('/metrics', asReader)).status).toBe(200);
      const action = '/api/v1/installations/alpha/run';
      expect((await post(action, { tier: 'pulse' }, 'guess')).status).toBe(429);
      expect((await post(action, { tier: 'pulse' }, operatorToken)).status).toBe(202);
      const send = (token: string): ReturnType<typeof sendForm> =>
        sendForm(monitor.url, { token, tier: 'pulse' }, asReader);
      const refused = await send('guess');
      expect(refused.status).toBe(429);
      expect(refused.text).toContain('Too many wrong tokens came from this address.');
      expect((await send(operatorToken)).status).toBe(303);
    });
  });

  test('right tokens and requests without any are not counted', slow, async () => {
    await withMonitoring({ service: { read: { token: readToken } } }, async ({ get, post }) => {
      for (const _ of manyGuesses) {
        expect((await get('/metrics', asReader)).status).toBe(200);
        expect((await get('/metrics')).status).toBe(401);
        // A right token that lets its holder do less is no guess either.
        expect((await post('/-/reload', {}, 'reader-token-for-tests')).status).toBe(401);
      }
      expect((await get('/metrics', { authorization: 'Bearer guess' })).status).toBe(401);
    });
  });

  test(
    'behind a proxy that TRUST_PROXY names, wrong tokens count by the address of its client',
    slow,
    async () => {
      const statuses = async (trustProxy: TrustProxy): Promise<readonly number[]> => {
        const found: number[] = [];
        await withMonitoring({ service: { trustProxy, read: { token: readToken } } }, async ({ get }) => {
          const ask = async (client: string): Promise<number> =>
            (await get('/metrics', { authorization: 'Bearer guess', 'x-forwarded-for': client })).status;
          for (const _ of manyGuesses) await ask('192.0.2.1');
          // What a client claims stands before what the proxy adds.
          for (const client of ['192.0.2.1', '198.51.100.7', '203.0.113.9, 192.0.2.1'])
            found.push(await ask(client));
        });
        return found;
      };
      expect(await statuses(0)).toEqual([429, 429, 429]);
      expect(await statuses(1)).toEqual([429, 401, 429]);
      expect(await statuses(['loopback'])).toEqual([429, 401, 429]);
      expect(await statuses(['10.0.0.0/8'])).toEqual([429, 429, 429]);
    },
  );

  test('answers carry a strict policy, and large bodies are refused', async () => {
    await withMonitoring({}, async ({ get, post }) => {
      const { headers } = await get('/');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Under no-referrer a browser would send the forms of these pages with the origin null.
      expect(headers.get('referrer-policy')).toBe('same-origin');
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

const formPaths = ['run', 'maintenance', 'maintenance/end', 'baseline'];

/** Sends a form by `node:http`, which leaves every header to the test. */
function sendForm(
  monitorUrl: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  path = 'run',
): Promise<{ readonly status: number; readonly text: string; readonly location: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(`/installations/alpha/${path}`, monitorUrl),
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, location: answer.headers.location ?? '' }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(String(new URLSearchParams(fields)));
  });
}

test('a form needs the operator token', async () => {
  await withMonitoring({}, async ({ get, monitor, settle, asked }) => {
    const wrong = await sendForm(monitor.url, { token: 'no-such-token', tier: 'pulse' });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('This is not the operator token.');
    expect(asked()).toBe(0);
    const done = await sendForm(monitor.url, { token: operatorToken, tier: 'pulse' });
    expect(done.status).toBe(303);
    expect((await get(done.location)).text).toContain(
      'The run was started. This page shows it once it has ended; without JavaScript, load it again then.',
    );
    const other = await get('/installations/alpha?done=constructor');
    expect(other.text).not.toContain('role="status"');
    await settle();
    expect(asked()).toBe(3);
  });
});

const senders: readonly {
  readonly who: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 303 | 403;
}[] = [
  { who: 'a script, which sends neither header', headers: {}, status: 303 },
  { who: 'a page of the monitor', headers: { 'sec-fetch-site': 'same-origin' }, status: 303 },
  { who: 'a page of another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
  { who: 'a page of another port or subdomain', headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
  { who: 'no page at all', headers: { 'sec-fetch-site': 'none' }, status: 403 },
  {
    who: 'a page of the monitor behind a proxy that changes the host',
    headers: { 'sec-fetch-site': 'same-origin', origin: 'https://proxied.example', host: 'inside:9470' },
    status: 303,
  },
  {
    who: 'a page of another site that claims the origin of the monitor',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'http://inside:9470', host: 'inside:9470' },
    status: 403,
  },
  {
    who: 'a page of the monitor in a browser that sends only Origin',
    headers: { origin: 'http://inside:9470', host: 'inside:9470' },
    status: 303,
  },
  {
    who: 'a page of the monitor behind a proxy for TLS in such a browser',
    headers: { origin: 'https://inside:9470', host: 'INSIDE:9470' },
    status: 303,
  },
  {
    who: 'a page at the public address in such a browser',
    headers: { origin: 'https://monitor.example', host: 'inside:9470' },
    status: 303,
  },
  {
    who: 'a page of another site in such a browser',
    headers: { origin: 'http://evil.example', host: 'inside:9470' },
    status: 403,
  },
  {
    who: 'a page of another port in such a browser',
    headers: { origin: 'http://inside:8080', host: 'inside:9470' },
    status: 403,
  },
  { who: 'a page that hides its origin', headers: { origin: 'null', host: 'inside:9470' }, status: 403 },
];

test('a form with the right token is refused when a page of another site sent it', async () => {
  const service = { publicUrl: 'https://monitor.example/evidence', allowedHosts: ['inside'] };
  await withMonitoring({ service }, async ({ monitor, asked, settle }) => {
    for (const { who, headers, status } of senders.toSorted((one, other) => other.status - one.status)) {
      const answer = await sendForm(monitor.url, { token: operatorToken, tier: 'pulse' }, headers);
      expect(answer.status, who).toBe(status);
      if (status === 403) {
        expect(answer.text, who).toContain(
          'This form did not come from a page of this monitor, so nothing was changed.',
        );
        expect(asked(), who).toBe(0);
      }
    }
    for (const path of formPaths) {
      const headers = { 'sec-fetch-site': 'cross-site' };
      const fields = { token: operatorToken, tier: 'pulse', minutes: '5' };
      expect((await sendForm(monitor.url, fields, headers, path)).status, path).toBe(403);
    }
    await settle();
    expect(asked()).toBeGreaterThan(0);
  });
});
