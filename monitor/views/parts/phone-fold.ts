import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';

/** Folded on a phone, where the list of installations begins on the first screen; on any other screen it is open. */
export function phoneFold(id: string, title: string, content: Markup, isOpen = false): Markup {
  return html`<details class="phone-fold" id="${id}"${isOpen ? html` open` : ''}><summary>${title}</summary>${content}</details>`;
}
