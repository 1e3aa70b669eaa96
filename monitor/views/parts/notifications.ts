import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { pluralize } from '../../../reports/words.ts';
import type { NotificationsView, NotificationView } from '../installation-model.ts';
import { dataTable } from './data-table.ts';
import { distance, moment } from './times.ts';

/** Where notifications go, and whether the latest arrived. */
export function notificationList({ channels, log }: NotificationsView, now: string): Markup {
  if (channels.length === 0 && log.length === 0)
    return html`<p>No channel is configured (<code>monitor.notify</code>), so nobody is notified.</p>`;
  const names = channels.map(({ name, type, states }) => {
    const only = states === undefined ? '' : `, only ${states.join(', ')}`;
    return html`<li>${name} <span class="small soft">(${type}${only})</span></li>`;
  });
  return html`<ul>${names}</ul>${log.length === 0 ? html`<p>Nothing has been sent yet.</p>` : table(log, now)}`;
}

function table(log: readonly NotificationView[], now: string): Markup {
  return dataTable({
    label: 'Table of notifications',
    caption: 'Notifications, the latest first. What was not taken is repeated for a day.',
    columns: ['When', 'Channel', 'What', 'Result'],
    rows: log.map(
      (one) =>
        html`<tr><th scope="row">${moment(one.at)}</th><td>${one.channel}</td><td class="long">${sanitize(one.summary)}</td><td class="long">${result(one, now)}</td></tr>`,
    ),
  });
}

function result({ status, attempts, next, reason = '' }: NotificationView, now: string): Markup {
  if (status === 'delivered')
    return html`delivered${attempts > 1 ? ` after ${pluralize(attempts, 'attempt')}` : ''}`;
  if (status === 'given-up')
    return html`<strong>given up</strong> after ${pluralize(attempts, 'attempt')}. ${reason}`;
  const when = next === undefined || attempts === 0 ? html`` : html`, next ${distance(next, now)}`;
  return html`waiting, ${pluralize(attempts, 'attempt')}${when}. ${reason}`;
}
