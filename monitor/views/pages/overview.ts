import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { incidentsUrl, overviewUrl } from '../data/urls.ts';
import type { OverviewView } from '../overview-model.ts';
import { groupList } from '../parts/group-list.ts';
import { headline, summaryText } from '../parts/headline.ts';
import { stateShape } from '../parts/icons.ts';
import { isFiltered, overviewFilter } from '../parts/overview-filter.ts';
import { overviewTable } from '../parts/overview-table.ts';
import { healthStrip } from '../parts/own-health.ts';
import { pageLinks } from '../parts/page-links.ts';
import { phoneFold } from '../parts/phone-fold.ts';
import { recentIncidentList } from '../parts/recent-incidents.ts';
import { texts } from '../texts.ts';
import { layout } from './layout.ts';

const words = texts.overview;

/** The page of all installations: what is wrong now and was in the last day, and one line for each. */
export function renderOverview(view: OverviewView): string | Promise<string> {
  const { frame, installations, isDemonstration, query, paging } = view;
  return layout(frame, {
    title: summaryText(frame) || texts.frame.overview,
    crumbs: [{ text: texts.frame.overview, url: '/' }],
    refreshing: 'always',
    isWide: true,
    scripts: ['day-names.js'],
    content: html`
<div class="head overview-head" id="summary" data-live><h1>${headline(frame, paging.total)}</h1>${tallies(view)}</div>
${healthStrip(view.health, frame.now)}
${isDemonstration ? demonstration() : ''}
${view.byGroup.length === 0 ? '' : html`<section class="groups" id="groups" data-live aria-label="${words.groups.title}">${groupList(view.byGroup)}</section>`}
${view.incidents === undefined || paging.total === 0 ? '' : html`<section class="incidents" id="incidents" data-live aria-labelledby="incidents-title"><h2 id="incidents-title">${words.lastDay}</h2>${phoneFold('last-day', words.lastDayOf(view.incidents.length), html`${recentIncidentList(view.incidents, frame.now)}<p class="small all-incidents"><a href="${incidentsUrl()}">${words.allIncidents}</a></p>`)}</section>`}
${paging.total < 2 ? '' : phoneFold('filter-fold', words.filter.title, overviewFilter(view), isFiltered(query))}
<section id="installations" class="installations ${query.layout}" data-live aria-label="${texts.frame.installations}">
${paging.total === 0 ? html`<p>${words.notConfigured}</p>` : installations.length === 0 ? html`<p class="empty">${words.noMatch(paging.total, showAll(query))}</p>` : html`${overviewTable(view)}${pageLinks(paging, (page) => overviewUrl(query, { page }))}`}
</section>
<details class="section rule"><summary>${texts.uptime.title}</summary><p>${words.uptimeRule(view.uptimeRule)}</p></details>`,
  });
}

function showAll(query: OverviewView['query']): Markup {
  const url = overviewUrl(query, { text: '', state: undefined, group: undefined, tag: undefined });
  return html`<a href="${url}">${words.showAll}</a>`;
}

function demonstration(): Markup {
  return html`<p class="cause calm demonstration">${words.demonstration(html`<code>BASE_URL</code>`, html`<code>API_KEY</code>`, html`<code>installations.yaml</code>`)}</p>`;
}

/** Each leads to the installations of its state. */
function tallies({ frame, query, paging }: OverviewView): Markup {
  const items = frame.summary.map(({ state, count: amount }) => {
    const { tone, label } = stateOf(state);
    const isChosen = query.state === state;
    const text = html`${stateShape(state)}<strong>${texts.common.amount(amount)}</strong> <span>${label.toLowerCase()}</span>`;
    const url = overviewUrl(query, { state: isChosen ? undefined : state });
    return html`<li class="${tone}">${paging.total < 2 ? html`<span class="tally">${text}</span>` : html`<a class="tally" href="${url}"${isChosen ? html` aria-current="true"` : ''}>${text}</a>`}</li>`;
  });
  return html`<ul class="tallies" aria-label="${words.byState}">${items}</ul>`;
}
