import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { texts } from './texts.ts';

/** Asks for the operator's token: each form of an action has one. The hidden name is for stores of passwords. */
export function tokenField(id: string): Markup {
  return html`<div><input type="text" autocomplete="username" value="operator" hidden><label for="${id}">${texts.actions.token}</label><input id="${id}" name="token" type="password" autocomplete="current-password" spellcheck="false" required></div>`;
}

/** One of the values of a list to choose from. */
export function option(value: string, text: string, chosen: string | undefined): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`;
}

/** A link that shows the same page otherwise; marked if this is how it is shown. */
export function choiceLink(url: string, text: Markup | string, isShown: boolean): Markup {
  return html`<a href="${url}"${isShown ? html` aria-current="true"` : ''}>${text}</a>`;
}
