import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { ActionsView, InstallationView, NotificationsView } from '../installation-model.ts';
import type { OverviewRow } from '../overview-model.ts';
import { cancelForm, planForm, reasonField } from './maintenance-forms.ts';
import { tokenField } from './token-field.ts';

/** The forms for the operator's actions. They need no script. */
export function actionForms({ actions, row, maintenance, drift, notifications }: InstallationView): Markup {
  if (!actions.possible) return html`<p>${actions.reason ?? 'Actions are switched off.'}</p>`;
  const isOpen = maintenance.some(({ isActive }) => isActive);
  return html`<div class="actions">${runForm(actions, row.running)}${startForm(actions)}${planForm(actions)}${isOpen ? endForm(actions) : ''}${cancelForm(actions, maintenance)}${drift > 0 ? acceptForm(actions, drift) : ''}${notifications.channels.length > 0 ? testForm(actions, notifications) : ''}</div>`;
}

function runForm(actions: ActionsView, running: OverviewRow['running']): Markup {
  const { tiers, fields, run } = actions;
  const initial = tiers.includes('standard') ? 'standard' : tiers[0];
  const options = tiers.map(
    (tier) => html`<option value="${tier}"${tier === initial ? html` selected` : ''}>${tier}</option>`,
  );
  return html`<form class="card" method="post" action="${run}" aria-labelledby="run-title"><h3 id="run-title">Run now</h3>
<div><label for="run-tier">Tier</label><select id="run-tier" name="${fields.tier}" aria-describedby="run-hint">${options}</select>
<p class="hint" id="run-hint">${running === undefined ? 'It uses the same request budget as the schedule.' : `A ${running} run is under way; this one will follow it.`}</p></div>
${tokenField(actions, 'run-token')}
<button type="submit">Run now</button></form>`;
}

function startForm(actions: ActionsView): Markup {
  return html`<form class="card" method="post" action="${actions.startMaintenance}" aria-labelledby="start-title"><h3 id="start-title">Start maintenance</h3>
<div><label for="start-minutes">Minutes</label><input id="start-minutes" name="${actions.fields.minutes}" type="number" inputmode="numeric" min="1" max="10080" step="1" value="60" required aria-describedby="start-hint">
<p class="hint" id="start-hint">Runs continue, but they count for no figure and raise no alarm.</p></div>
${reasonField(actions, 'start-reason')}
${tokenField(actions, 'start-token')}
<button type="submit">Start maintenance</button></form>`;
}

function endForm(actions: ActionsView): Markup {
  return html`<form class="card" method="post" action="${actions.endMaintenance}" aria-labelledby="end-title"><h3 id="end-title">End maintenance</h3>
${tokenField(actions, 'end-token')}
<button type="submit">End maintenance</button></form>`;
}

function acceptForm(actions: ActionsView, drift: number): Markup {
  return html`<form class="card" method="post" action="${actions.acceptBaseline}" aria-labelledby="accept-title"><h3 id="accept-title">Accept as baseline</h3>
<p class="hint">The current observations become the baseline: ${drift === 1 ? '1 differs' : `${drift} differ`} from the present one. The history records it.</p>
${tokenField(actions, 'accept-token')}
<button type="submit">Accept as baseline</button></form>`;
}

function testForm(actions: ActionsView, { channels }: NotificationsView): Markup {
  const options = channels.map(({ name, type }) => html`<option value="${name}">${name} (${type})</option>`);
  return html`<form class="card" method="post" action="${actions.testNotification}" aria-labelledby="test-title"><h3 id="test-title">Send a test notification</h3>
<div><label for="test-channel">Channel</label><select id="test-channel" name="${actions.fields.channel}" aria-describedby="test-hint"><option value="" selected>all</option>${options}</select>
<p class="hint" id="test-hint">It says that it is a test. One attempt is made.</p></div>
${tokenField(actions, 'test-token')}
<button type="submit">Send a test</button></form>`;
}
