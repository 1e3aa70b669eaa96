import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { NotificationsView, NotificationView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { distance, exactMoment } from './times.ts';

const words = texts.installation.notifications;

/** Where notifications go, and whether the latest arrived. */
export function notificationList({ channels, log }: NotificationsView, now: string): Markup {
  if (channels.length === 0 && log.length === 0)
    return html`<p>${words.none(html`<code>monitor.notify</code>`)}</p>`;
  const names = channels.map(({ name, type, states }) => {
    return html`<li>${name} <span class="small soft">${words.channel(type, states?.join(', '))}</span></li>`;
  });
  return html`<ul>${names}</ul>${log.length === 0 ? html`<p>${words.nothingSent}</p>` : table(log, now)}`;
}

function table(log: readonly NotificationView[], now: string): Markup {
  return dataTable({
    label: words.table,
    caption: words.caption,
    columns: [texts.common.when, words.channelColumn, texts.common.what, words.result],
    isStacked: true,
    rows: log.map((one) =>
      stackedRow(exactMoment(one.at), [
        one.channel,
        { content: sanitize(one.summary), kind: 'long' },
        { content: result(one, now), kind: 'long' },
      ]),
    ),
  });
}

function result({ status, attempts, next, reason = '' }: NotificationView, now: string): Markup | string {
  if (status === 'delivered') return words.delivered(attempts);
  if (status === 'given-up')
    return words.givenUpAfter(html`<strong>${words.givenUp}</strong>`, attempts, reason);
  const when = next === undefined || attempts === 0 ? undefined : distance(next, now);
  return words.waiting(attempts, when, reason);
}
