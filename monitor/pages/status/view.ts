import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitizeLines } from '../../../reports/sanitize.ts';
import { roughDuration } from '../../../reports/words.ts';
import { shownDays } from '../../state/monitored-target.ts';
import { assetUrl } from '../shared/assets.ts';
import { dailyBars, lastDays } from '../shared/charts.ts';
import { contactCheck, documentStart, lostContactTexts } from '../shared/layout.ts';
import { share } from '../shared/marks.ts';
import { texts } from '../shared/texts.ts';
import { age, lastedFor, moment, shortDay } from '../shared/times.ts';
import {
  knownSpans,
  type PublicIncident,
  type PublicService,
  type PublicWindow,
  type StatusView,
  sharedWindows,
  statusTones,
} from './data.ts';
import { statusTexts } from './texts.ts';

const words = statusTexts;

/** A service of the public page: whether it works, how its last days and figures are, when it did not work. */
function serviceCard(service: PublicService, now: string): Markup {
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
function windowLine({ from, to, isActive }: PublicWindow, isOfAll: boolean): Markup {
  const line = isActive
    ? words.maintenanceUntil(moment(to), isOfAll)
    : words.maintenance(moment(from), moment(to), isOfAll);
  return html`<p class="small service-window">${line}</p>`;
}

/** What the bars and the figures of all services mean. */
function barsLegend(): Markup {
  const items = (['good', 'broken', 'down', 'none'] as const).map(
    (kind) =>
      html`<li><svg class="days swatch" viewBox="0 0 3 12" aria-hidden="true"><path class="alike-${kind}" d="M0 6h3"/></svg>${words.legend[kind]}</li>`,
  );
  return html`<div class="service-legend small soft"><p>${words.legend.bars}</p><ul class="legend" aria-label="${words.legend.label}">${items}</ul><p>${words.legend.figures}</p></div>`;
}

/** The public notes of operators. */
function updateList({ updates }: PublicIncident): Markup | '' {
  if (updates.length === 0) return '';
  const items = updates.map(
    ({ at, message }) => html`<li>${words.update(moment(at), sanitizeLines(message))}</li>`,
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
    return html`<li>${words.incident(moment(startedAt), worst?.status === status ? words.trouble : words.words[status].toLowerCase(), lasted, endedAt === undefined)}${worst === undefined ? '' : words.worst(words.words[worst.status].toLowerCase(), roughDuration(worst.lastedMs))}${endedAt === undefined ? '' : updateList(incident)}</li>`;
  });
  const more = incidentAmount - incidents.length;
  return html`<details id="incidents-${encodeURIComponent(name)}"><summary>${words.incidents(incidentAmount)}</summary><ul class="small">${items}</ul>${more === 0 ? '' : html`<p class="small soft">${words.moreIncidents(more)}</p>`}</details>`;
}

/** Twice as often as without a script, which has to load the whole page again. */
const refreshSeconds = 30;

/** The public page: whether each chosen service works, how it was, and nothing that is the operator's. */
export function renderStatus({ now, services, isHistoryAway }: StatusView): Markup {
  const shown = services.toSorted((one, other) => rankOf(one) - rankOf(other));
  const [tone, headline] = headlineOf(
    shown.length,
    shown.filter(({ status }) => status !== 'works'),
  );
  const { shared, own } = sharedWindows(shown);
  return html`${documentStart(words.title)}
<script type="module" src="${assetUrl('day-names.js')}"></script>
<script type="module" src="${assetUrl(contactCheck.script)}"></script>
<noscript><meta http-equiv="refresh" content="60"></noscript>
</head>
<body class="status-page"${contactCheck.attributes('/status', refreshSeconds)}${lostContactTexts()}>
<main id="content" data-live>
<h1>${words.title}</h1>
<p class="status-headline ${tone}">${headline}</p>
${isHistoryAway === true ? html`<p class="small soft">${words.historyAway}</p>` : ''}
${shared.map((window) => windowLine(window, true))}
${shown.length === 0 ? '' : barsLegend()}
<div class="services">${own.map((service) => serviceCard(service, now))}</div>
</main>
<footer class="foot"><p id="made" data-live>${words.asOf(moment(now))}</p></footer>
</body>
</html>
`;
}

const mostSevereFirst = ['down', 'errors', 'partly', 'slow', 'unknown', 'maintenance', 'works'] as const;

function rankOf({ status }: PublicService): number {
  return mostSevereFirst.indexOf(status);
}

/** More are counted, and not named. */
const mostNamed = 3;

/** @param bad the most severe first */
function headlineOf(all: number, bad: readonly PublicService[]): readonly [string, string] {
  if (all === 0) return ['mute', words.none];
  if (bad.length === 0) return ['good', all === 1 ? words.oneWorks : words.allWork];
  const down = bad.filter(({ status }) => status === 'down').map(({ name }) => name);
  const tone = down.length > 0 ? 'bad' : 'warn';
  if (bad.length <= mostNamed) {
    const names = bad.map(({ name, status }) => `${name}: ${words.words[status].toLowerCase()}`);
    return [tone, `${names.join('; ')}.`];
  }
  const isNamed = down.length > 0 && down.length <= mostNamed;
  return [tone, isNamed ? words.areDown(down, bad.length - down.length) : countsText(all, bad)];
}

/** "7 of 14 services are not in normal operation. Down: 4, limits requests: 3." Each of them says so below. */
function countsText(all: number, bad: readonly PublicService[]): string {
  const parts = mostSevereFirst.flatMap((status) => {
    const { length } = bad.filter((service) => service.status === status);
    return length === 0 ? [] : [`${words.words[status].toLowerCase()}: ${length}`];
  });
  return words.needAttention(bad.length, all, parts.join(', '));
}
