import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import type { StateChangeView } from '../installation-model.ts';
import type { LastRunView } from '../view-model.ts';
import { dataTable } from './data-table.ts';
import { stateBadge } from './icons.ts';
import { moment } from './times.ts';

/** How the state changed. */
export function changeTable(changes: readonly StateChangeView[]): Markup {
  if (changes.length === 0) return html`<p>The state has not changed yet.</p>`;
  return dataTable({
    label: 'Table of changes',
    caption: 'Changes of state, the latest first.',
    columns: ['When', 'State', 'Cause'],
    rows: changes.map(
      ({ at, from, to, cause, runUrl }) =>
        html`<tr><th scope="row">${runUrl === undefined ? moment(at) : html`<a href="${runUrl}">${moment(at)}</a>`}</th><td>${stateBadge(to)}<span class="address">before: ${stateOf(from).label.toLowerCase()}</span></td><td class="long">${sanitize(cause ?? '')}</td></tr>`,
    ),
  });
}

/** The last runs, each with its own page. */
export function runTable(runs: readonly LastRunView[]): Markup {
  if (runs.length === 0) return html`<p>No run has ended yet.</p>`;
  return dataTable({
    label: 'Table of runs',
    caption: 'The last runs, the latest first.',
    columns: ['Started', 'Tier', 'State', { number: 'Duration' }],
    rows: runs.map(
      ({ url, tier, location, state, startedAt, durationMs }) =>
        html`<tr><th scope="row"><a href="${url}">${moment(startedAt)}</a></th><td>${tier}${location === undefined ? '' : html` <span class="small soft">from ${location}</span>`}</td><td>${stateBadge(state)}</td><td class="number">${duration(durationMs)}</td></tr>`,
    ),
  });
}
