import { html } from 'hono/html';
import { stateOf } from '../../contract/state.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { stateBadge } from './icons.ts';
import type { Markup } from './markup.ts';
import type { InstallationView, LastRunView, MaintenanceView, StateChangeView } from './view-model.ts';
import { distance, duration, moment } from './words.ts';

/** When each tier runs, as configured, and when next. */
export function scheduleTable({ schedule, frame }: InstallationView): Markup {
  const rows = schedule.map(
    ({ tier, rule, next }) =>
      html`<tr><th scope="row">${tier}</th><td>${rule}</td><td>${next === undefined ? 'never' : html`${distance(next, frame.now)} <span class="small soft">(${moment(next)})</span>`}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Schedule"><table><caption>Schedule</caption>
<thead><tr><th scope="col">Tier</th><th scope="col">Runs</th><th scope="col">Next</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const sources: Readonly<Record<MaintenanceView['source'], string>> = {
  schedule: 'recurring, by the configuration',
  'one-off': 'once, by the configuration',
  operator: 'started by the operator',
};

/** Windows of maintenance that are open or come within the next days. */
export function maintenanceList(windows: readonly MaintenanceView[]): Markup {
  if (windows.length === 0) return html`<p>No maintenance is open or planned for the next 7 days.</p>`;
  return html`<ul>${windows.map(
    ({ from, to, source, isActive }) =>
      html`<li>${isActive ? html`<strong>Open now:</strong> ` : ''}${moment(from)} to ${moment(to)}, ${sources[source]}</li>`,
  )}</ul>`;
}

/** How the state changed, the latest first. */
export function changeTable(changes: readonly StateChangeView[]): Markup {
  if (changes.length === 0) return html`<p>The state has not changed yet.</p>`;
  const rows = changes.map(
    ({ at, from, to, cause, runUrl }) =>
      html`<tr><th scope="row">${runUrl === undefined ? moment(at) : html`<a href="${runUrl}">${moment(at)}</a>`}</th><td>${stateBadge(to)}<span class="address">before: ${stateOf(from).label.toLowerCase()}</span></td><td class="long">${sanitize(cause ?? '')}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of changes"><table><caption>Changes of state, the latest first.</caption>
<thead><tr><th scope="col">When</th><th scope="col">State</th><th scope="col">Cause</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The last runs, each with its own page. */
export function runTable(runs: readonly LastRunView[]): Markup {
  if (runs.length === 0) return html`<p>No run has ended yet.</p>`;
  const rows = runs.map(
    ({ url, tier, state, startedAt, durationMs }) =>
      html`<tr><th scope="row"><a href="${url}">${moment(startedAt)}</a></th><td>${tier}</td><td>${stateBadge(state)}</td><td class="number">${duration(durationMs)}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of runs"><table><caption>The last runs, the latest first.</caption>
<thead><tr><th scope="col">Started</th><th scope="col">Tier</th><th scope="col">Found</th><th scope="col" class="number">Took</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
