import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { ActionsView, InstallationView, NotificationsView } from '../installation-model.ts';
import type { OverviewRow } from '../overview-model.ts';
import { texts } from '../texts.ts';
import { cancelForm, planForm, reasonField } from './maintenance-forms.ts';
import { keptValue, typedIn } from './refused-form.ts';
import { tokenField } from './token-field.ts';

const words = texts.actions;

/** The forms for the operator's actions. They need no script. */
export function actionForms({ actions, row, maintenance, drift, notifications }: InstallationView): Markup {
  if (!actions.possible) return html`<p>${actions.reason ?? words.off}</p>`;
  const isOpen = maintenance.some(({ isActive }) => isActive);
  return html`<div class="actions">${runForm(actions, row.running)}${startForm(actions)}${planForm(actions)}${isOpen ? endForm(actions) : ''}${cancelForm(actions, maintenance)}${drift > 0 ? acceptForm(actions, drift) : ''}${notifications.channels.length > 0 ? testForm(actions, notifications) : ''}</div>`;
}

function runForm(actions: ActionsView, running: OverviewRow['running']): Markup {
  const { tiers, fields, run } = actions;
  const initial = typedIn(actions, run, fields.tier) ?? (tiers.includes('standard') ? 'standard' : tiers[0]);
  const options = tiers.map(
    (tier) => html`<option value="${tier}"${tier === initial ? html` selected` : ''}>${tier}</option>`,
  );
  return html`<form class="card" method="post" action="${run}" aria-labelledby="run-title"><h3 id="run-title">${words.run.title}</h3>
<div><label for="run-tier">${texts.common.tier}</label><select id="run-tier" name="${fields.tier}" aria-describedby="run-hint">${options}</select>
<p class="hint" id="run-hint">${running === undefined ? words.run.hint : words.run.follows(running)}</p></div>
${tokenField(actions, 'run-token')}
<button type="submit">${words.run.title}</button></form>`;
}

function startForm(actions: ActionsView): Markup {
  return html`<form class="card" method="post" action="${actions.startMaintenance}" aria-labelledby="start-title"><h3 id="start-title">${words.maintenance.start}</h3>
<div><label for="start-minutes">${words.maintenance.minutes}</label><input id="start-minutes" name="${actions.fields.minutes}" type="number" inputmode="numeric" min="1" max="10080" step="1"${keptValue(actions, actions.startMaintenance, actions.fields.minutes, '60')} required aria-describedby="start-hint">
<p class="hint" id="start-hint">${words.maintenance.hint}</p></div>
${reasonField(actions, actions.startMaintenance, 'start-reason')}
${tokenField(actions, 'start-token')}
<button type="submit">${words.maintenance.start}</button></form>`;
}

function endForm(actions: ActionsView): Markup {
  return html`<form class="card" method="post" action="${actions.endMaintenance}" aria-labelledby="end-title"><h3 id="end-title">${words.maintenance.end}</h3>
${tokenField(actions, 'end-token')}
<button type="submit">${words.maintenance.end}</button></form>`;
}

function acceptForm(actions: ActionsView, drift: number): Markup {
  return html`<form class="card" method="post" action="${actions.acceptBaseline}" aria-labelledby="accept-title"><h3 id="accept-title">${words.baseline.accept}</h3>
<p class="hint">${words.baseline.hint(drift)}</p>
${tokenField(actions, 'accept-token')}
<button type="submit">${words.baseline.accept}</button></form>`;
}

function testForm(actions: ActionsView, { channels }: NotificationsView): Markup {
  const { fields, testNotification } = actions;
  const chosen = typedIn(actions, testNotification, fields.channel) ?? '';
  const options = channels.map(
    ({ name, type }) =>
      html`<option value="${name}"${name === chosen ? html` selected` : ''}>${words.test.option(name, type)}</option>`,
  );
  return html`<form class="card" method="post" action="${testNotification}" aria-labelledby="test-title"><h3 id="test-title">${words.test.title}</h3>
<div><label for="test-channel">${words.test.channel}</label><select id="test-channel" name="${fields.channel}" aria-describedby="test-hint"><option value=""${chosen === '' ? html` selected` : ''}>${words.test.all}</option>${options}</select>
<p class="hint" id="test-hint">${words.test.hint}</p></div>
${tokenField(actions, 'test-token')}
<button type="submit">${words.test.send}</button></form>`;
}
