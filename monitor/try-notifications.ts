import { channelTypeOf } from './channels/channel-types.ts';
import { messageOf } from './channels/message.ts';
import type { MonitorConfiguration } from './configuration/monitor-configuration.ts';
import type { ServiceSettings } from './configuration/service-settings.ts';
import { type Send, send } from './notifications/send.ts';
import { type ChannelTest, testChannels } from './notifications/test-channels.ts';
import { notificationOf } from './running/announce.ts';
import { emptySnapshot } from './state/snapshot.ts';

/** The result of `monitor --test-notify`: a test for each installation with a channel of this name. */
export interface Tried {
  readonly tests: readonly (ChannelTest & { readonly installation: string })[];
  /** The names of all channels. */
  readonly known: readonly string[];
}

/**
 * Sends a test to every channel with a name, without a monitor. A channel shared by several installations is tested
 * once.
 */
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
