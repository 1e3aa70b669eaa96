import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import { dailyBars, lastDays } from '../charts/daily-bars.ts';
import { sparkline } from '../charts/sparkline.ts';
import type { OverviewRow, OverviewView } from '../overview-model.ts';
import { stateBadge } from './icons.ts';
import { marks } from './marks.ts';
import { age, distance, shortDay } from './times.ts';
import { share } from './uptime.ts';

/** How many days the bars of the overview show. */
export const overviewDays = 90;

const columns = [
  'Installation',
  'State',
  `Last ${overviewDays} days`,
  'Uptime',
  'Response time',
  'Marks',
  'Runs',
] as const;

/** One line an installation; why it is not conforming stands below, across the line. */
export function overviewTable({ installations, paging, frame, query }: OverviewView): Markup {
  const days = lastDays(frame.now, overviewDays);
  const isPart = paging.pages > 1;
  const last = paging.first + installations.length - 1;
  const range = isPart
    ? `${paging.first.toLocaleString('en')} to ${last.toLocaleString('en')} of ${pluralize(paging.matching, 'installation')}`
    : pluralize(paging.matching, 'installation');
  const among = paging.matching === paging.total ? '' : ` among ${paging.total.toLocaleString('en')}`;
  const heads = columns.map(
    (column) =>
      html`<th scope="col" role="columnheader" class="col-${column.split(' ')[0]?.toLowerCase()}">${column}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of installations">
<table class="fleet" role="table">
<caption>${range}${among}, the gravest state first.</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
${installations.map((row) => tableRow(row, { now: frame.now, days, isDense: query.layout === 'dense' }))}</table></div>
${legend()}`;
}

function tableRow(
  row: OverviewRow,
  {
    now,
    days,
    isDense,
  }: { readonly now: string; readonly days: readonly string[]; readonly isDense: boolean },
): Markup {
  const { name, url, baseUrl, state, stateSince, cause, tags = [] } = row;
  const tagList =
    tags.length === 0 ? '' : html`<span class="tags">${tags.map((tag) => html`<span>${tag}</span>`)}</span>`;
  const since =
    stateSince === undefined ? '' : html`<span class="small soft since">for ${age(stateSince, now)}</span>`;
  const why =
    cause === undefined || state === 'conforming'
      ? ''
      : html`<tr role="row" class="why-row"><td role="cell" colspan="${columns.length}"><p class="why ${stateOf(state).tone}">${sanitize(cause)}</p></td></tr>`;
  return html`<tbody role="rowgroup" class="${stateOf(state).tone}"><tr role="row"><th scope="row" role="rowheader" class="name"><a href="${url}">${name}</a>${isDense ? '' : html`<span class="address" title="${baseUrl}">${baseUrl.replace(/^https:\/\//, '')}</span>`}${tagList}</th><td role="cell" class="state-cell">${stateBadge(state)}${since}</td><td role="cell" class="bars">${dailyBars(row.days, days)}</td><td role="cell" class="uptime">${uptime(row)}</td><td role="cell" class="response"><div class="spark-box">${sparkline(row.sparkline)}</div></td><td role="cell" class="marks">${marks(row)}</td><td role="cell" class="when">${runs(row, now)}</td></tr>${why}</tbody>`;
}

function uptime({ longUptime }: OverviewRow): Markup {
  if (longUptime === undefined) return share(undefined);
  return html`<strong>${share(longUptime.share)}</strong><span class="address">since ${shortDay(longUptime.since)}</span>`;
}

function runs({ lastRun, nextRun, running }: OverviewRow, now: string): Markup {
  const last =
    lastRun === undefined
      ? html`<span class="soft">none yet</span>`
      : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, now)}</a> <span class="small soft took">${lastRun.tier}, ${duration(lastRun.durationMs)}</span>`;
  const next =
    running !== undefined
      ? 'running now'
      : nextRun === undefined
        ? 'none planned'
        : html`next ${distance(nextRun.at, now)}`;
  return html`${last}<span class="address">${next}</span>`;
}

function legend(): Markup {
  const items = [
    ['good', 'every run of the day conforming'],
    ['broken', 'available, a requirement broken'],
    ['down', 'not available'],
    ['idle', 'no run that counts'],
  ].map(
    ([kind, text]) =>
      html`<li><svg class="days swatch" viewBox="0 0 3 12" aria-hidden="true"><path class="${kind}" d="M0 0h3v12h-3z"/></svg>${text}</li>`,
  );
  return html`<ul class="legend small soft" aria-label="What the bars mean">${items}</ul>`;
}
