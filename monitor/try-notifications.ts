import type { Channel } from './channels/channel.ts';
import { channelTypeOf } from './channels/channel-types.ts';
import { messageOf } from './channels/message.ts';
import type { MonitorConfiguration } from './configuration/monitor-configuration.ts';
import type { ServiceSettings } from './configuration/service-settings.ts';
import type { Notification } from './model.ts';
import { type Send, type SendResult, send } from './notifications/send.ts';
import { notificationOf } from './running/announce.ts';
import { emptySnapshot } from './state/snapshot.ts';

/** The outcome of a test of one channel. */
export interface ChannelTest {
  readonly channel: string;
  /** As people call its type. */
  readonly type: string;
  readonly ok: boolean;
  /** Why not, as a sentence. */
  readonly reason?: string;
}

/** Makes one attempt on each channel, all at once. */
export function testChannels(
  channels: readonly Channel[],
  notification: Notification,
  test: (channel: Channel, notification: Notification) => Promise<SendResult>,
): Promise<readonly ChannelTest[]> {
  return Promise.all(
    channels.map(async (channel) => {
      const result = await test(channel, notification);
      const { title } = channelTypeOf(channel.type);
      const reason = result.ok ? {} : { reason: result.reason };
      return { channel: channel.name, type: title, ok: result.ok, ...reason };
    }),
  );
}

/** "ops (Slack) took it." or "ops (Slack): The receiver answered with status 404." */
export function testSentence({ channel, type, ok, reason = '' }: ChannelTest): string {
  return ok ? `${channel} (${type}) took it.` : `${channel} (${type}): ${reason}`;
}

/** What `monitor --test-notify` found: a test for each installation that has a channel of the name. */
export interface Tried {
  readonly tests: readonly (ChannelTest & { readonly installation: string })[];
  /** Every name of a channel. */
  readonly known: readonly string[];
}

/** Sends a test to every channel of a name, without a monitor. Installations that share one channel send one. */
export async function tryNotifications(
  { installations }: MonitorConfiguration,
  service: Pick<ServiceSettings, 'publicUrl' | 'host' | 'port'>,
  name: string,
  nowMs: number,
  sendOne: Send = send,
): Promise<Tried> {
  const pagesUrl = service.publicUrl ?? `http://${service.host}:${service.port}`;
  const seen = new Set<string>();
  const tests = await Promise.all(
    installations.map(async ({ installation, plan }) => {
      const channels = plan.notify.filter((channel) => {
        const { url, key, bearer, to = [] } = channel;
        const target = [url.reveal(), key?.reveal(), bearer?.reveal(), ...to].join('\n');
        const isNew = channel.name === name && !seen.has(target);
        if (isNew) seen.add(target);
        return isNew;
      });
      const notification = notificationOf('test', 'unknown', emptySnapshot, {
        installation,
        plan,
        atMs: nowMs,
      });
      const results = await testChannels(channels, notification, (channel, test) =>
        sendOne(
          channelTypeOf(channel.type).outgoing(messageOf(test, pagesUrl), channel),
          new AbortController().signal,
        ),
      );
      return results.map((result) => ({ ...result, installation: installation.name }));
    }),
  );
  const known = installations.flatMap(({ plan }) => plan.notify.map((channel) => channel.name));
  return { tests: tests.flat(), known: [...new Set(known)] };
}
