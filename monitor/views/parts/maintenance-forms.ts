import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { ActionsView, MaintenanceView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { keptValue, typedIn } from './refused-form.ts';
import { fullTime } from './times.ts';
import { tokenField } from './token-field.ts';

const words = texts.actions.maintenance;

/** Plans maintenance ahead. Browsers give the times of such fields without a zone: they are in UTC, as on all pages. */
export function planForm(actions: ActionsView): Markup {
  const { fields, planMaintenance } = actions;
  const time = (name: 'from' | 'to', label: string): Markup =>
    html`<div><label for="plan-${name}">${label}</label><input id="plan-${name}" name="${fields[name]}" type="datetime-local"${keptValue(actions, planMaintenance, fields[name])} required></div>`;
  return html`<form class="card" method="post" action="${planMaintenance}" aria-labelledby="plan-title"><h3 id="plan-title">${words.plan}</h3>
${time('from', words.from)}
${time('to', words.to)}
${reasonField(actions, planMaintenance, 'plan-reason')}
${tokenField(actions, 'plan-token')}
<button type="submit">${words.plan}</button></form>`;
}

/** Cancels what an operator has planned; nothing where nothing is. */
export function cancelForm(actions: ActionsView, windows: readonly MaintenanceView[]): Markup {
  const planned = windows.filter(({ id, isActive }) => id !== undefined && !isActive);
  if (planned.length === 0) return html``;
  const chosen = typedIn(actions, actions.endMaintenance, actions.fields.window);
  const options = planned.map(({ id, from, reason }) => {
    const why = reason === undefined ? undefined : sanitize(reason);
    return html`<option value="${id}"${id === chosen ? html` selected` : ''}>${words.planned(fullTime(from), why)}</option>`;
  });
  return html`<form class="card" method="post" action="${actions.endMaintenance}" aria-labelledby="cancel-title"><h3 id="cancel-title">${words.cancelTitle}</h3>
<div><label for="cancel-window">${words.which}</label><select id="cancel-window" name="${actions.fields.window}">${options}</select></div>
${tokenField(actions, 'cancel-token')}
<button type="submit">${words.cancel}</button></form>`;
}

export function reasonField(actions: ActionsView, action: string, id: string): Markup {
  const name = actions.fields.reason;
  return html`<div><label for="${id}">${words.reason}</label><input id="${id}" name="${name}" type="text" maxlength="200" autocomplete="off"${keptValue(actions, action, name)}></div>`;
}
