import { html } from 'hono/html';
import type { ActionLogView } from '../actions-model.ts';
import { actionTable } from '../parts/action-table.ts';
import { texts } from '../texts.ts';
import { layout } from './layout.ts';

const words = texts.actions;

/** The page of what was done through the network: who, what, when, to which installation. */
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
