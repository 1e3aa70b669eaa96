import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { assetUrl } from '../asset-url.ts';
import { dailyBars, lastDays } from '../charts/daily-bars.ts';
import {
  type PublicIncident,
  type PublicService,
  type PublicWindow,
  type StatusView,
  shownDays,
  statusTones,
} from '../data/status-view.ts';
import { contactCheck, lostContactTexts } from '../parts/contact.ts';
import { age, lastedFor, moment, shortDay } from '../parts/times.ts';
import { share, uptimeSpans } from '../parts/uptime.ts';
import { texts } from '../texts.ts';

const words = texts.status;

/** Twice as often as without a script, which has to load the whole page anew. */
const refreshSeconds = 30;

/** The public page: whether each chosen service works, how it was, and nothing that is the operator's. */
export function renderStatus({ now, services }: StatusView): string | Promise<string> {
  const bad = services.filter(({ status }) => status !== 'works');
  const [tone, headline] = headlineOf(services.length, bad);
  return html`<!doctype html>
<html lang="${texts.frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
<link rel="icon" href="${assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('styles.css')}">
<script type="module" src="${assetUrl('day-names.js')}"></script>
<script type="module" src="${assetUrl(contactCheck.script)}"></script>
<noscript><meta http-equiv="refresh" content="60"></noscript>
</head>
<body class="status-page"${contactCheck.attributes('/status', refreshSeconds)}${lostContactTexts()}>
<main id="content" data-live>
<h1>${words.title}</h1>
<p class="status-headline ${tone}">${headline}</p>
${services.map((service) => serviceSection(service, now))}
</main>
<footer class="foot"><p id="made" data-live>${words.asOf(moment(now))}</p></footer>
</body>
</html>
`;
}

const gravestFirst = ['down', 'errors', 'slow', 'unknown', 'maintenance'] as const;
/** More are counted, and not named. */
const mostNamed = 3;

function headlineOf(all: number, bad: readonly PublicService[]): readonly [string, string] {
  if (all === 0) return ['mute', words.none];
  if (bad.length === 0) return ['good', all === 1 ? words.oneWorks : words.allWork];
  const isDown = bad.some(({ status }) => status === 'down');
  if (bad.length > mostNamed) return [isDown ? 'bad' : 'warn', countsText(all, bad)];
  const names = bad.map(({ name, status }) => `${name}: ${words.words[status].toLowerCase()}`);
  return [isDown ? 'bad' : 'warn', `${names.join('; ')}.`];
}

/** "7 of 14 services need attention. Down: 2, limits requests: 5." Each of them says so below. */
function countsText(all: number, bad: readonly PublicService[]): string {
  const parts = gravestFirst.flatMap((status) => {
    const { length } = bad.filter((service) => service.status === status);
    return length === 0 ? [] : [`${words.words[status].toLowerCase()}: ${length}`];
  });
  return words.needAttention(bad.length, all, parts.join(', '));
}

function serviceSection(
  { name, status, since, uptime, days, maintenance = [], incidents }: PublicService,
  now: string,
): Markup {
  const shares = uptimeSpans.map(
    (span) => html`<div><dt>${texts.uptime.spans[span]}</dt><dd>${share(uptime[span])}</dd></div>`,
  );
  return html`<section class="service"><h2>${name} <span class="service-word ${statusTones[status]}">${words.words[status]}</span></h2>
${since === undefined ? '' : html`<p class="small soft">${lastedFor(since, now)}</p>`}
${maintenance.map(windowLine)}<div class="service-days">${dailyBars(days, lastDays(now, shownDays), words.days)}<p class="small soft service-span"><span>${shortDay(lastDays(now, shownDays)[0] ?? now)}</span><span>${words.today}</span></p></div>
<dl class="service-uptime" aria-label="${words.uptimeOf(name)}">${shares}</dl>
${incidents.length === 0 ? html`<p class="small soft">${words.noIncident}</p>` : incidentList(name, incidents, now)}</section>
`;
}

/** When, and not why: reasons are the operator's. */
function windowLine({ from, to, isActive }: PublicWindow): Markup {
  const line = isActive ? words.maintenanceUntil(moment(to)) : words.maintenance(moment(from), moment(to));
  return html`<p class="small service-window">${line}</p>`;
}

function incidentList(name: string, incidents: readonly PublicIncident[], now: string): Markup {
  const items = incidents.map(({ status, startedAt, endedAt }) => {
    const lasted = age(startedAt, endedAt ?? now);
    return html`<li>${words.incident(moment(startedAt), words.words[status].toLowerCase(), lasted, endedAt === undefined)}</li>`;
  });
  return html`<details id="incidents-${encodeURIComponent(name)}"><summary>${words.incidents(incidents.length)}</summary><ul class="small">${items}</ul></details>`;
}
