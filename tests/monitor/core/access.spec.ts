import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import { slow } from '../../support/long.ts';
import { askRaw } from '../support/ask-raw.ts';
import { operatorToken, withMonitoring } from '../support/monitoring.ts';

const readToken = new Secret('reader-token-for-tests');
const asReader = { authorization: `Bearer ${readToken.reveal()}` };

test.describe('access', () => {
  test('responses have a strict content security policy, large bodies get 413, and actions need the operator token', async () => {
    const actions = [
      '/-/reload',
      '/api/v1/installations/alpha/run',
      '/api/v1/installations/alpha/maintenance',
      '/api/v1/installations/alpha/baseline',
    ];
    await withMonitoring({}, async ({ get, post, settle, asked }) => {
      const { headers } = await get('/');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Under no-referrer a browser would send the forms of these pages with the origin null.
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      // Alerts link to the runbook.
      expect((await get('/runbook')).text).toContain('<h2 id="evidencecontractunreachable">');
      const large = await post(
        '/api/v1/installations/alpha/run',
        { tier: 'x'.repeat(20_000) },
        operatorToken,
      );
      expect(large.status).toBe(413);
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

  test('without MONITOR_TOKEN every action is refused, and the error names the setting', async () => {
    await withMonitoring({ withToken: false }, async ({ post, get }) => {
      const refused = await post('/api/v1/installations/alpha/run', {}, operatorToken);
      expect(refused.status).toBe(403);
      expect(refused.json().error).toContain('MONITOR_TOKEN');
      expect((await get('/installations/alpha')).text).toContain('MONITOR_TOKEN');
      expect((await get('/incidents')).text).toContain('The history has no incident.');
      expect((await post('/api/v1/incidents/x/notes', { message: 'x' })).status).toBe(403);
    });
  });

  test('a read token or a password protects pages, metrics and JSON, but not the health endpoints', async () => {
    const read = {
      token: readToken,
      basic: { user: 'ann', password: new Secret('correct:horse') },
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
        expect((await get(path, basic('bob', 'correct:horse'))).status, path).toBe(401);
      }
      const keys = [
        basic('ann', 'correct:horse'),
        basic('anyone', readToken.reveal()),
        asReader,
        { authorization: `Bearer ${operatorToken}` },
      ];
      for (const headers of keys) expect((await get('/api/v1/installations', headers)).status).toBe(200);
      expect((await get('/healthz')).status).toBe(200);
      expect((await get('/readyz')).status).toBe(200);
    });
  });

  const manyGuesses = Array.from({ length: 70 }, (_, number) => `guess-${number}`);

  test('an address gets 429 after 60 wrong tokens in a minute, regardless of X-Forwarded-For; a right token works', async () => {
    await withMonitoring({ service: { read: { token: readToken } } }, async ({ get, post, submit, log }) => {
      const statuses: number[] = [];
      for (const [index, guess] of manyGuesses.entries()) {
        const headers = { authorization: `Bearer ${guess}`, 'x-forwarded-for': `192.0.2.${index}` };
        statuses.push((await get('/metrics', headers)).status);
      }
      expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(429)]);
      expect((await get('/healthz')).status).toBe(200);
      expect(log().match(/"address":"127\.0\.0\.1","msg":"many wrong tokens/g)).toHaveLength(1);
      expect((await get('/metrics', asReader)).status).toBe(200);
      const action = '/api/v1/installations/alpha/run';
      expect((await post(action, { tier: 'pulse' }, 'guess')).status).toBe(429);
      expect((await post(action, { tier: 'pulse' }, operatorToken)).status).toBe(202);
      const refused = await submit('/installations/alpha/run', { token: 'guess', tier: 'pulse' }, asReader);
      expect(refused.status).toBe(429);
      expect(refused.text).toContain('Too many wrong tokens came from this address.');
      expect((await submit('/installations/alpha/run', { tier: 'pulse' }, asReader)).status).toBe(303);
    });
  });

  test(
    'right tokens and requests without a token do not count as wrong tokens; a read token does not act',
    slow,
    async () => {
      await withMonitoring({ service: { read: { token: readToken } } }, async ({ get, post, submit }) => {
        for (const _ of manyGuesses) {
          expect((await get('/metrics', asReader)).status).toBe(200);
          expect((await get('/metrics')).status).toBe(401);
          // A valid token without the required role does not count as a guess either.
          expect((await post('/-/reload', {}, 'reader-token-for-tests')).status).toBe(401);
        }
        expect((await get('/metrics', { authorization: 'Bearer guess' })).status).toBe(401);
        const asForm = { token: readToken.reveal(), tier: 'pulse' };
        expect((await submit('/installations/alpha/run', asForm, asReader)).status).toBe(401);
      });
    },
  );
});

const formPaths = ['run', 'maintenance', 'maintenance/end', 'baseline'];

/** Sends a form with only these headers. */
function sendForm(
  monitorUrl: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  path = 'run',
): ReturnType<typeof askRaw> {
  return askRaw(new URL(`/installations/alpha/${path}`, monitorUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: String(new URLSearchParams(fields)),
  });
}

const senders: readonly {
  readonly who: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 303 | 403;
}[] = [
  { who: 'a script, which sends neither header', headers: {}, status: 303 },
  { who: 'a page of the monitor', headers: { 'sec-fetch-site': 'same-origin' }, status: 303 },
  { who: 'a page of another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
  { who: 'a page of a neighbouring host', headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
  { who: 'a request that no page sent', headers: { 'sec-fetch-site': 'none' }, status: 403 },
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
    who: 'a page of the monitor behind a TLS proxy in such a browser',
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
  { who: 'a page with an opaque origin', headers: { origin: 'null', host: 'inside:9470' }, status: 403 },
];

test('a form needs the operator token, and is refused if a page of another site sent it', async () => {
  const service = { publicUrl: 'https://monitor.example/evidence', allowedHosts: ['inside'] };
  await withMonitoring({ service }, async ({ monitor, asked, settle, get, submit }) => {
    const wrong = await submit('/installations/alpha/run', { token: 'no-such-token', tier: 'pulse' });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('This is not the operator token.');
    for (const { who, headers } of senders.filter(({ status }) => status === 403)) {
      const answer = await sendForm(monitor.url, { token: operatorToken, tier: 'pulse' }, headers);
      expect(answer.status, who).toBe(403);
      expect(answer.text, who).toContain(
        'This form did not come from a page of this monitor, so nothing was changed.',
      );
    }
    for (const path of formPaths) {
      const headers = { 'sec-fetch-site': 'cross-site' };
      const fields = { token: operatorToken, tier: 'pulse', minutes: '5' };
      expect((await sendForm(monitor.url, fields, headers, path)).status, path).toBe(403);
    }
    expect(asked()).toBe(0);
    const done = await submit('/installations/alpha/run', { tier: 'pulse' });
    expect(done.status).toBe(303);
    expect((await get(done.headers.get('location') ?? '')).text).toContain(
      'The run was started. This page shows it once it has ended; without JavaScript, load it again then.',
    );
    expect((await get('/installations/alpha?done=constructor')).text).not.toContain('role="status"');
    for (const { who, headers } of senders.filter(({ status }) => status === 303)) {
      const answer = await sendForm(monitor.url, { token: operatorToken, tier: 'pulse' }, headers);
      expect(answer.status, who).toBe(303);
    }
    await settle();
    expect(asked()).toBeGreaterThan(0);
  });
});
