import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { Action } from '../../model.ts';
import { crumbsTo, layout } from '../shared/layout.ts';
import type { ActionView, FrameView } from '../shared/model.ts';
import { dataTable, stackedRow } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { exactMoment, iso } from '../shared/times.ts';
import { installationUrl } from '../shared/urls.ts';

const words = texts.actions;

/**
 * Who did what.
 * @param scope says whether the rows name the installation
 */
export function actionTable(actions: readonly ActionView[], scope: 'all' | 'one installation'): Markup {
  if (actions.length === 0) return html`<p>${words.none}</p>`;
  const namesInstallation = scope === 'all';
  return dataTable({
    words,
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

/** The page of actions through the network, on all installations and on the monitor itself. @param actions the latest first */
export function renderActions(frame: FrameView, actions: readonly ActionView[]): Markup {
  return layout(frame, {
    title: words.title,
    crumbs: crumbsTo(words.title),
    refreshing: 'always',
    content: html`
<div class="head"><div><h1>${words.title}</h1><p class="sub">${words.introduction}</p></div></div>
<section class="section" id="actions" data-live aria-label="${words.title}">${actionTable(actions, 'all')}</section>`,
  });
}

export function actionView({ atMs, ...rest }: Action): ActionView {
  return { at: iso(atMs), ...rest };
}
