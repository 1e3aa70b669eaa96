import { channelTypeOf } from '../../channels/channel-types.ts';
import { messageOf } from '../../channels/message.ts';
import type { OutboxItem } from '../../history/outbox.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import type { NotificationsView } from '../installation-model.ts';
import { iso } from './iso.ts';

/** Where notifications of an installation go, and what became of the latest. */
export function notificationsView(
  { monitored }: MonitoredTarget,
  items: readonly OutboxItem[],
): NotificationsView {
  return {
    channels: monitored.plan.notify.map(({ name, type, states }) => ({
      name,
      type: channelTypeOf(type).title,
      ...(states === undefined ? {} : { states }),
    })),
    log: items.map(({ channel, notification, status, attempts, nextMs, reason }) => ({
      id: notification.id,
      at: iso(notification.atMs),
      channel,
      event: notification.event,
      summary: messageOf(notification, '').summary,
      status,
      attempts,
      ...(status === 'waiting' ? { next: iso(nextMs) } : {}),
      ...(reason === undefined ? {} : { reason }),
    })),
  };
}
