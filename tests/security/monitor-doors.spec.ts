import { request as httpRequest } from 'node:http';
import { expect, test } from '@playwright/test';
import { Secret } from '../../engine/secret.ts';
import { withMonitoring } from '../monitor/support/monitoring.ts';

const read = { token: new Secret('token-of-readers-alone') };
const statusPage = [{ name: 'alpha', publicName: 'Service' }];

/** A request with any method, as a script may send it; `fetch` refuses some. */
function ask(
  url: URL,
  method: string,
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { method }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    })
      .on('error', reject)
      .end();
  });
}

/** Paths that need a token, and unknown paths that resemble public ones. */
const closed = [
  '/',
  '/badges/alpha/state.svg',
  '/badges/ANY/uptime.svg',
  '/badges',
  '/status/x',
  '/metrics',
  '/probe?target=alpha',
  '/api/v1/runs',
  '/events',
  '/installations/alpha',
  '/nope',
];

test('a client without a token gets 401 with every method, and the answer must not be cached', async () => {
  await withMonitoring({ service: { read, statusPage } }, async ({ monitor }) => {
    const open: string[] = [];
    for (const path of closed)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        const { status, headers } = await ask(new URL(path, monitor.url), method);
        if (status !== 401 || headers['cache-control'] !== 'no-store' || headers.allow !== undefined)
          open.push(
            `${method} ${path}: ${status} ${String(headers['cache-control'])} ${String(headers.allow)}`,
          );
      }
    expect(open).toEqual([]);
  });
});

test('an error response of any kind must not be cached', async () => {
  await withMonitoring({ service: { read, statusPage } }, async ({ get, post }) => {
    const authorization = { authorization: 'Bearer token-of-readers-alone' };
    const answers = [
      await get('/', { accept: 'text/html' }),
      await get('/%00'),
      await get('/nope', authorization),
      await get('/incidents?show=bogus', authorization),
      await get('/probe?target=nobody', authorization),
      await get('/api/v1/runs?limit=0', authorization),
      await get('/api/v1/runs/none', authorization),
      await post('/-/reload', {}, 'wrong-token-wrong-token'),
    ];
    expect(answers.map(({ status, headers }) => [status >= 400, headers.get('cache-control')])).toEqual(
      answers.map(() => [true, 'no-store']),
    );
  });
});

const marks = '\u001b[2J\u0007\u009b\u202eevil\u2066\u200f\u061c';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them.
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

test('a page shows no control or bidirectional characters from its URL', async () => {
  await withMonitoring({}, async ({ get }) => {
    const written = encodeURIComponent(`last${marks}week`);
    const acted: string[] = [];
    let shown = 0;
    for (const path of [
      '/?q=X',
      '/?group=X&tag=X',
      '/incidents?from=X',
      '/incidents?installation=X&to=X',
      '/installations/alpha/incidents?from=X',
      '/installations/alpha/compare?from=X&to=X',
      '/installations/alpha?span=X&endpoint=X',
      '/installations/X',
      '/runs/X',
      '/actions?installation=X',
      '/incidents?X=X&from=X&from=X',
      '/api/v1/runs?installation=X&since=X',
      '/probe?target=X&module=X',
    ]) {
      const { text } = await get(path.replaceAll('X', written), { accept: 'text/html' });
      if (acting.test(text)) acted.push(path);
      if (text.includes('evil')) shown += 1;
    }
    expect(acted).toEqual([]);
    expect(shown).toBeGreaterThan(3);
  });
});
