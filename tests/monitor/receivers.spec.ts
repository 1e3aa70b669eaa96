import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { Secret } from '../../engine/secret.ts';
import type { Channel } from '../../monitor/channels/channel.ts';
import { channelTypeOf } from '../../monitor/channels/channel-types.ts';
import { messageOf } from '../../monitor/channels/message.ts';
import type { Notification } from '../../monitor/model.ts';
import type { SendResult } from '../../monitor/notifications/send.ts';
import { send } from '../../monitor/notifications/send.ts';
import { slow } from '../support/long.ts';
import { needs } from '../support/needs.ts';
import { partsOf } from '../support/parts-of.ts';
import { serve, whileOpen } from '../support/serving.ts';
import { startAlertmanager } from './operations/alertmanager.ts';
import { startReceiver } from './support/receiver.ts';
import { runMonitor } from './support/running-command.ts';

/** Channels against real receivers, if they are installed here. */

const dayMs = 86_400_000;
const atMs = Date.now() - 60_000;
const installation = { name: 'alpha', baseUrl: 'https://alpha.example' };
const worse: Notification = {
  id: `alpha-${atMs}`,
  event: 'state-change',
  installation,
  atMs,
  from: 'conforming',
  to: 'violating',
  cause: 'GET /api/v3/users was answered by status 500 – “Fehler”.',
  count: '1 finding',
  findingCount: 1,
  findings: [],
  runId: 'run1',
  nextReminderMs: atMs + dayMs,
};

function deliver(channel: Channel, notification: Notification): Promise<SendResult> {
  const message = messageOf(notification, 'https://monitor.example');
  return send(channelTypeOf(channel.type).outgoing(message, channel), new AbortController().signal);
}

test('an attempt ends at its time limit even if memory is freed while the receiver is silent', async () => {
  setFlagsFromString('--expose-gc');
  const freeMemory = runInNewContext('gc') as () => void;
  await whileOpen(serve(createServer()), async ({ baseUrl }) => {
    const message = { kind: 'http', url: baseUrl, headers: {}, body: {} } as const;
    const sent = send(message, new AbortController().signal, 500);
    await wait(100);
    freeMemory();
    const reason = 'The receiver did not answer within 0.5 s.';
    expect(await Promise.race([sent, wait(5_000, 'still waiting')])).toEqual({ ok: false, reason });
  });
});

test('a real Alertmanager accepts each message, keeps one alert if it is repeated, and ends it with the state', async () => {
  needs('alertmanager');
  const folder = test.info().outputPath('alertmanager');
  const alertmanager = await startAlertmanager(folder, 'http://127.0.0.1:1/');
  const url = new Secret(`http://${alertmanager.address}`);
  const channel: Channel = { name: 'alertmanager', type: 'alertmanager', url };
  const states = async (): Promise<readonly string[]> =>
    (await alertmanager.alerts()).map(({ labels }) => `${labels.alertname} ${labels.state}`);
  try {
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await deliver(channel, worse)).toEqual({ ok: true });
    const [alert, ...others] = await alertmanager.alerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      labels: {
        alertname: 'EvidenceContractState',
        installation: 'alpha',
        state: 'violating',
        severity: 'critical',
      },
      annotations: { description: worse.cause, link: 'https://monitor.example/runs/run1' },
    });
    const other = { ...worse, from: 'violating', to: 'unreachable', atMs: atMs + 10_000 } as const;
    expect(await deliver(channel, other)).toEqual({ ok: true });
    expect(await states()).toEqual(['EvidenceContractState unreachable']);
    const better = { ...worse, from: 'unreachable', to: 'conforming', atMs: atMs + 20_000 } as const;
    expect(await deliver(channel, better)).toEqual({ ok: true });
    expect(await states()).toEqual([]);
    // The receiver took a message, although its answer was lost, and the change after it was merged with it.
    expect(await deliver(channel, worse)).toEqual({ ok: true });
    const overtaken = [{ atMs, to: 'violating' }] as const;
    const merged = { ...worse, to: 'conforming', atMs: atMs + 30_000, overtaken } as const;
    expect(await deliver(channel, merged)).toEqual({ ok: true });
    expect(await states()).toEqual([]);
    expect(await deliver(channel, { ...worse, event: 'test', atMs: Date.now() })).toEqual({ ok: true });
    expect(await states()).toEqual(['EvidenceContractTest violating']);
  } finally {
    await alertmanager.stop();
  }
});

interface MailSession {
  readonly user?: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A mail server that accepts one password, and refuses a sender at `refused.example`. */
async function startMailServer(): Promise<{ url: string; mails: MailSession[]; close: () => void }> {
  const mails: MailSession[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (password === 'password-of-the-mail') done(null, { user: username });
      else done(new Error(`${username} is refused`));
    },
    onMailFrom({ address }, _session, done) {
      const error = Object.assign(new Error(`${address} may not send`), { responseCode: 550 });
      done(address.endsWith('@refused.example') ? error : null);
    },
    onData(stream, { user, envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        mails.push({
          ...(user === undefined ? {} : { user: String(user) }),
          to: envelope.rcptTo.map(({ address }) => address),
          text,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `127.0.0.1:${port}`, mails, close: () => void server.close() };
}

test('an e-mail goes to every address with the same Message-ID in each attempt; a refusal is reported by codes only', async () => {
  const { url, mails, close } = await startMailServer();
  const channel = (server: string, from = 'monitor@example.org'): Channel => ({
    name: 'mail',
    type: 'email',
    url: new Secret(server),
    from,
    to: ['ops@example.org', 'night@example.org'],
  });
  const good = channel(`smtp://monitor:password-of-the-mail@${url}`);
  try {
    expect(await deliver(good, worse)).toEqual({ ok: true });
    expect(await deliver(good, worse)).toEqual({ ok: true });
    const [mail, again] = mails;
    expect(mail).toMatchObject({ user: 'monitor', to: ['ops@example.org', 'night@example.org'] });
    expect(mail?.text).toContain(`Message-ID: <alpha-${atMs}@evidence-contract.invalid>`);
    expect(again?.text).toContain(`Message-ID: <alpha-${atMs}@evidence-contract.invalid>`);
    expect(mail?.text).toContain('Subject: [critical] alpha: violating (was conforming). 1 finding.');
    expect(mail?.text).toContain('Auto-Submitted: auto-generated');
    // One conversation an installation.
    expect(mail?.text).toContain('References: <alpha@evidence-contract.invalid>');
    expect(mail?.text).toContain('From: monitor@example.org');
    expect(mail?.text).toContain('https://monitor.example/runs/run1');
    expect(await deliver(channel(`smtp://monitor:another-password@${url}`), worse)).toEqual({
      ok: false,
      reason: 'The mail server did not take the message (EAUTH, 535).',
    });
    expect(await deliver(channel(`smtp://${url}`, 'a@refused.example'), worse)).toEqual({
      ok: false,
      reason: 'The mail server did not take the message (EENVELOPE, 550).',
      isRefused: true,
    });
    expect(mails).toHaveLength(2);
    // No password is sent in clear text to another machine: this address is not that of the loopback interface.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
    expect(await deliver(channel(`smtp://monitor:password-of-the-mail@${elsewhere}`), worse)).toMatchObject({
      ok: false,
    });
    expect(mails).toHaveLength(2);
    const nobody = await deliver(channel('smtp://127.0.0.1:1'), worse);
    expect(nobody).toEqual({ ok: false, reason: 'The mail server did not take the message (ESOCKET).' });
  } finally {
    close();
  }
});

test('a receiver that redirects or refuses the connection is reported without its address', async () => {
  const moved = await startReceiver(() => ({ status: 307, headers: { location: 'http://127.0.0.1:1/' } }));
  const channel = (url: string): Channel => ({ name: 'hook', type: 'webhook', url: new Secret(url) });
  expect(await deliver(channel(moved.url), worse)).toEqual({
    ok: false,
    reason: 'The receiver answered with status 307.',
  });
  moved.close();
  expect(await deliver(channel(moved.url), worse)).toEqual({
    ok: false,
    reason: 'The receiver cannot be reached (ECONNREFUSED).',
  });
});

test(
  '--test-notify sends one message to each channel of a name, reports the answers, and exits 1 if one fails',
  slow,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-try-'));
    const good = await startReceiver();
    const bad = await startReceiver(() => 404);
    const token = 'sentinel-bearer-0123456789';
    writeFileSync(
      join(folder, 'installations.yaml'),
      [
        'installations:',
        '  - { name: alpha, baseUrl: "http://127.0.0.1:1", apiKey: some-long-key }',
        '  - { name: beta, baseUrl: "http://127.0.0.1:1", apiKey: some-long-key }',
        '  - name: gamma',
        '    baseUrl: http://127.0.0.1:1',
        '    apiKey: some-long-key',
        '    monitor:',
        `      notify: [{ name: ops, type: slack, url: "${bad.url}" }]`,
        'monitor:',
        `  notify: [{ name: ops, url: "${good.url}", bearer: "\${TOKEN}" }]`,
      ].join('\n'),
    );
    try {
      const environment = { TOKEN: token, MONITOR_URL: 'https://monitor.example' };
      const tried = runMonitor(folder, environment, '--test-notify', 'ops');
      expect(await tried.ended).toMatchObject({ code: 1 });
      // Both installations have the same channel: one message is enough.
      expect(tried.lines).toEqual([
        'alpha: ops (Webhook) took it.',
        'gamma: ops (Slack): The receiver answered with status 404.',
      ]);
      expect(good.received).toHaveLength(1);
      expect(good.received[0]?.body).toMatchObject({
        event: 'test',
        url: 'https://monitor.example/installations/alpha',
      });
      expect(partsOf(token, tried.lines.join('\n'))).toEqual([]);
      const unknown = runMonitor(folder, environment, '--test-notify', 'chat');
      expect(await unknown.ended).toMatchObject({
        code: 2,
        errors: expect.stringContaining(
          'No installation has a channel chat: there are ops (monitor.notify).',
        ),
      });
    } finally {
      good.close();
      bad.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
