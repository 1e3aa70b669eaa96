import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import type { FrameView, OverviewRow, OverviewView } from '../../model.ts';
import { sparkline } from '../charts/sparkline.ts';
import { stateBadge, stateShape } from '../parts/icons.ts';
import { age, distance } from '../parts/times.ts';
import { share, uptimeSpans } from '../parts/uptime.ts';
import { layout } from './layout.ts';

/** The page of all installations: each with its state, uptime, response times, last and next run. */
export function renderOverview(view: OverviewView): string | Promise<string> {
  const { frame, installations, isDemonstration } = view;
  return layout(frame, {
    title: summaryText(frame) || 'Overview',
    crumbs: [{ text: 'Overview', url: '/' }],
    refreshing: 'always',
    content: html`
<div class="head"><div>
<h1>Installations</h1>
<p class="sub">Each is checked against the API document on a schedule.</p>
</div></div>
${isDemonstration ? demonstration() : ''}
<div id="summary" data-live>${tallies(frame)}</div>
<section class="section" id="installations" data-live aria-label="Installations">
${installations.length === 0 ? html`<p>No installation is configured. Add one to the installations file and reload the configuration.</p>` : table(installations, frame.now)}
</section>
<section class="section"><h2>How uptime is counted</h2><p>${view.uptimeRule}</p></section>`,
  });
}

function demonstration(): Markup {
  return html`<p class="cause calm demonstration">Nothing is configured, so the monitor watches its own embedded reference installation. Set <code>BASE_URL</code> and <code>API_KEY</code>, or write an <code>installations.yaml</code>, to monitor yours.</p>`;
}

/** `1 violating, 3 conforming`. */
function summaryText({ summary }: FrameView): string {
  return summary
    .map(({ state, count: amount }) => `${amount} ${stateOf(state).label.toLowerCase()}`)
    .join(', ');
}

function tallies({ summary }: FrameView): Markup {
  const items = summary.map(
    ({ state, count: amount }) =>
      html`<li class="${stateOf(state).tone}">${stateShape(state)}<strong>${amount}</strong> <span>${stateOf(state).label.toLowerCase()}</span></li>`,
  );
  return html`<ul class="tallies" aria-label="Installations by state">${items}</ul>`;
}

function table(rows: readonly OverviewRow[], now: string): Markup {
  const spans = uptimeSpans.map(
    ({ short, long }) =>
      html`<th scope="col" role="columnheader" class="number"><span aria-hidden="true">${short}</span><span class="spoken">Uptime, ${long}</span></th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of installations">
<table class="cards" role="table">
<caption>${pluralize(rows.length, 'installation')}, the gravest state first. The columns 24 h, 7 d and 30 d show uptime.</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Installation</th><th scope="col" role="columnheader">State</th>${spans}<th scope="col" role="columnheader">Response time</th><th scope="col" role="columnheader">Last run</th><th scope="col" role="columnheader">Next run</th></tr></thead>
<tbody role="rowgroup">${rows.map((row) => tableRow(row, now))}</tbody>
</table></div>`;
}

function tableRow(row: OverviewRow, now: string): Markup {
  const { name, url, baseUrl, state, stateSince, cause, uptime, lastRun, nextRun, running } = row;
  const shares = uptimeSpans.map(
    (span) =>
      html`<td role="cell" class="number" data-label="${span.short}">${share(uptime[span.name])}</td>`,
  );
  return html`<tr role="row"><th scope="row" role="rowheader" class="wide name"><a href="${url}">${name}</a><span class="address">${breakable(baseUrl)}</span></th><td role="cell" class="wide state-cell">${stateBadge(state)}${stateSince === undefined ? '' : html` <span class="small soft">for ${age(stateSince, now)}</span>`}${cause === undefined ? '' : html`<div class="small why">${sanitize(cause)}</div>`}</td>${shares}<td role="cell" class="wide" data-label="Response time">${sparkline(row.sparkline)}</td><td role="cell" class="when" data-label="Last run">${lastRun === undefined ? html`<span class="soft">none yet</span>` : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, now)}</a><span class="address">${lastRun.tier}, ${duration(lastRun.durationMs)}</span>`}</td><td role="cell" class="when" data-label="Next run">${next(running, nextRun, now)}</td></tr>`;
}

function next(running: OverviewRow['running'], nextRun: OverviewRow['nextRun'], now: string): Markup {
  if (running !== undefined) return html`running now<span class="address">${running}</span>`;
  if (nextRun === undefined) return html`<span class="soft">none planned</span>`;
  return html`${distance(nextRun.at, now)}<span class="address">${nextRun.tier}</span>`;
}

/** An address that may be broken after each slash and dot, and so is broken where it reads best. */
function breakable(address: string): Markup {
  return html`${address.split(/(?<=[/.])(?=\w)/).map((part) => html`${part}<wbr>`)}`;
}
