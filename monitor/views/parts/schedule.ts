import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { InstallationView, MaintenanceView } from '../installation-model.ts';
import { dataTable } from './data-table.ts';
import { distance, moment } from './times.ts';

/** When each tier runs, as configured, and when next. */
export function scheduleTable({ schedule, frame }: InstallationView): Markup {
  return dataTable({
    label: 'Schedule',
    caption: 'Schedule',
    columns: ['Tier', 'Runs', 'Next'],
    rows: schedule.map(
      ({ tier, rule, next }) =>
        html`<tr><th scope="row">${tier}</th><td>${rule}</td><td>${next === undefined ? 'never' : html`${distance(next, frame.now)} <span class="small soft">(${moment(next)})</span>`}</td></tr>`,
    ),
  });
}

const sources: Readonly<Record<MaintenanceView['source'], string>> = {
  schedule: 'recurring, from the configuration',
  'one-off': 'once, from the configuration',
  operator: 'by the operator',
};

/** Maintenance windows that are open or come within the next days. */
export function maintenanceList(windows: readonly MaintenanceView[]): Markup {
  if (windows.length === 0) return html`<p>No maintenance is open or planned for the next 7 days.</p>`;
  return html`<ul>${windows.map(
    ({ from, to, source, isActive, reason }) =>
      html`<li>${isActive ? html`<strong>Open now:</strong> ` : ''}${moment(from)} to ${moment(to)}, ${sources[source]}${reason === undefined ? '' : html`: ${sanitize(reason)}`}</li>`,
  )}</ul>`;
}
