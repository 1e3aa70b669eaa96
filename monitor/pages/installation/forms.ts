import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { OverviewRow } from '../overview/model.ts';
import { texts } from '../shared/texts.ts';
import { fullTime } from '../shared/times.ts';
import type { ActionsView, InstallationView, MaintenanceView, NotificationsView } from './model.ts';

/** The content of a field of this form when it was refused; nothing if it was not. */
function typedIn({ refused }: ActionsView, action: string, field: string): string | undefined {
  return refused?.action === action ? refused.values[field] : undefined;
}

/** The attribute of an input field that keeps the user's input. @param initial what stands in the form as it comes */
function keptValue(actions: ActionsView, action: string, field: string, initial?: string): Markup | '' {
  const value = typedIn(actions, action, field) ?? initial;
  return value === undefined ? '' : html` value="${value}"`;
}

/** Asks for the operator's token: each form of an action has one. */
function tokenField({ fields }: ActionsView, id: string): Markup {
  return html`<div><input type="text" autocomplete="username" value="operator" hidden><label for="${id}">${texts.actions.token}</label><input id="${id}" name="${fields.token}" type="password" autocomplete="current-password" spellcheck="false" required></div>`;
}

const words = texts.actions.maintenance;

/** Plans maintenance ahead. Browsers give the times of such fields without a zone: they are in UTC, as on all pages. */
function planForm(actions: ActionsView): Markup {
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

/** The form that cancels maintenance an operator has planned; nothing if none is planned. */
function cancelForm(actions: ActionsView, windows: readonly MaintenanceView[]): Markup {
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

function reasonField(actions: ActionsView, action: string, id: string): Markup {
  const name = actions.fields.reason;
  return html`<div><label for="${id}">${words.reason}</label><input id="${id}" name="${name}" type="text" maxlength="200" autocomplete="off"${keptValue(actions, action, name)}></div>`;
}

const actionFormsWords = texts.actions;

/** The forms for the operator's actions. They need no script. */
export function actionForms({ actions, row, maintenance, drift, notifications }: InstallationView): Markup {
  if (!actions.possible) return html`<p>${actions.reason ?? actionFormsWords.off}</p>`;
  const isOpen = maintenance.some(({ isActive }) => isActive);
  return html`<div class="actions">${runForm(actions, row.running)}${startForm(actions)}${planForm(actions)}${isOpen ? endForm(actions) : ''}${cancelForm(actions, maintenance)}${drift > 0 ? acceptForm(actions, drift) : ''}${notifications.channels.length > 0 ? testForm(actions, notifications) : ''}</div>`;
}

function runForm(actions: ActionsView, running: OverviewRow['running']): Markup {
  const { tiers, fields, run } = actions;
  const initial = typedIn(actions, run, fields.tier) ?? (tiers.includes('standard') ? 'standard' : tiers[0]);
  const options = tiers.map(
    (tier) => html`<option value="${tier}"${tier === initial ? html` selected` : ''}>${tier}</option>`,
  );
  return html`<form class="card" method="post" action="${run}" aria-labelledby="run-title"><h3 id="run-title">${actionFormsWords.run.title}</h3>
<div><label for="run-tier">${texts.common.tier}</label><select id="run-tier" name="${fields.tier}" aria-describedby="run-hint">${options}</select>
<p class="hint" id="run-hint">${running === undefined ? actionFormsWords.run.hint : actionFormsWords.run.follows(running)}</p></div>
${tokenField(actions, 'run-token')}
<button type="submit">${actionFormsWords.run.title}</button></form>`;
}

function startForm(actions: ActionsView): Markup {
  return html`<form class="card" method="post" action="${actions.startMaintenance}" aria-labelledby="start-title"><h3 id="start-title">${actionFormsWords.maintenance.start}</h3>
<div><label for="start-minutes">${actionFormsWords.maintenance.minutes}</label><input id="start-minutes" name="${actions.fields.minutes}" type="number" inputmode="numeric" min="1" max="10080" step="1"${keptValue(actions, actions.startMaintenance, actions.fields.minutes, '60')} required aria-describedby="start-hint">
<p class="hint" id="start-hint">${actionFormsWords.maintenance.hint}</p></div>
${reasonField(actions, actions.startMaintenance, 'start-reason')}
${tokenField(actions, 'start-token')}
<button type="submit">${actionFormsWords.maintenance.start}</button></form>`;
}

function endForm(actions: ActionsView): Markup {
  return html`<form class="card" method="post" action="${actions.endMaintenance}" aria-labelledby="end-title"><h3 id="end-title">${actionFormsWords.maintenance.end}</h3>
${tokenField(actions, 'end-token')}
<button type="submit">${actionFormsWords.maintenance.end}</button></form>`;
}

function acceptForm(actions: ActionsView, drift: number): Markup {
  return html`<form class="card" method="post" action="${actions.acceptBaseline}" aria-labelledby="accept-title"><h3 id="accept-title">${actionFormsWords.baseline.accept}</h3>
<p class="hint">${actionFormsWords.baseline.hint(drift)}</p>
${tokenField(actions, 'accept-token')}
<button type="submit">${actionFormsWords.baseline.accept}</button></form>`;
}

function testForm(actions: ActionsView, { channels }: NotificationsView): Markup {
  const { fields, testNotification } = actions;
  const chosen = typedIn(actions, testNotification, fields.channel) ?? '';
  const options = channels.map(
    ({ name, type }) =>
      html`<option value="${name}"${name === chosen ? html` selected` : ''}>${actionFormsWords.test.option(name, type)}</option>`,
  );
  return html`<form class="card" method="post" action="${testNotification}" aria-labelledby="test-title"><h3 id="test-title">${actionFormsWords.test.title}</h3>
<div><label for="test-channel">${actionFormsWords.test.channel}</label><select id="test-channel" name="${fields.channel}" aria-describedby="test-hint"><option value=""${chosen === '' ? html` selected` : ''}>${actionFormsWords.test.all}</option>${options}</select>
<p class="hint" id="test-hint">${actionFormsWords.test.hint}</p></div>
${tokenField(actions, 'test-token')}
<button type="submit">${actionFormsWords.test.send}</button></form>`;
}
