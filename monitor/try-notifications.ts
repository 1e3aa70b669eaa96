import { channelTypeOf } from './channels/channel-types.ts';
import { messageOf } from './channels/message.ts';
import type { MonitorConfiguration } from './configuration/monitor-configuration.ts';
import type { ServiceSettings } from './configuration/service-settings.ts';
import { type Send, send } from './notifications/send.ts';
import { type ChannelTest, testChannels } from './notifications/test-channels.ts';
import { notificationOf } from './running/announce.ts';
import { emptySnapshot } from './state/snapshot.ts';

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
