import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';
import { incidentsUrl, overviewUrl } from '../data/urls.ts';
import type { OverviewView } from '../overview-model.ts';
import { headline, summaryText } from '../parts/headline.ts';
import { stateShape } from '../parts/icons.ts';
import { overviewFilter } from '../parts/overview-filter.ts';
import { overviewTable } from '../parts/overview-table.ts';
import { pageLinks } from '../parts/page-links.ts';
import { recentIncidentList } from '../parts/recent-incidents.ts';
import { layout } from './layout.ts';

/** The page of all installations: what is wrong now and was in the last day, and one line for each. */
export function renderOverview(view: OverviewView): string | Promise<string> {
  const { frame, installations, isDemonstration, query, paging } = view;
  return layout(frame, {
    title: summaryText(frame) || 'Overview',
    crumbs: [{ text: 'Overview', url: '/' }],
    refreshing: 'always',
    isWide: true,
    content: html`
<div class="head overview-head" id="summary" data-live><h1>${headline(view)}</h1>${tallies(view)}</div>
${isDemonstration ? demonstration() : ''}
${view.incidents === undefined || paging.total === 0 ? '' : html`<section class="incidents" id="incidents" data-live aria-labelledby="incidents-title"><h2 id="incidents-title">Last 24 hours</h2>${recentIncidentList(view.incidents, frame.now)}<p class="small"><a href="${incidentsUrl()}">All incidents</a></p></section>`}
${paging.total < 2 ? '' : overviewFilter(view)}
<section id="installations" class="installations ${query.layout}" data-live aria-label="Installations">
${paging.total === 0 ? html`<p>No installation is configured. Add one to the installations file and reload the configuration.</p>` : installations.length === 0 ? html`<p class="empty">None of the ${pluralize(paging.total, 'installation')} is what you look for. <a href="${overviewUrl(query, { text: '', state: undefined, tag: undefined })}">Show all</a></p>` : html`${overviewTable(view)}${pageLinks(query, paging)}`}
</section>
<details class="section rule"><summary>How uptime is counted</summary><p>${view.uptimeRule} The bars show days in UTC, the share of the days that they show stands beside them.</p></details>`,
  });
}

function demonstration(): Markup {
  return html`<p class="cause calm demonstration">Nothing is configured, so the monitor watches its own embedded reference installation. Set <code>BASE_URL</code> and <code>API_KEY</code>, or write an <code>installations.yaml</code>, to monitor yours.</p>`;
}

/** Each leads to the installations of its state. */
function tallies({ frame, query, paging }: OverviewView): Markup {
  const items = frame.summary.map(({ state, count: amount }) => {
    const { tone, label } = stateOf(state);
    const isChosen = query.state === state;
    const text = html`${stateShape(state)}<strong>${amount.toLocaleString('en')}</strong> <span>${label.toLowerCase()}</span>`;
    const url = overviewUrl(query, { state: isChosen ? undefined : state });
    return html`<li class="${tone}">${paging.total < 2 ? html`<span class="tally">${text}</span>` : html`<a class="tally" href="${url}"${isChosen ? html` aria-current="true"` : ''}>${text}</a>`}</li>`;
  });
  return html`<ul class="tallies" aria-label="Installations by state">${items}</ul>`;
}
