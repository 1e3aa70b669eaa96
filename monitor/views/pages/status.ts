import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';
import { type DayWords, dailyBars, lastDays } from '../charts/daily-bars.ts';
import {
  type PublicIncident,
  type PublicService,
  publicStatuses,
  type StatusView,
  shownDays,
} from '../data/status-view.ts';
import { age, moment, shortDay } from '../parts/times.ts';
import { share, uptimeSpans } from '../parts/uptime.ts';

/** The public page: whether each chosen service works, how it was, and nothing that is the operator's. */
export function renderStatus({ now, services }: StatusView): string | Promise<string> {
  const bad = services.filter(({ status }) => status !== 'works');
  const [tone, headline] = headlineOf(services.length, bad);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Status</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/styles.css">
<noscript><meta http-equiv="refresh" content="60"></noscript>
</head>
<body class="status-page">
<main id="content">
<h1>Status</h1>
<p class="status-headline ${tone}">${headline}</p>
${services.map((service) => serviceSection(service, now))}
</main>
<footer class="foot"><p>As of ${moment(now)}. All times are UTC.</p></footer>
</body>
</html>
`;
}

const gravestFirst = ['down', 'errors', 'slow', 'unknown', 'maintenance'] as const;
/** More are counted, and not named. */
const mostNamed = 3;

/** Whether it worked, and not which requirement was broken. */
const publicDayWords: DayWords = {
  good: 'it worked',
  allGood: 'no trouble',
  down: 'down',
  broken: 'errors',
  daysDown: 'when it was down',
  daysBroken: 'with errors',
};

function headlineOf(all: number, bad: readonly PublicService[]): readonly [string, string] {
  if (all === 0) return ['mute', 'No service is shown yet.'];
  if (bad.length === 0) return ['good', all === 1 ? 'The service works.' : 'All services work.'];
  const isDown = bad.some(({ status }) => status === 'down');
  if (bad.length > mostNamed) return [isDown ? 'bad' : 'warn', countsText(all, bad)];
  const names = bad.map(({ name, status }) => `${name}: ${publicStatuses[status].word.toLowerCase()}`);
  return [isDown ? 'bad' : 'warn', `${names.join('; ')}.`];
}

/** "7 of 14 services need attention. Down: 2, limits requests: 5." Each of them says so below. */
function countsText(all: number, bad: readonly PublicService[]): string {
  const parts = gravestFirst.flatMap((status) => {
    const { length } = bad.filter((service) => service.status === status);
    return length === 0 ? [] : [`${publicStatuses[status].word.toLowerCase()}: ${length}`];
  });
  return `${bad.length} of ${all} services need attention. ${sentence(parts.join(', '))}.`;
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

function serviceSection(
  { name, status, since, uptime, days, incidents }: PublicService,
  now: string,
): Markup {
  const { word, tone } = publicStatuses[status];
  const shares = uptimeSpans.map(
    ({ name: span, long }) => html`<div><dt>${long}</dt><dd>${share(uptime[span])}</dd></div>`,
  );
  return html`<section class="service"><h2>${name} <span class="service-word ${tone}">${word}</span></h2>
${since === undefined ? '' : html`<p class="small soft">for ${age(since, now)}</p>`}
<div class="service-days">${dailyBars(days, lastDays(now, shownDays), publicDayWords)}<p class="small soft service-span"><span>${shortDay(lastDays(now, shownDays)[0] ?? now)}</span><span>today</span></p></div>
<dl class="service-uptime" aria-label="Uptime of ${name}">${shares}</dl>
${incidents.length === 0 ? html`<p class="small soft">No incident in the last 30 days.</p>` : incidentList(incidents, now)}</section>
`;
}

function incidentList(incidents: readonly PublicIncident[], now: string): Markup {
  const items = incidents.map(({ status, startedAt, endedAt }) => {
    return html`<li>${moment(startedAt)}: ${publicStatuses[status].word.toLowerCase()} for ${age(startedAt, endedAt ?? now)}${endedAt === undefined ? ', until now' : ''}</li>`;
  });
  return html`<details><summary>${pluralize(incidents.length, 'incident')} in the last 30 days</summary><ul class="small">${items}</ul></details>`;
}
