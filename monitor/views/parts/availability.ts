import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { uptimePercent } from '../../../reports/words.ts';
import { lastDays } from '../charts/daily-bars.ts';
import { troubleList, uptimeCalendar } from '../charts/uptime-calendar.ts';
import { incidentsOfDaysUrl } from '../data/urls.ts';
import { calendarDays, type InstallationView } from '../installation-model.ts';
import type { ObjectiveView } from '../response-times-model.ts';
import { texts } from '../texts.ts';
import { monthTable } from './month-table.ts';
import { share, uptimeSpans } from './uptime.ts';

const words = texts.installation.availability;

/** How available an installation was: figures, what the objective leaves, and a calendar. */
export function availability(view: InstallationView): Markup {
  const { row, conformity, objective, months, incidentDays, frame } = view;
  const spans = uptimeSpans.map(
    (name) =>
      html`<div><dt>${texts.uptime.spans[name]}</dt><dd>${share(row.uptime[name])}<span class="small">${conformity[name] === undefined ? '' : words.conforming(uptimePercent(conformity[name]))}</span></dd></div>`,
  );
  const shown = {
    days: row.days,
    shown: knownDays(lastDays(frame.now, calendarDays), row.days),
    incidents: new Map(incidentDays.map(({ day, incidents }) => [day, incidents])),
    urlOf: (day: string): string => incidentsOfDaysUrl(row.name, day),
  };
  return html`<dl class="facts">${spans}${objective === undefined ? '' : budget(objective)}</dl>
<div class="calendar-box">${uptimeCalendar(shown)}${troubleList(shown)}</div>
${monthTable(months, objective?.target, row.name)}`;
}

/** A calendar of a young installation has no empty months. */
const leastDays = 28;

function knownDays(shown: readonly string[], days: InstallationView['row']['days']): readonly string[] {
  const first = shown.indexOf(days[0]?.day ?? '');
  return shown.slice(Math.min(Math.max(0, first), shown.length - leastDays));
}

/** The error budget: what the objective allows, and how much of it is used up. */
function budget({ target, days, counted, allowed, failed }: ObjectiveView): Markup {
  const used = allowed === 0 ? Number(failed > 0) : failed / allowed;
  const left = Math.max(0, 1 - used);
  const tone = used >= 1 ? 'bad' : used >= 0.75 ? 'warn' : '';
  const text = used > 1 ? words.usedUp : words.left(uptimePercent(left));
  return html`<div class="budget"><dt>${words.budget(days)}</dt><dd><span class="${tone}">${text}</span><svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="value ${tone}" width="${Math.round(Math.min(1, used) * 1000) / 10}" height="4"/></svg><span class="small">${words.objective(uptimePercent(target), roundedRuns(allowed), counted, failed)}</span></dd></div>`;
}

function roundedRuns(allowed: number): string {
  return allowed >= 10 ? String(Math.floor(allowed)) : String(Math.floor(allowed * 10) / 10);
}
