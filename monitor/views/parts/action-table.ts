import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { ActionView } from '../actions-model.ts';
import { installationUrl } from '../data/urls.ts';
import { dataTable } from './data-table.ts';
import { moment } from './times.ts';

/**
 * Who did what.
 * @param scope says whether the rows name the installation
 */
export function actionTable(actions: readonly ActionView[], scope: 'all' | 'one installation'): Markup {
  if (actions.length === 0) return html`<p>Nobody has done anything yet.</p>`;
  const namesInstallation = scope === 'all';
  return dataTable({
    label: 'Table of actions',
    caption: 'What was done through the network, the latest first. The name is that of the token.',
    columns: ['When', 'Who', 'What', ...(namesInstallation ? ['Installation'] : [])],
    rows: actions.map(
      ({ at, who, message, installation }) =>
        html`<tr><th scope="row">${moment(at)}</th><td>${sanitize(who)}</td><td class="long">${sanitize(message)}</td>${namesInstallation ? html`<td>${installation === undefined ? html`<span class="soft">the monitor</span>` : html`<a href="${installationUrl(installation)}">${installation}</a>`}</td>` : ''}</tr>`,
    ),
  });
}
