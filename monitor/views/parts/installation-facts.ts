import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { coveragePercent, duration, pluralize } from '../../../reports/words.ts';
import type { InstallationView } from '../installation-model.ts';
import { distance, moment, shortDay } from './times.ts';
import { share } from './uptime.ts';

/** The figures of an installation at a glance. */
export function facts(view: InstallationView): Markup {
  const { row, certificate, budget, frame } = view;
  const { lastRun, coverage } = row;
  return html`<dl class="facts even">${fact(`Uptime since ${row.longUptime === undefined ? 'the start' : shortDay(row.longUptime.since)}`, share(row.longUptime?.share), 'of the scheduled runs that count')}
${fact('Last run', lastRun === undefined ? 'none yet' : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, frame.now)}</a>`, lastRun === undefined ? undefined : `${lastRun.tier}, took ${duration(lastRun.durationMs)}`)}
${fact('Next run', row.running !== undefined ? 'running now' : row.nextRun === undefined ? 'none planned' : distance(row.nextRun.at, frame.now), row.running ?? row.nextRun?.tier)}
${fact('Coverage', coverage === undefined ? 'not known yet' : coveragePercent(coverage), 'of the checks asked for could be judged')}
<div id="certificate">${factOf('Certificate', certificate === undefined ? 'none shown' : daysLeft(certificate.daysLeft), certificate === undefined ? 'plain HTTP, or no connection yet' : html`expires ${moment(certificate.expiresAt)}`)}</div>
${fact('Request budget', budget.perSecond === 'off' ? 'no limit' : `${budget.perSecond} per second`, `${pluralize(budget.requestsToday, 'request')} in 24 h, ${budget.throttledToday} throttled, at most ${budget.concurrency} at once`)}${belongings(row)}
</dl>`;
}

function belongings({ group, tags }: InstallationView['row']): Markup {
  const ofGroup = group === undefined ? '' : html`\n${fact('Group', group)}`;
  return html`${ofGroup}${tags === undefined ? '' : html`\n${fact('Tags', tags.join(', '))}`}`;
}

function daysLeft(days: number): Markup {
  if (days < 0) return html`<span class="bad">expired</span>`;
  return html`<span class="${days <= 3 ? 'bad' : days <= 21 ? 'warn' : ''}">${pluralize(days, 'day')} left</span>`;
}

function fact(term: string, value: string | Markup, more?: string | Markup): Markup {
  return html`<div>${factOf(term, value, more)}</div>`;
}

function factOf(term: string, value: string | Markup, more?: string | Markup): Markup {
  return html`<dt>${term}</dt><dd>${value}${more === undefined ? '' : html`<span class="small">${more}</span>`}</dd>`;
}
