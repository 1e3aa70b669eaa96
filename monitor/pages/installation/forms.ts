import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { operatorTiers } from '../../running/actions.ts';
import { option, tokenField } from '../shared/forms.ts';
import { texts } from '../shared/texts.ts';
import { fullTime } from '../shared/times.ts';
import type { InstallationView } from './model.ts';

const words = texts.actions;

/** The content of a field of this form when it was refused; nothing if it was not. */
function typedIn(
  { actions: { refused } }: InstallationView,
  path: string,
  field: string,
): string | undefined {
  return refused?.path === path ? refused.values[field] : undefined;
}

/** The attribute of an input field that keeps the user's input. @param initial what stands in the form as it comes */
function keptValue(view: InstallationView, path: string, field: string, initial?: string): Markup | '' {
  const value = typedIn(view, path, field) ?? initial;
  return value === undefined ? '' : html` value="${value}"`;
}

/**
 * A form that leads to a path below the address of the installation.
 * @param id begins the ids of its elements
 * @param fields those before the one for the token
 */
function form(
  { row }: InstallationView,
  path: string,
  id: string,
  fields: Markup | '',
  [title, submit = title]: readonly [title: string, submit?: string],
): Markup {
  return html`<form class="card" method="post" action="${row.url}/${path}" aria-labelledby="${id}-title"><h3 id="${id}-title">${title}</h3>
${fields}${tokenField(`${id}-token`)}
<button type="submit">${submit}</button></form>`;
}

/** The forms for the operator's actions. They need no script. */
export function actionForms(view: InstallationView): Markup {
  const { actions, maintenance, drift, notifications } = view;
  if (!actions.possible) return html`<p>${words.problems.noToken}</p>`;
  const isOpen = maintenance.some(({ isActive }) => isActive);
  return html`<div class="actions">${runForm(view)}${startForm(view)}${planForm(view)}${isOpen ? form(view, 'maintenance/end', 'end', '', [words.maintenance.end]) : ''}${cancelForm(view)}${drift > 0 ? acceptForm(view) : ''}${notifications.channels.length > 0 ? testForm(view) : ''}</div>`;
}

function runForm(view: InstallationView): Markup {
  const { running } = view.row;
  const initial = typedIn(view, 'run', 'tier') ?? 'standard';
  const options = operatorTiers.map((tier) => option(tier, tier, initial));
  const fields = html`<div><label for="run-tier">${texts.common.tier}</label><select id="run-tier" name="tier" aria-describedby="run-hint">${options}</select>
<p class="hint" id="run-hint">${running === undefined ? words.run.hint : words.run.follows(running)}</p></div>
`;
  return form(view, 'run', 'run', fields, [words.run.title]);
}

function startForm(view: InstallationView): Markup {
  const fields = html`<div><label for="start-minutes">${words.maintenance.minutes}</label><input id="start-minutes" name="minutes" type="number" inputmode="numeric" min="1" max="10080" step="1"${keptValue(view, 'maintenance', 'minutes', '60')} required aria-describedby="start-hint">
<p class="hint" id="start-hint">${words.maintenance.hint}</p></div>
${reasonField(view, 'maintenance', 'start-reason')}
`;
  return form(view, 'maintenance', 'start', fields, [words.maintenance.start]);
}

/** Plans maintenance ahead. Browsers give the times of such fields without a zone: they are in UTC, as on all pages. */
function planForm(view: InstallationView): Markup {
  const path = 'maintenance/plan';
  const time = (name: 'from' | 'to'): Markup =>
    html`<div><label for="plan-${name}">${words.maintenance[name]}</label><input id="plan-${name}" name="${name}" type="datetime-local"${keptValue(view, path, name)} required></div>`;
  const fields = html`${time('from')}
${time('to')}
${reasonField(view, path, 'plan-reason')}
`;
  return form(view, path, 'plan', fields, [words.maintenance.plan]);
}

function reasonField(view: InstallationView, path: string, id: string): Markup {
  return html`<div><label for="${id}">${words.maintenance.reason}</label><input id="${id}" name="reason" type="text" maxlength="200" autocomplete="off"${keptValue(view, path, 'reason')}></div>`;
}

/** The form that cancels maintenance an operator has planned; nothing if none is planned. */
function cancelForm(view: InstallationView): Markup | '' {
  const planned = view.maintenance.filter(({ id, isActive }) => id !== undefined && !isActive);
  if (planned.length === 0) return '';
  const chosen = typedIn(view, 'maintenance/end', 'window');
  const options = planned.map(({ id = '', from, reason }) => {
    const why = reason === undefined ? undefined : sanitize(reason);
    return option(id, words.maintenance.planned(fullTime(from), why), chosen);
  });
  const fields = html`<div><label for="cancel-window">${words.maintenance.which}</label><select id="cancel-window" name="window">${options}</select></div>
`;
  const { cancelTitle, cancel } = words.maintenance;
  return form(view, 'maintenance/end', 'cancel', fields, [cancelTitle, cancel]);
}

function acceptForm(view: InstallationView): Markup {
  const fields = html`<p class="hint">${words.baseline.hint(view.drift)}</p>
`;
  return form(view, 'baseline', 'accept', fields, [words.baseline.accept]);
}

function testForm(view: InstallationView): Markup {
  const path = 'notifications/test';
  const chosen = typedIn(view, path, 'channel') ?? '';
  const options = view.notifications.channels.map(({ name, type }) =>
    option(name, words.test.option(name, type), chosen),
  );
  const fields = html`<div><label for="test-channel">${words.test.channel}</label><select id="test-channel" name="channel" aria-describedby="test-hint">${option('', words.test.all, chosen)}${options}</select>
<p class="hint" id="test-hint">${words.test.hint}</p></div>
`;
  return form(view, path, 'test', fields, [words.test.title, words.test.send]);
}
