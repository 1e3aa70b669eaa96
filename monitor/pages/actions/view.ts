import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { History } from '../../history/history.ts';
import type { Action } from '../../model.ts';
import { frameView, type ViewSources } from '../shared/frame-view.ts';
import { layout } from '../shared/layout.ts';
import type { ActionLogView, ActionView } from '../shared/model.ts';
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
    label: words.table,
    caption: words.caption,
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

/** The page of actions through the network: who, what, when, to which installation. */
export function renderActions({ frame, actions }: ActionLogView): string | Promise<string> {
  return layout(frame, {
    title: words.title,
    crumbs: [{ text: texts.frame.installations, url: '/' }, { text: words.title }],
    refreshing: 'always',
    content: html`
<div class="head"><div><h1>${words.title}</h1><p class="sub">${words.introduction}</p></div></div>
<section class="section" id="actions" data-live aria-label="${words.title}">${actionTable(actions, 'all')}</section>`,
  });
}

const most = 200;

/** The latest actions on all installations and on the monitor itself. */
export async function actionLogView(history: History, sources: ViewSources): Promise<ActionLogView> {
  const actions = await history.actions({ limit: most });
  return { frame: frameView(sources), actions: actions.map(actionView) };
}

export function actionView({ atMs, ...rest }: Action): ActionView {
  return { at: iso(atMs), ...rest };
}
