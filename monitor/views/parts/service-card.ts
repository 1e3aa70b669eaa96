import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { roughDuration } from '../../../reports/words.ts';
import { dailyBars, lastDays } from '../charts/daily-bars.ts';
import { knownSpans } from '../data/known-spans.ts';
import {
  type PublicIncident,
  type PublicService,
  type PublicWindow,
  statusTones,
} from '../data/status-view.ts';
import { texts } from '../texts.ts';
import { age, lastedFor, moment, shortDay } from './times.ts';
import { share } from './uptime.ts';

const words = texts.status;

const swatches = [
  ['good', 'alike-good'],
  ['broken', 'alike-broken'],
  ['down', 'alike-down'],
  ['none', 'alike-none'],
] as const;

/** A service of the public page: whether it works, how its last days and figures are, when it did not work. */
export function serviceCard(service: PublicService, now: string, shownDays: number): Markup {
  const { name, status, since, uptime, days, maintenance = [], incidents, isKnown } = service;
  const open = incidents?.find(({ endedAt }) => endedAt === undefined);
  const dates = lastDays(now, shownDays);
  const shares = knownSpans(days, now).map(
    ({ span, since: first }) =>
      html`<div><dt>${first === undefined ? texts.uptime.spans[span] : words.since(shortDay(first))}</dt><dd>${share(uptime[span])}</dd></div>`,
  );
  return html`<section class="service"><h2>${name} <span class="service-word ${statusTones[status]}">${words.words[status]}</span></h2>
${since === undefined ? '' : html`<p class="small soft">${lastedFor(since, now)}</p>`}
${isKnown === true ? html`<p class="small">${words.known}</p>` : ''}
${open === undefined ? '' : updateList(open)}${maintenance.map((window) => windowLine(window, false))}<div class="service-days">${dailyBars(days, dates, words.days)}<p class="small soft service-span"><span>${shortDay(dates[0] ?? now)}</span><span>${words.today}</span></p></div>
<dl class="service-uptime" aria-label="${words.uptimeOf(name)}">${shares}</dl>
${incidents === undefined ? '' : incidentList(service, incidents, now)}</section>
`;
}

/** When, and not why: reasons are the operator's. */
export function windowLine({ from, to, isActive }: PublicWindow, isOfAll: boolean): Markup {
  const line = isActive
    ? words.maintenanceUntil(moment(to), isOfAll)
    : words.maintenance(moment(from), moment(to), isOfAll);
  return html`<p class="small service-window">${line}</p>`;
}

/** What the bars and the figures of all services mean. */
export function barsLegend(): Markup {
  const items = swatches.map(
    ([kind, path]) =>
      html`<li><svg class="days swatch" viewBox="0 0 3 12" aria-hidden="true"><path class="${path}" d="M0 6h3"/></svg>${words.legend[kind]}</li>`,
  );
  return html`<div class="service-legend small soft"><p>${words.legend.bars}</p><ul class="legend" aria-label="${words.legend.label}">${items}</ul><p>${words.legend.figures}</p></div>`;
}

/** What operators wrote for everybody. */
function updateList({ updates }: PublicIncident): Markup | '' {
  if (updates.length === 0) return '';
  const items = updates.map(
    ({ at, message }) => html`<li>${words.update(moment(at), sanitize(message))}</li>`,
  );
  return html`<ul class="small service-updates" aria-label="${words.updates}">${items}</ul>`;
}

function incidentList(
  { name, incidentAmount }: PublicService,
  incidents: readonly PublicIncident[],
  now: string,
): Markup {
  if (incidents.length === 0) return html`<p class="small soft">${words.noIncident}</p>`;
  const items = incidents.map((incident) => {
    const { status, worst, startedAt, endedAt } = incident;
    const lasted = age(startedAt, endedAt ?? now);
    return html`<li>${words.incident(moment(startedAt), words.words[status].toLowerCase(), lasted, endedAt === undefined)}${worst === undefined ? '' : words.worst(words.words[worst.status].toLowerCase(), roughDuration(worst.lastedMs))}${endedAt === undefined ? '' : updateList(incident)}</li>`;
  });
  const more = incidentAmount - incidents.length;
  return html`<details id="incidents-${encodeURIComponent(name)}"><summary>${words.incidents(incidentAmount)}</summary><ul class="small">${items}</ul>${more === 0 ? '' : html`<p class="small soft">${words.moreIncidents(more)}</p>`}</details>`;
}
