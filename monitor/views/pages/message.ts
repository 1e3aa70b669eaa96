import { html } from 'hono/html';
import { texts } from '../texts.ts';
import type { MessageView } from '../view-model.ts';
import { layout } from './layout.ts';

/** A page of one message: not found, refused, or an action that failed. */
export function renderMessage({ frame, title, text, status }: MessageView): string | Promise<string> {
  return layout(frame, {
    title,
    crumbs: [{ text: texts.frame.installations, url: '/' }, { text: title }],
    refreshing: 'never',
    content: html`
<div class="head"><div><h1>${title}</h1><p class="sub">${texts.errors.status(status)}</p></div></div>
<p>${text}</p>
<p class="section"><a href="/">${texts.errors.allInstallations}</a></p>`,
  });
}
