import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { ActionView } from '../actions-model.ts';
import { installationUrl } from '../data/urls.ts';
import { texts } from '../texts.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { exactMoment } from './times.ts';

const words = texts.actions;

/**
 * Who did what.
 * @param scope says whether the rows name the installation
 */
export function actionTable(actions: readonly ActionView[], scope: 'all' | 'one installation'): Markup {
  if (actions.length === 0) return html`<p>${words.none}</p>`;
  const namesInstallation = scope === 'all';
  return dataTable({
    label: words.table,
    caption: words.caption,
    isStacked: true,
    columns: [
      texts.common.when,
      texts.common.who,
      texts.common.what,
      ...(namesInstallation ? [texts.frame.installation] : []),
    ],
    rows: actions.map(({ at, who, message, installation }) =>
      stackedRow(exactMoment(at), [
        sanitize(who),
        { content: sanitize(message), kind: 'long' },
        ...(namesInstallation ? [placeOf(installation)] : []),
      ]),
    ),
  });
}

function placeOf(installation: string | undefined): Markup {
  return installation === undefined
    ? html`<span class="soft">${words.onMonitor}</span>`
    : html`<a href="${installationUrl(installation)}">${installation}</a>`;
}
