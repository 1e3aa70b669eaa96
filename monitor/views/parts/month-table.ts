import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { roughDuration, uptimePercent } from '../../../reports/words.ts';
import { incidentsOfDaysUrl } from '../data/urls.ts';
import type { MonthView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { type Cell, dataTable, stackedRow } from './data-table.ts';
import { monthName, shortDay } from './times.ts';

const words = texts.installation.months;

/** How each month was: what a report about last month needs. @param objective the share of runs that is to be up */
export function monthTable(
  months: readonly MonthView[],
  objective: number | undefined,
  installation: string,
): Markup | '' {
  if (months.length === 0) return '';
  return dataTable({
    label: words.table,
    caption: words.caption,
    columns: [
      words.month,
      { number: words.uptime },
      ...(objective === undefined ? [] : [words.objective(uptimePercent(objective))]),
      { number: words.conforming },
      { number: words.incidents },
      { number: words.lasted },
    ],
    isStacked: true,
    rows: months.map((month) => {
      const { uptime, conformity, incidents, incidentMs, hasMoreIncidents } = month;
      const least = hasMoreIncidents === true ? words.atLeast : '';
      const isKept = objective !== undefined && uptime >= objective;
      const kept: Cell[] =
        objective === undefined
          ? []
          : [
              {
                content: isKept ? words.kept : words.missed,
                kind: isKept ? 'good' : 'bad',
                title: words.objective(uptimePercent(objective)),
              },
            ];
      const link = html`<a href="${urlOf(month, installation)}">${least}${incidents}</a>`;
      return stackedRow(nameOf(month), [
        { content: uptimePercent(uptime), kind: 'number', title: words.uptime },
        ...kept,
        { content: uptimePercent(conformity), kind: 'number', title: words.conforming },
        { content: incidents === 0 ? `${least}0` : link, kind: 'number', title: words.incidents },
        {
          content: incidents === 0 ? '–' : `${least}${roughDuration(incidentMs)}`,
          kind: 'number',
          title: words.lasted,
        },
      ]);
    }),
  });
}

/** From its first day to its last one. */
function urlOf({ month }: MonthView, installation: string): string {
  const first = new Date(`${month}-01`);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  return incidentsOfDaysUrl(installation, `${month}-01`, last.toISOString().slice(0, 10));
}

function nameOf({ month, since, isOver }: MonthView): Markup {
  const name = words.name(monthName(month), month.slice(0, 4));
  const part = since === undefined ? (isOver ? undefined : words.soFar) : words.since(shortDay(since));
  return html`${name}${part === undefined ? '' : html` <span class="small soft">${part}</span>`}`;
}
