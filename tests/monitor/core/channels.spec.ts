import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import type { Channel, ChannelTypeId, HttpRequest } from '../../../monitor/channels/channel.ts';
import { channelTypeOf, channelTypes } from '../../../monitor/channels/channel-types.ts';
import { messageOf } from '../../../monitor/channels/message.ts';
import { readMonitorConfiguration } from '../../../monitor/index.ts';
import type { Notification } from '../../../monitor/model.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { problemsOf } from '../support/problems-of.ts';

const atMs = Date.UTC(2026, 2, 10, 12);
const worse: Notification = {
  id: `alpha-${atMs}`,
  event: 'state-change',
  installation: { name: 'alpha', baseUrl: 'https://alpha.example' },
  atMs,
  from: 'conforming',
  to: 'violating',
  cause: '2 findings (3 failed checks). The most severe: The service fails: status 500 at GET /api/v3/users.',
  count: '2 findings (3 failed checks)',
  findingCount: 2,
  findings: [
    {
      severity: 'outage',
      headline: 'The service fails: status 500 at GET /api/v3/users',
      message: 'GET /api/v3/users answered by status 500.',
      endpoints: ['GET /api/v3/users'],
    },
    { severity: 'wrong-form', message: 'Another one.', endpoints: ['GET /api/v3/projects'] },
  ],
  runId: 'run1',
  nextReminderMs: atMs + 86_400_000,
};
const better: Notification = {
  id: `alpha-${atMs + 60_000}`,
  event: 'state-change',
  installation: worse.installation,
  atMs: atMs + 60_000,
  from: 'violating',
  to: 'conforming',
  cause: 'Every requirement that was judged holds.',
  findingCount: 0,
  findings: [],
  runId: 'run2',
};
const reminder: Notification = {
  ...worse,
  event: 'reminder',
  from: 'violating',
  sinceMs: atMs,
  atMs: atMs + 86_400_000,
  nextReminderMs: atMs + 2 * 86_400_000,
};
const tried: Notification = { ...better, event: 'test', id: 'alpha-test-1' };

const addresses: Readonly<Record<ChannelTypeId, string>> = {
  webhook: 'https://hooks.example/x',
  slack: 'https://hooks.slack.example/services/T/B/x',
  teams: 'https://teams.example/workflows/x',
  discord: 'https://discord.example/api/webhooks/1/x',
  pagerduty: 'https://events.pagerduty.com/v2/enqueue',
  opsgenie: 'https://api.opsgenie.com',
  email: 'smtps://monitor:password-of-mail@mail.example',
  ntfy: 'https://ntfy.example/base/topic-x',
  alertmanager: 'http://alertmanager.example:9093/',
};

function outgoing(type: ChannelTypeId, notification: Notification, more: Partial<Channel> = {}) {
  const channel: Channel = {
    name: 'ops',
    type,
    url: new Secret(addresses[type]),
    key: new Secret('integration-key'),
    from: 'monitor@example.org',
    to: ['ops@example.org', 'night@example.org'],
    ...more,
  };
  return channelTypeOf(type).outgoing(messageOf(notification, 'https://monitor.example'), channel);
}

interface SlackBody {
  readonly text: string;
  readonly blocks: readonly { readonly text: { readonly type: string; readonly text: string } }[];
  readonly attachments: [{ blocks: [{ text?: { type: string; text: string } }] }];
}

interface DiscordBody {
  readonly allowed_mentions: object;
  readonly embeds: [
    {
      title: string;
      description?: string;
      url?: string;
      fields: readonly { readonly name: string; readonly value: string }[];
    },
  ];
}

function bodyOf(type: ChannelTypeId, notification: Notification): object {
  return (outgoing(type, notification) as HttpRequest).body;
}

const runPage = 'https://monitor.example/runs/run1';
const summary = `alpha: violating (was conforming). ${worse.cause}`;

for (const { id } of channelTypes) {
  test(`every ${id} message contains the installation, its state and cause, and a link to its page`, () => {
    for (const [notification, page, words] of [
      [worse, runPage, 'violating'],
      [better, 'https://monitor.example/runs/run2', 'conforming'],
      [reminder, runPage, 'still violating, for 24 h'],
      [tried, 'https://monitor.example/installations/alpha', 'This is a test'],
    ] as const) {
      const text = JSON.stringify(outgoing(id, notification)).replaceAll('\\\\', '');
      for (const part of [page, words, notification.cause, 'alpha']) {
        expect(text, `${notification.event} to ${notification.to}`).toContain(part);
      }
    }
  });
}

test('chat services show green for conforming alone', () => {
  const gone: Notification = { ...better, to: 'unknown', cause: 'It is not watched any more.' };
  const green = {
    slack: '"#2e7d32"',
    teams: '"Good"',
    discord: String(0x2e7d32),
    ntfy: 'white_check_mark',
  } as const;
  for (const [type, mark] of Object.entries(green)) {
    const shows = (notification: Notification): boolean =>
      JSON.stringify(bodyOf(type as ChannelTypeId, notification)).includes(mark);
    expect([better, worse, gone, { ...better, to: 'maintenance' } as const, tried].map(shows), type).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  }
});

test('a webhook receives the fields that scripts rely on', () => {
  expect(outgoing('webhook', worse, { bearer: new Secret('token-of-hook') })).toEqual({
    kind: 'http',
    url: 'https://hooks.example/x',
    headers: { authorization: 'Bearer token-of-hook' },
    body: {
      event: 'state-change',
      id: worse.id,
      installation: worse.installation,
      at: '2026-03-10T12:00:00.000Z',
      from: 'conforming',
      to: 'violating',
      summary,
      cause: worse.cause,
      findingCount: 2,
      findings: worse.findings,
      run: 'run1',
      url: runPage,
    },
  });
});

test('PagerDuty gets one incident per installation, which recovery resolves; a test gets an incident of its own', () => {
  expect(bodyOf('pagerduty', worse)).toMatchObject({
    routing_key: 'integration-key',
    event_action: 'trigger',
    dedup_key: 'evidence-contract/alpha',
    payload: { summary, source: 'https://alpha.example', severity: 'critical', class: 'violating' },
    links: [{ href: runPage }],
  });
  expect(bodyOf('pagerduty', better)).toMatchObject({
    event_action: 'resolve',
    dedup_key: 'evidence-contract/alpha',
  });
  expect(bodyOf('pagerduty', tried)).toMatchObject({
    event_action: 'trigger',
    dedup_key: 'evidence-contract/alpha-test-1',
    payload: { severity: 'info' },
  });
});

test('Opsgenie gets one alert per installation, which recovery closes', () => {
  const headers = { authorization: 'GenieKey integration-key' };
  expect(outgoing('opsgenie', worse)).toMatchObject({
    url: 'https://api.opsgenie.com/v2/alerts',
    headers,
    body: { alias: 'evidence-contract/alpha', priority: 'P1', details: { url: runPage } },
  });
  expect(outgoing('opsgenie', better)).toMatchObject({
    url: 'https://api.opsgenie.com/v2/alerts/evidence-contract%2Falpha/close?identifierType=alias',
    headers,
  });
});

test('Alertmanager gets one alert per bad state, which a change of state ends with the same labels', () => {
  const labels = {
    alertname: 'EvidenceContractState',
    installation: 'alpha',
    state: 'violating',
    severity: 'critical',
  };
  expect(outgoing('alertmanager', worse)).toMatchObject({
    url: 'http://alertmanager.example:9093/api/v2/alerts',
    body: [{ labels, startsAt: '2026-03-10T12:00:00.000Z', endsAt: '2026-03-12T12:00:00.000Z' }],
  });
  expect(bodyOf('alertmanager', reminder)).toMatchObject([
    { labels, startsAt: '2026-03-10T12:00:00.000Z', endsAt: '2026-03-13T12:00:00.000Z' },
  ]);
  expect(bodyOf('alertmanager', better)).toMatchObject([{ labels, endsAt: '2026-03-10T12:01:00.000Z' }]);
  const other = { ...worse, from: 'violating', to: 'throttled' } as const;
  expect(bodyOf('alertmanager', other)).toMatchObject([
    { labels },
    { labels: { ...labels, state: 'throttled', severity: 'warning' } },
  ]);
  expect(bodyOf('alertmanager', { ...better, from: 'conforming', to: 'maintenance' })).toEqual([]);
});

test('an ntfy message goes to the server of its URL, with the last path segment as the topic', () => {
  expect(outgoing('ntfy', worse)).toMatchObject({
    url: 'https://ntfy.example/base',
    body: { topic: 'topic-x', priority: 5, click: runPage },
  });
});

test('text from an installation creates no links, mentions or formatting in chat messages', () => {
  const cause =
    '<!channel> @everyone [x](http://evil.example) <http://evil.example|y> **z**\u202e\r\nFrom: a';
  const hostile = { ...worse, cause };
  const shown = '<!channel> @everyone [x](http://evil.example) <http://evil.example|y> **z**\ufffd From: a';
  const { blocks, attachments } = bodyOf('slack', hostile) as SlackBody;
  expect(attachments[0].blocks[0].text).toEqual({ type: 'plain_text', text: `Cause: ${shown}` });
  // If a message has blocks, Slack shows its text only in notifications.
  expect(blocks.map(({ text }) => text.type)).toEqual(['plain_text']);
  expect(JSON.stringify(bodyOf('teams', hostile))).not.toContain('"TextBlock"');
  const obstructed = {
    ...hostile,
    findings: [{ severity: 'outage', message: cause, endpoints: [] }],
  } as const;
  for (const notification of [hostile, obstructed]) {
    expect((bodyOf('slack', notification) as SlackBody).text).not.toContain('<');
    const { allowed_mentions: mentions, embeds } = bodyOf('discord', notification) as DiscordBody;
    expect(mentions).toEqual({ parse: [] });
    for (const text of [embeds[0].title, embeds[0].description ?? ''])
      expect(text).not.toMatch(/(?<!\\)[<>@*[\]()|:/]/);
  }
});

test('a Discord message has no empty value and no link to a host without a dot, which Discord would refuse', () => {
  const notification = { ...worse, installation: { ...worse.installation, tags: [] } };
  const message = messageOf(notification, 'http://monitor:9470');
  const { body } = channelTypeOf('discord').outgoing(message, {
    name: 'ops',
    type: 'discord',
    url: new Secret(addresses.discord),
  }) as HttpRequest;
  const [embed] = (body as DiscordBody).embeds;
  expect(embed.url).toBeUndefined();
  expect(embed.fields.map(({ name }) => name)).not.toContain('Tags');
  for (const { name, value } of embed.fields) expect(value, name).not.toBe('');
  expect(embed.fields.at(-1)).toEqual({ name: 'Page', value: 'http://monitor:9470/runs/run1' });
});

test('below its title, a message shows the full finding, or the cause unless the title contains it', () => {
  const below = (notification: Notification): string | undefined =>
    (bodyOf('slack', notification) as SlackBody).attachments[0].blocks[0].text?.text;
  expect(below(worse)).toBe('GET /api/v3/users answered by status 500.');
  expect(below(better)).toBe(`Cause: ${better.cause}`);
  expect(below({ ...worse, cause: `${worse.cause} Conforming from dublin.` })).toBe(
    `Cause: ${worse.cause} Conforming from dublin.`,
  );
  const cause = 'The connection was refused.';
  const findings = [{ severity: 'outage', message: cause, endpoints: [] }] as const;
  const obstructed = { ...worse, cause, findings };
  expect(below(obstructed)).toBeUndefined();
  for (const { id } of channelTypes.filter((one) =>
    ['slack', 'teams', 'discord', 'ntfy', 'email'].includes(one.id),
  ))
    expect(JSON.stringify(outgoing(id, obstructed)).split(cause).length - 1, id).toBeLessThanOrEqual(2);
});

test('messages with very long texts stay within the size limits', () => {
  const long = { ...worse, cause: 'x'.repeat(100_000), count: 'y'.repeat(5_000) };
  for (const { id } of channelTypes) {
    expect(JSON.stringify(outgoing(id, long)).length, id).toBeLessThan(30_000);
  }
  expect((bodyOf('opsgenie', long) as { message: string }).message).toHaveLength(130);
});

const installation = makeTestInstallation({ name: 'alpha', baseUrl: 'http://127.0.0.1:1' });
function read(notify: unknown, more: object = {}) {
  return readMonitorConfiguration({ installations: [{ ...installation, monitor: { notify, ...more } }] });
}

test('a channel without a name is named after its type, and reminders come daily by default', () => {
  const [one] = read([
    { url: 'https://a.example' },
    { type: 'slack', url: 'https://b.example' },
    { url: 'https://c.example' },
    { type: 'pagerduty', key: 'integration-key', name: 'night' },
    { type: 'email', url: 'smtp://mail.example', from: 'a@example.org', to: ['b@example.org'] },
  ]).installations;
  expect(one?.plan.notify.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'webhook webhook',
    'slack slack',
    'webhook-2 webhook',
    'night pagerduty',
    'email email',
  ]);
  expect(one?.plan.remindMs).toBe(86_400_000);
  expect(read([], { remind: 'off' }).installations[0]?.plan).not.toHaveProperty('remindMs');
  expect(read([], { remind: '90m' }).installations[0]?.plan.remindMs).toBe(5_400_000);
});

const mistakes: readonly (readonly [entry: object, reported: string])[] = [
  [{}, 'url: A channel of type webhook needs url, like https://host.example/path.'],
  [
    { url: 'x' },
    'url: The address of the webhook is not a web address. Write it like https://host.example/path.',
  ],
  [{ type: 'pagerduty' }, 'key: A channel of type pagerduty needs key.'],
  [
    { type: 'opsgenie', key: 'short' },
    'key: The key is shorter than 8 characters: it could not be kept out of reports and logs.',
  ],
  [
    { type: 'slack', url: 'https://x.example', bearer: 'token-token' },
    'bearer: A channel of type slack takes no bearer.',
  ],
  [
    { type: 'email', url: 'https://x.example', from: 'a@b', to: ['c@d'] },
    'url: The address of a channel of type email is not such an address. Write it like smtps://user:password@mail.example.',
  ],
  [
    { type: 'ntfy', url: 'https://ntfy.example' },
    'url: The address of a channel of type ntfy is not such an address. Write it like https://ntfy.sh/topic.',
  ],
  [{ type: 'email', url: 'smtp://x.example', to: ['c@d'] }, 'from: A channel of type email needs from.'],
];
for (const [entry, reported] of mistakes) {
  test(`the configuration refuses the channel ${JSON.stringify(entry)}`, () => {
    expect(problemsOf(() => read([entry]))).toEqual([`monitor of alpha.notify.0.${reported}`]);
  });
}

test('the configuration refuses duplicate channel names, an unknown type and an invalid reminder interval', () => {
  const twice = [
    { name: 'a', url: 'https://a.example' },
    { name: 'a', url: 'https://b.example' },
  ];
  expect(problemsOf(() => read(twice))).toEqual([
    'monitor of alpha.notify.1.name: Two channels are named a. Give each another name.',
  ]);
  expect(problemsOf(() => read([{ type: 'sms', url: 'https://a.example' }]))[0]).toContain(
    'Write one of webhook,',
  );
  expect(problemsOf(() => read([], { remind: 'daily' }))[0]).toContain('Write off, or a duration');
});

test('the summary of a message names the states as the pages do', () => {
  const notification: Notification = { ...better, from: 'not-this-api', to: 'key-rejected' };
  expect(messageOf(notification, 'https://monitor.example').summary).toBe(
    'alpha: key rejected (was not this API).',
  );
});
