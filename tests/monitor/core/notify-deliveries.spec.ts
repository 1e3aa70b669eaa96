import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { slow } from '../../support/long.ts';
import { often } from '../../support/often.ts';
import { partsOf } from '../../support/parts-of.ts';
import { configurationOf, installationOf, operatorToken, withMonitoring } from '../support/monitoring.ts';
import {
  blockFor,
  changesOf,
  hourMs,
  idsOf,
  minuteMs,
  nextAttempt,
  schedule,
  until,
} from '../support/notified.ts';
import { startReceiver } from '../support/receiver.ts';

/** No run is due while time passes between attempts. */
const seldom = { schedule: { ...schedule, standard: '6h' } };

test(
  'changes wait while a receiver is down, and one message reports them once it is back',
  slow,
  async () => {
    let isDown = true;
    const receiver = await startReceiver(() => (isDown ? 503 : 204));
    await withMonitoring({ block: blockFor({ url: receiver.url }, seldom) }, async (monitoring) => {
      const { nextRun, badRun, goodRun, get, log } = monitoring;
      await nextRun();
      await badRun();
      await goodRun();
      await until(receiver, 5, monitoring);
      const { notifications } = (await get('/api/v1/installations/alpha')).json();
      expect(notifications?.log.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
      expect((await get('/installations/alpha')).text).toContain('The receiver answered with status 503.');
      const { text } = await get('/metrics');
      expect(text).toContain('\nevidence_contract_notifications_total 0\n');
      expect(text).toMatch(/\nevidence_contract_notification_oldest_waiting_timestamp_seconds 1\d{9}/);
      expect(
        log().match(/a notification was not taken; it is repeated for a day, for an hour if it was refused/g),
      ).toHaveLength(1);
      receiver.received.length = 0;
      isDown = false;
      await until(receiver, 1, monitoring, 10 * minuteMs);
      expect(changesOf(receiver)).toEqual(['state-change: conforming to conforming']);
      expect(String(receiver.received[0]?.body.summary)).toMatch(
        /^alpha: conforming, as before\. Not reported until now: violating at \d\d:\d\d UTC\.$/,
      );
      await expect
        .poll(async () => (await get('/metrics')).text, often)
        .toContain('\nevidence_contract_notification_oldest_waiting_timestamp_seconds 0\n');
    });
    receiver.close();
  },
);

test(
  'a notification that keeps failing is given up in the log, on the page and in metrics; the next one is sent',
  slow,
  async () => {
    let isDown = true;
    const receiver = await startReceiver(() => (isDown ? 500 : 204));
    const block = blockFor({ url: receiver.url }, { remind: 'off', ...seldom });
    await withMonitoring({ block }, async (monitoring) => {
      const { nextRun, badRun, goodRun, get, log } = monitoring;
      await nextRun();
      await badRun();
      while (receiver.received.length < 40) await nextAttempt(receiver, monitoring);
      expect(log()).not.toContain('given up');
      await expect
        .poll(async () => {
          await monitoring.clock.moveTo(monitoring.clock.nowMs() + 30 * minuteMs);
          return log();
        }, often)
        .toContain('a notification was given up');
      const { text } = await get('/metrics');
      expect(text).toContain('\nevidence_contract_notification_failures_total 1\n');
      expect((await get('/installations/alpha')).text).toMatch(/given up<\/strong> after \d+ attempts/);
      isDown = false;
      receiver.received.length = 0;
      await goodRun();
      await until(receiver, 1, monitoring);
      expect(changesOf(receiver)).toEqual(['state-change: violating to conforming']);
    });
    receiver.close();
  },
);

test(
  'a message that a receiver refuses with 400 delays the next one by less than an hour and a half',
  slow,
  async () => {
    const receiver = await startReceiver((_number, { body }) => (body.to === 'violating' ? 400 : 204));
    await withMonitoring({ block: blockFor({ url: receiver.url }, seldom) }, async (monitoring) => {
      const { nextRun, badRun, goodRun, clock } = monitoring;
      await nextRun();
      await badRun();
      await goodRun();
      const startMs = clock.nowMs();
      await expect
        .poll(async () => {
          await clock.moveTo(clock.nowMs() + minuteMs);
          return changesOf(receiver).at(-1);
        }, often)
        .toBe('state-change: violating to conforming');
      expect(clock.nowMs() - startMs).toBeLessThan(1.5 * hourMs);
    });
    receiver.close();
  },
);

test(
  'a receiver that was away for minutes gets its notification within a minute of its return',
  slow,
  async () => {
    let isDown = true;
    const receiver = await startReceiver(() => (isDown ? 503 : 204));
    await withMonitoring({ block: blockFor({ url: receiver.url }, seldom) }, async (monitoring) => {
      const { badRun, clock } = monitoring;
      await badRun();
      await until(receiver, 6, monitoring, 10_000);
      isDown = false;
      const backMs = clock.nowMs();
      await until(receiver, 7, monitoring, 10_000);
      expect(clock.nowMs() - backMs).toBeLessThanOrEqual(minuteMs + 10_000);
    });
    receiver.close();
  },
);

test('a 429 with Retry-After delays the next attempt by at least that time', slow, async () => {
  const receiver = await startReceiver((number) =>
    number === 0 ? { status: 429, headers: { 'retry-after': '600' } } : 204,
  );
  await withMonitoring({ block: blockFor({ url: receiver.url }, seldom) }, async (monitoring) => {
    const { badRun, clock } = monitoring;
    await badRun();
    await expect.poll(() => receiver.received.length, often).toBe(1);
    const asked = clock.nowMs();
    await until(receiver, 2, monitoring, 10_000);
    expect(clock.nowMs() - asked).toBeGreaterThanOrEqual(600_000);
  });
  receiver.close();
});

test('a reload repairs a channel whose notification is then sent at once', async () => {
  const wrong = await startReceiver(() => 404);
  const right = await startReceiver(() => 204);
  await withMonitoring({ block: blockFor({ url: wrong.url }, seldom) }, async (monitoring) => {
    const { badRun, clock, reload, reference } = monitoring;
    await badRun();
    await until(wrong, 4, monitoring);
    const atMs = clock.nowMs();
    await reload(configurationOf(installationOf(reference), blockFor({ url: right.url }, seldom)));
    await expect.poll(() => right.received.length, often).toBe(1);
    expect(clock.nowMs()).toBe(atMs);
  });
  wrong.close();
  right.close();
});

test('a notification that waited when the monitor stopped is sent after its next start with the same id', async () => {
  let isDown = true;
  const receiver = await startReceiver(() => (isDown ? 503 : 204));
  const block = blockFor({ url: receiver.url });
  await withMonitoring({ block }, async (first) => {
    await first.badRun();
    await expect.poll(() => receiver.received.length, often).toBeGreaterThan(0);
    const [id] = idsOf(receiver);
    await first.monitor.close();
    isDown = false;
    receiver.received.length = 0;
    await withMonitoring({ block, folder: first.folder }, async (second) => {
      second.breakEndpoint('GET /api/v3/users');
      await until(receiver, 1, second);
      expect(idsOf(receiver)[0]).toBe(id);
    });
  });
  receiver.close();
});

test('a notification for a removed channel is given up within an hour and a half', slow, async () => {
  const receiver = await startReceiver(() => 503);
  await withMonitoring({ block: blockFor({ url: receiver.url }, seldom) }, async (first) => {
    await first.badRun();
    await expect.poll(() => receiver.received.length, often).toBeGreaterThan(0);
    await first.monitor.close();
    await withMonitoring({ block: { schedule }, folder: first.folder }, async ({ clock, log }) => {
      const startMs = clock.nowMs();
      await expect
        .poll(async () => {
          await clock.moveTo(clock.nowMs() + 5 * minuteMs);
          return log();
        }, often)
        .toContain('No channel of this name is configured.","msg":"a notification was given up');
      expect(clock.nowMs() - startMs).toBeLessThan(1.5 * hourMs);
    });
  });
  receiver.close();
});

test('no notification is lost or sent twice while the history cannot be written', async () => {
  const receiver = await startReceiver();
  await withMonitoring({ block: blockFor({ url: receiver.url }) }, async (monitoring) => {
    const { monitor, nextRun, badRun, goodRun, get, log } = monitoring;
    await nextRun();
    const { history } = monitor;
    const { commitRun } = history;
    const { add, claim } = history.outbox;
    const fail = (): Promise<never> => Promise.reject(new Error('database or disk is full'));
    Object.assign(history, { commitRun: fail });
    Object.assign(history.outbox, { add: fail, claim: fail });
    await badRun();
    await until(receiver, 1, monitoring);
    expect(log()).toContain('could not be written to the history');
    Object.assign(history, { commitRun });
    Object.assign(history.outbox, { add, claim });
    await goodRun();
    await until(receiver, 2, monitoring);
    expect(changesOf(receiver)).toEqual([
      'state-change: conforming to violating',
      'state-change: violating to conforming',
    ]);
    const { notifications } = (await get('/api/v1/installations/alpha')).json();
    await expect
      .poll(async () => (await get('/api/v1/installations/alpha')).json().notifications?.log.length, often)
      .toBe(2);
    expect(notifications?.log.every(({ status }) => status !== 'given-up')).toBe(true);
    // The change of state that could not be written is stored with the next run.
    const { incidents } = (await get('/api/v1/incidents')).json();
    expect(incidents).toMatchObject([
      { installation: 'alpha', state: 'violating', endedAt: expect.any(String) },
    ]);
  });
  expect(receiver.received).toHaveLength(2);
  receiver.close();
});

test('an operator can test channels through the API and the page; each result is shown and kept as an action', async () => {
  const good = await startReceiver();
  const bad = await startReceiver(() => 404);
  const notify = [
    { url: good.url, name: 'ops' },
    { type: 'slack', url: bad.url, name: 'chat' },
  ];
  await withMonitoring({ block: { schedule, notify } }, async ({ nextRun, post, get, submit, monitor }) => {
    await nextRun();
    const path = '/api/v1/installations/alpha/notifications/test';
    expect((await post(path, { channel: 'ops' })).status).toBe(401);
    expect((await post(path, { channel: 'none' }, operatorToken)).status).toBe(404);
    const one = await post(path, { channel: 'ops' }, operatorToken);
    expect([one.status, one.json()]).toMatchObject([200, { tests: [{ channel: 'ops', ok: true }] }]);
    expect(good.received[0]?.body).toMatchObject({
      event: 'test',
      summary: 'This is a test. alpha: conforming. Nothing has changed.',
    });
    const both = await post(path, {}, operatorToken);
    expect(both.status).toBe(502);
    expect(both.json()).toMatchObject({
      tests: [
        { channel: 'ops', type: 'Webhook', ok: true },
        { channel: 'chat', type: 'Slack', ok: false, reason: 'The receiver answered with status 404.' },
      ],
    });
    const send = (channel: string) =>
      submit('/installations/alpha/notifications/test', { channel }, { origin: monitor.url });
    const done = await send('ops');
    expect(done.headers.get('location')).toBe('/installations/alpha?done=tested');
    expect((await send('')).text).toContain('chat (Slack): The receiver answered with status 404.');
    expect((await get('/installations/alpha')).text).toContain('Send a test notification');
    expect((await get('/actions')).text).toContain('sent a test notification: ops (Webhook) took it.');
    // Test notifications are not part of the log of notifications.
    expect((await get('/api/v1/installations/alpha')).json().notifications?.log).toEqual([]);
  });
  good.close();
  bad.close();
});

test('no part of the address, token, key or password of a channel is shown, logged or stored', async () => {
  const receiver = await startReceiver(() => 403);
  const secrets = {
    path: 'T0SENTINELPATH0123456789',
    bearer: 'sentinel-bearer-0123456789',
    key: 'sentinelroutingkey0123456789',
    password: 'sentinel-pw-of-mail-0123456789',
  };
  const base = receiver.url.replace('/hook', '');
  const notify = [
    { url: `${base}/${secrets.path}`, bearer: secrets.bearer },
    { type: 'slack', url: `${base}/${secrets.path}/slack` },
    { type: 'teams', url: `${base}/teams?sig=${secrets.path}` },
    { type: 'discord', url: `${base}/api/webhooks/1/${secrets.path}` },
    { type: 'pagerduty', url: `${base}/v2/enqueue`, key: secrets.key },
    { type: 'opsgenie', url: base, key: secrets.key },
    {
      type: 'email',
      url: `smtp://monitor:${secrets.password}@127.0.0.1:1`,
      from: 'a@b.example',
      to: ['c@d.example'],
    },
    { type: 'ntfy', url: `${base}/${secrets.path}`, bearer: secrets.bearer },
    { type: 'alertmanager', url: base, bearer: secrets.bearer },
  ];
  await withMonitoring(
    { block: { schedule, notify } },
    async ({ badRun, get, post, log, folder, monitor }) => {
      await badRun();
      await expect.poll(() => receiver.received.length, often).toBe(8);
      await expect.poll(() => log().match(/was not taken/g)?.length, often).toBe(9);
      const test = await post('/api/v1/installations/alpha/notifications/test', {}, operatorToken);
      const paths = [
        '/',
        '/installations/alpha',
        '/actions',
        '/metrics',
        '/api/v1/installations/alpha',
        '/api/v1/actions',
      ];
      const texts = await Promise.all(
        paths.map(async (path) => ({ place: path, text: (await get(path)).text })),
      );
      await monitor.close();
      const files = readdirSync(folder).map((place) => ({
        place,
        text: readFileSync(join(folder, place), 'latin1'),
      }));
      expect(files.map(({ place }) => place)).toContain('monitor.db');
      for (const { place, text } of [
        ...texts,
        ...files,
        { place: 'test', text: test.text },
        { place: 'log', text: log() },
      ]) {
        const shown = Object.values(secrets).flatMap((secret) => partsOf(secret, text));
        expect(shown, `${place} shows a part of a secret`).toEqual([]);
      }
    },
  );
  receiver.close();
});
