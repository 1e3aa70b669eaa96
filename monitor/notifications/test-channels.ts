import type { Channel } from '../channels/channel.ts';
import { channelTypeOf } from '../channels/channel-types.ts';
import type { Notification } from '../model.ts';
import type { SendResult } from './send.ts';

/** The outcome of a test of one channel. */
export interface ChannelTest {
  readonly channel: string;
  /** The usual name of its type. */
  readonly type: string;
  readonly ok: boolean;
  /** Why it failed, as a sentence. */
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
