import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import { slow } from '../../support/long.ts';
import { partsOf } from '../../support/parts-of.ts';
import { type Monitoring, operatorToken, withMonitoring } from '../support/monitoring.ts';

const annToken = 'wX8-ann-7c2d9e4f1a6b3058';
const robToken = 'kP3-rob-5f0a8b7e2d9c4163';
const readToken = 'qL6-reader-1e7d3c9b5a2f';
const password = 'correct horse staple';
const namedTokens = [
  { name: 'ann', role: 'operate', token: new Secret(annToken) },
  { name: 'rob', role: 'read', token: new Secret(robToken) },
] as const;

interface ActionEntry {
  readonly at: string;
  readonly who: string;
  readonly kind: string;
  readonly installation?: string;
  readonly message: string;
}

async function actionsOf({ get }: Monitoring, query = '', token = annToken): Promise<readonly ActionEntry[]> {
  const { text } = await get(`/api/v1/actions${query}`, { authorization: `Bearer ${token}` });
  return (JSON.parse(text) as { readonly actions: readonly ActionEntry[] }).actions;
}

test('a named token permits what its role allows; MONITOR_TOKEN keeps working', async () => {
  await withMonitoring({ service: { namedTokens } }, async ({ get, post }) => {
    const path = '/api/v1/installations/alpha/maintenance';
    const statusOf = async (token: string): Promise<number> =>
      (await post(path, { minutes: 0 }, token)).status;
    expect(await statusOf(annToken)).toBe(200);
    expect(await statusOf(operatorToken)).toBe(200);
    expect(await statusOf(robToken)).toBe(401);
    // A read token closes reading to requests without a token.
    expect((await get('/metrics')).status).toBe(401);
    for (const token of [annToken, robToken, operatorToken]) {
      expect((await get('/metrics', { authorization: `Bearer ${token}` })).status).toBe(200);
      const basic = Buffer.from(`x:${token}`).toString('base64');
      expect((await get('/', { authorization: `Basic ${basic}` })).status).toBe(200);
    }
  });
  await withMonitoring(
    { withToken: false, service: { namedTokens: [namedTokens[0]] } },
    async ({ get, post }) => {
      expect((await get('/metrics')).status).toBe(200);
      expect((await post('/-/reload', {}, annToken)).status).toBe(200);
      expect((await get('/installations/alpha')).text).not.toContain('Actions are switched off');
    },
  );
});

const json = 'application/json';
/** Ambiguous bodies: if the wrong field were ignored, each would cause another action. */
const unclear = [
  ['run', 'application/x-www-form-urlencoded', '{"tier":"full"}', 415, 'Content-Type: application/json'],
  ['run', 'text/plain', '{"tier":"full"}', 415, 'Content-Type: application/json'],
  ['run', json, '{"teir":"full"}', 400, 'There is no field teir: the fields are tier. Did you mean tier?'],
  ['run', json, '{"constructor":1}', 400, 'There is no field constructor: the fields are tier.'],
  ['run', json, '["full"]', 400, 'Send a JSON object.'],
  ['run', json, '{"tier":', 400, 'The request could not be read'],
  ['maintenance/end', json, '{"window":5}', 400, 'The field window takes a string.'],
  ['baseline', json, '{"run":"1"}', 400, 'There is no field run: this action has none.'],
  ['notifications/test', json, '{"channels":"ops"}', 400, 'Did you mean channel?'],
] as const;

test('an action with an invalid body is refused and has no effect; without a body, the defaults apply', async () => {
  await withMonitoring({}, async (monitoring) => {
    const headers = { authorization: `Bearer ${operatorToken}` };
    const send = (path: string, type: string, body: string): Promise<Response> =>
      fetch(`${monitoring.monitor.url}/api/v1/installations/alpha/${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body,
      });
    for (const [path, type, body, status, sentence] of unclear) {
      const answer = await send(path, type, body);
      expect([body, answer.status], path).toEqual([body, status]);
      expect(((await answer.json()) as { readonly error: string }).error).toContain(sentence);
    }
    expect(await actionsOf(monitoring, '', operatorToken)).toEqual([]);
    // Without a body, the defaults apply.
    const usual = `${monitoring.monitor.url}/api/v1/installations/alpha/run`;
    expect((await fetch(usual, { method: 'POST', headers })).status).toBe(202);
    expect((await send('run', `${json}; charset=utf-8`, '{"tier":"pulse"}')).status).toBe(202);
    await monitoring.settle();
  });
});

test(
  'actions are recorded with token name, kind and time, shown on pages and in the API, and survive a restart',
  slow,
  async () => {
    await withMonitoring({ service: { namedTokens } }, async (monitoring) => {
      const { get, post, submit, clock, settle, folder, monitor } = monitoring;
      const startMs = clock.nowMs();
      const later = (): Promise<void> => clock.moveTo(clock.nowMs() + 1000);
      const path = '/api/v1/installations/alpha';
      // The recorded name is that of the token, also in a form.
      const form = { token: annToken, minutes: '30' };
      const headers = { authorization: `Bearer ${robToken}` };
      expect((await submit('/installations/alpha/maintenance', form, headers)).status).toBe(303);
      await later();
      await post(`${path}/maintenance`, { minutes: 0 }, operatorToken);
      await later();
      await post('/-/reload', {}, annToken);
      await later();
      // The run that follows the end of maintenance.
      await settle();
      await post(`${path}/run`, { tier: 'pulse' }, annToken);
      await settle();
      // Refused, or without effect: not recorded.
      await post(`${path}/run`, { tier: 'pulse' }, robToken);
      await post(`${path}/run`, { tier: 'pulse' }, 'guess-guess-guess');
      await post(`${path}/run`, { tier: 'imports' }, annToken);
      await post(`${path}/baseline`, {}, annToken);
      await post(`${path}/maintenance/end`, {}, annToken);
      const expected = [
        ['ann', 'run', 'alpha', 'started a pulse run', 3000],
        ['ann', 'reload', undefined, 'loaded the configuration again', 2000],
        ['operator', 'maintenance', 'alpha', 'ended maintenance', 1000],
        ['ann', 'maintenance', 'alpha', 'started maintenance of 30 min', 0],
      ] as const;
      const entries = expected.map(([who, kind, installation, message, afterMs]) => ({
        at: new Date(startMs + afterMs).toISOString(),
        who,
        kind,
        ...(installation === undefined ? {} : { installation }),
        message,
      }));
      expect(await actionsOf(monitoring)).toEqual(entries);
      expect(await actionsOf(monitoring, '?installation=alpha&limit=2')).toEqual([entries[0], entries[2]]);
      expect(await actionsOf(monitoring, `?before=${entries[2]?.at}`)).toEqual([entries[3]]);
      expect((await get('/api/v1/actions?limit=0', headers)).status).toBe(400);
      expect((await get('/api/v1/actions')).status).toBe(401);
      const page = (await get('/actions', headers)).text;
      for (const text of ['ann', 'started a pulse run', 'loaded the configuration again', 'operator'])
        expect(page).toContain(text);
      const own = (await get('/installations/alpha', headers)).text;
      expect(own).toContain('started maintenance of 30 min');
      expect(own).not.toContain('loaded the configuration again');
      await monitor.close();
      await withMonitoring({ service: { namedTokens }, folder }, async (again) => {
        expect(await actionsOf(again)).toEqual(entries);
      });
    });
  },
);

test('no part of a token or password appears in a page, a response, the log or the history files', async () => {
  const read = { token: new Secret(readToken), basic: { user: 'eve', password: new Secret(password) } };
  await withMonitoring({ service: { namedTokens, read } }, async (monitoring) => {
    const { get, post, nextRun, log, folder, monitor } = monitoring;
    const secrets = [annToken, robToken, readToken, password, operatorToken];
    const texts: { readonly place: string; readonly text: string }[] = [];
    await nextRun();
    const see = async (path: string, token: string): Promise<void> => {
      const { text, headers } = await get(path, { authorization: `Bearer ${token}` });
      texts.push({ place: path, text: text + JSON.stringify([...headers]) });
    };
    const paths = [
      '/',
      '/actions',
      '/installations/alpha',
      '/metrics',
      '/api/v1/installations/alpha',
      '/api/v1/actions',
      '/probe?target=alpha',
    ];
    for (const token of [annToken, readToken]) for (const path of paths) await see(path, token);
    for (const token of secrets) {
      for (const path of ['run', 'maintenance', 'baseline'])
        texts.push({
          place: path,
          text: (await post(`/api/v1/installations/alpha/${path}`, {}, token)).text,
        });
      // In the wrong place: the monitor does not repeat a token from an address.
      for (const path of [`/runs/`, '/installations/', '/api/v1/runs/', '/?token=', '/probe?target='])
        await see(`${path}${encodeURIComponent(token)}`, annToken);
    }
    await monitor.close();
    for (const name of readdirSync(folder)) {
      texts.push({ place: name, text: readFileSync(join(folder, name), 'latin1') });
    }
    expect(texts.length).toBeGreaterThan(50);
    const leaks = [...texts, { place: 'log', text: log() }].filter(({ text }) =>
      secrets.some((secret) => partsOf(secret, text).length > 0),
    );
    expect(leaks.map(({ place }) => place)).toEqual([]);
  });
});

test.describe('a read token that the monitor generates', () => {
  let folder: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'evidence-contract-read-token-'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const service = { createsReadToken: true, host: '0.0.0.0' };
  const file = (): string => join(folder, 'read-token');

  test('is readable only by its owner, survives a restart, and is not logged', async () => {
    let token = '';
    for (const start of ['first', 'second']) {
      await withMonitoring({ service, folder }, async ({ monitor, get, log }) => {
        const url = `http://127.0.0.1:${new URL(monitor.url).port}/metrics`;
        const now = readFileSync(file(), 'utf8').trim();
        if (start === 'first') token = now;
        expect(now).toBe(token);
        expect(token).toMatch(/^[\da-f]{64}$/);
        expect(statSync(file()).mode & 0o777).toBe(0o600);
        expect((await get(url)).status).toBe(401);
        expect((await get(url, { authorization: `Bearer ${token}` })).status).toBe(200);
        expect(log()).toContain('read-token');
        expect(log()).not.toContain(token.slice(0, 8));
        expect(log()).not.toContain('Everybody who reaches');
      });
    }
  });

  test('is not generated if another read token restricts reading', async () => {
    const read = { token: new Secret(readToken) };
    await withMonitoring({ service: { ...service, read }, folder }, async () => {
      expect(readdirSync(folder)).not.toContain('read-token');
    });
  });

  test('stops the start with a clear error if its file is damaged', async () => {
    writeFileSync(file(), 'short\n');
    await expect(withMonitoring({ service, folder }, async () => undefined)).rejects.toThrow(
      /The read token in .*read-token cannot be made or read\./,
    );
  });
});
