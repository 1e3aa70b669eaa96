import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { coveragePercent, duration } from '../../../reports/words.ts';
import type { InstallationView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { distance, moment, shortDay } from './times.ts';
import { share } from './uptime.ts';

const words = texts.installation.facts;

/** The figures of an installation at a glance. */
export function facts(view: InstallationView): Markup {
  const { row, certificate, budget, frame } = view;
  const { lastRun, coverage } = row;
  return html`<dl class="facts even">${fact(row.longUptime === undefined ? words.uptimeSinceStart : words.uptimeSince(shortDay(row.longUptime.since)), share(row.longUptime?.share), words.uptimeMeaning)}
${fact(words.lastRun, lastRun === undefined ? texts.common.noneYet : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, frame.now)}</a>`, lastRun === undefined ? undefined : words.lastRunTook(lastRun.tier, duration(lastRun.durationMs)))}
${fact(words.nextRun, row.running !== undefined ? texts.common.runningNow : row.nextRun === undefined ? texts.common.nonePlanned : distance(row.nextRun.at, frame.now), row.running ?? row.nextRun?.tier)}
${fact(texts.common.coverage, coverage === undefined ? words.notKnown : coveragePercent(coverage), texts.common.coverageMeaning)}
<div id="certificate">${factOf(words.certificate, certificate === undefined ? words.noCertificate : daysLeft(certificate.daysLeft), certificate === undefined ? words.noCertificateReason : words.expires(moment(certificate.expiresAt)))}</div>
${fact(words.requestBudget, budget.perSecond === 'off' ? words.noLimit : words.perSecond(budget.perSecond), words.requests(budget.requestsToday, budget.throttledToday, budget.concurrency))}${belongings(row)}
</dl>`;
}

function belongings({ group, tags }: InstallationView['row']): Markup {
  const ofGroup = group === undefined ? '' : html`\n${fact(words.group, group)}`;
  return html`${ofGroup}${tags === undefined ? '' : html`\n${fact(words.tags, tags.join(', '))}`}`;
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
