import { html } from 'hono/html';
import type { ActionLogView } from '../actions-model.ts';
import { actionTable } from '../parts/action-table.ts';
import { actionsTitle, layout } from './layout.ts';

/** The page of what was done through the network: who, what, when, to which installation. */
export function renderActions({ frame, actions }: ActionLogView): string | Promise<string> {
  return layout(frame, {
    title: actionsTitle,
    crumbs: [{ text: 'Installations', url: '/' }, { text: actionsTitle }],
    refreshing: 'always',
    content: html`
<div class="head"><div><h1>${actionsTitle}</h1><p class="sub">Runs that somebody started, maintenance, accepted baselines and reloads.</p></div></div>
<section class="section" id="actions" data-live aria-label="${actionsTitle}">${actionTable(actions, 'all')}</section>`,
  });
}
