import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { coveragePercent, duration, roughDuration, uptimePercent } from '../../../reports/words.ts';
import type { InstallationView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { distance, moment, monthName, shortDay } from './times.ts';
import { share } from './uptime.ts';

const words = texts.installation.facts;

/** The figures of an installation at a glance. */
export function facts(view: InstallationView): Markup {
  const { row, certificate, budget, frame } = view;
  const { lastRun } = row;
  return html`<dl class="facts even">${fact(row.longUptime === undefined ? words.uptimeSinceStart : words.uptimeSince(shortDay(row.longUptime.since)), share(row.longUptime?.share), words.uptimeMeaning)}
${lastMonth(view)}
${fact(words.lastRun, lastRun === undefined ? texts.common.noneYet : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, frame.now)}</a>`, html`${lastRun === undefined ? '' : html`${words.lastRunTook(lastRun.tier, duration(lastRun.durationMs))}<br>`}${nextRun(view)}`)}
${coverageFact(row)}
<div id="certificate">${factOf(words.certificate, certificate === undefined ? words.noCertificate : daysLeft(certificate.daysLeft), certificate === undefined ? words.noCertificateReason : words.expires(moment(certificate.expiresAt)))}</div>
${fact(words.requestBudget, budget.perSecond === 'off' ? words.noLimit : words.perSecond(budget.perSecond), words.requests(budget.requestsToday, budget.throttledToday, budget.concurrency))}
</dl>`;
}

function coverageFact({ coverage, counted }: InstallationView['row']): Markup {
  if (counted !== undefined) {
    const { judged, all, untestable, notAsked } = counted;
    return fact(texts.common.coverage, words.judged(judged, all), words.notJudged(untestable, notAsked));
  }
  const share = coverage === undefined ? words.notKnown : coveragePercent(coverage);
  return fact(texts.common.coverage, share, texts.common.coverageMeaning);
}

function nextRun({ row, frame }: InstallationView): Markup | string {
  if (row.running !== undefined) return words.runningNow(row.running);
  const { nextRun: next } = row;
  return next === undefined ? words.noNextRun : words.nextRun(next.tier, distance(next.at, frame.now));
}

/** The last whole month; left out where no run of it counts. */
function lastMonth({ months, frame }: InstallationView): Markup | '' {
  const now = new Date(frame.now);
  const name = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  const found = months.find(({ month }) => month === name);
  if (found === undefined) return '';
  const { month, uptime, incidents, incidentMs } = found;
  return fact(
    words.lastMonth(monthName(month)),
    html`<a href="#availability">${uptimePercent(uptime)}</a>`,
    incidents === 0 ? words.noIncident : words.incidents(incidents, roughDuration(incidentMs)),
  );
}

function daysLeft(days: number): Markup {
  if (days < 0) return html`<span class="bad">${words.expired}</span>`;
  return html`<span class="${days <= 3 ? 'bad' : days <= 21 ? 'warn' : ''}">${words.daysLeft(days)}</span>`;
}

function fact(term: string, value: string | Markup, more?: string | Markup): Markup {
  return html`<div>${factOf(term, value, more)}</div>`;
}

function factOf(term: string, value: string | Markup, more?: string | Markup): Markup {
  return html`<dt>${term}</dt><dd>${value}${more === undefined ? '' : html`<span class="small">${more}</span>`}</dd>`;
}
