import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import { dailyBars, lastDays } from '../charts/daily-bars.ts';
import { sparkline } from '../charts/sparkline.ts';
import type { OverviewRow, OverviewView } from '../overview-model.ts';
import { texts } from '../texts.ts';
import { acknowledgedLine } from './acknowledged.ts';
import { causeBeside } from './cause-beside.ts';
import { stateBadge } from './icons.ts';
import { marks } from './marks.ts';
import { distance, lastedFor, shortDay } from './times.ts';
import { share } from './uptime.ts';

const words = texts.overview.table;

/** How many days the bars of the overview show. */
export const overviewDays = 90;

const columns = [
  texts.frame.installation,
  texts.common.state,
  words.lastDays(overviewDays),
  words.uptime,
  words.responseTime,
  words.marks,
  words.runs,
] as const;

/** One line an installation; why it is not conforming stands below, across the line. */
export function overviewTable({ installations, paging, frame, query }: OverviewView): Markup {
  const days = lastDays(frame.now, overviewDays);
  const isPart = paging.pages > 1;
  const last = paging.first + installations.length - 1;
  const range = isPart ? words.part(paging.first, last, paging.matching) : words.whole(paging.matching);
  const among = paging.matching === paging.total ? undefined : paging.total;
  const heads = columns.map((title) => html`<th scope="col" role="columnheader">${title}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.label}">
<table class="fleet" role="table">
<caption>${words.caption(range, paging.matching, among)}</caption>
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
  const { name, url, baseUrl, state, stateSince, cause, acknowledged } = row;
  const since =
    stateSince === undefined ? '' : html`<span class="small soft since">${lastedFor(stateSince, now)}</span>`;
  const why =
    cause === undefined || state === 'conforming'
      ? ''
      : html`<tr role="row" class="why-row"><td role="cell" colspan="${columns.length}">${acknowledged === undefined ? '' : html`<p class="why known">${acknowledgedLine(acknowledged)}</p>`}<p class="why ${stateOf(state).tone}">${sanitize(causeBeside(cause, baseUrl))}</p></td></tr>`;
  return html`<tbody role="rowgroup" class="${stateOf(state).tone}"><tr role="row"><th scope="row" role="rowheader" class="name"><a href="${url}">${name}</a>${isDense ? '' : html`<span class="address" title="${baseUrl}">${baseUrl.replace(/^https:\/\//, '')}</span>`}${belongings(row)}</th><td role="cell" class="state-cell">${stateBadge(state)}${since}</td><td role="cell" class="bars">${dailyBars(row.days, days)}</td><td role="cell" class="uptime">${uptime(row)}</td><td role="cell" class="response">${sparkline(row.sparkline)}</td><td role="cell" class="marks">${marks(row)}</td><td role="cell" class="when">${runs(row, now)}</td></tr>${why}</tbody>`;
}

/** The group, and then the tags. */
function belongings({ group, tags = [] }: OverviewRow): Markup | '' {
  if (group === undefined && tags.length === 0) return '';
  return html`<span class="tags">${group === undefined ? '' : html`<span class="group">${group}</span>`}${tags.map((tag) => html`<span>${tag}</span>`)}</span>`;
}

function uptime({ longUptime }: OverviewRow): Markup {
  if (longUptime === undefined) return share(undefined);
  return html`<strong>${share(longUptime.share)}</strong><span class="address">${words.since(shortDay(longUptime.since))}</span>`;
}

function runs({ lastRun, nextRun, running }: OverviewRow, now: string): Markup {
  const last =
    lastRun === undefined
      ? html`<span class="soft">${texts.common.noneYet}</span>`
      : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, now)}</a> <span class="small soft took">${words.lastRun(lastRun.tier, duration(lastRun.durationMs))}</span>`;
  const next =
    running !== undefined
      ? texts.common.runningNow
      : nextRun === undefined
        ? texts.common.nonePlanned
        : words.next(distance(nextRun.at, now));
  return html`${last}<span class="address">${next}</span>`;
}

function legend(): Markup {
  const items = (['good', 'broken', 'down', 'idle'] as const).map(
    (kind) =>
      html`<li><svg class="days swatch" viewBox="0 0 3 12" aria-hidden="true"><path class="${kind}" d="M0 0h3v12h-3z"/></svg>${words.legendItems[kind]}</li>`,
  );
  return html`<ul class="legend small soft" aria-label="${words.legend}">${items}</ul>`;
}
