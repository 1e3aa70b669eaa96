import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { InstallationView, MaintenanceView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { distance, moment } from './times.ts';

const words = texts.installation.schedule;

/** When each tier runs, as configured, and when next. */
export function scheduleTable({ schedule, frame }: InstallationView): Markup {
  return dataTable({
    label: words.table,
    caption: words.table,
    columns: [texts.common.tier, words.runs, words.next],
    isStacked: true,
    rows: schedule.map(({ tier, rule, next }) =>
      stackedRow(tier, [
        rule,
        {
          content:
            next === undefined
              ? words.never
              : html`${distance(next, frame.now)} <span class="small soft">(${moment(next)})</span>`,
          title: words.next,
        },
      ]),
    ),
  });
}

/** Maintenance windows that are open or come within the next days. */
export function maintenanceList(windows: readonly MaintenanceView[]): Markup {
  if (windows.length === 0) return html`<p>${words.noMaintenance}</p>`;
  return html`<ul>${windows.map(
    ({ from, to, source, isActive, reason }) =>
      html`<li>${isActive ? html`<strong>${words.openNow}</strong> ` : ''}${words.window(moment(from), moment(to), words.sources[source], reason === undefined ? undefined : sanitize(reason))}</li>`,
  )}</ul>`;
}
