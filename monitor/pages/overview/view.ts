import { html } from 'hono/html';
import { type InstallationState, stateOf, states } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, roughDuration, stateWord } from '../../../reports/words.ts';
import { shownDays } from '../../state/monitored-target.ts';
import { incidentsTexts } from '../incidents/texts.ts';
import { healthStrip } from '../monitor/view.ts';
import { dailyBars, lastDays, sparkline } from '../shared/charts.ts';
import { choiceLink, option } from '../shared/forms.ts';
import { layout } from '../shared/layout.ts';
import {
  acknowledgedLine,
  causeBeside,
  certificateTone,
  phoneFold,
  share,
  stateBadge,
  stateShape,
} from '../shared/marks.ts';
import type { FrameView } from '../shared/model.ts';
import { pageLinks } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { clockMoment, distance, lastedFor, shortDay } from '../shared/times.ts';
import { incidentsUrl, overviewUrl } from '../shared/urls.ts';
import {
  type GroupView,
  layouts,
  type OverviewRow,
  type OverviewView,
  type RecentIncidentView,
} from './model.ts';
import { overviewTexts } from './texts.ts';

const words = overviewTexts;
const groupWords = overviewTexts.groups;

/** How many are shown at once, the most severe; the others on demand. */
const shownAtOnce = 6;

/** Each group in a few words, the most severe first. */
export function groupList(groups: readonly GroupView[]): Markup {
  const items = groups.map(
    (group) =>
      html`<li class="${stateOf(group.state).tone}"><a class="tally" href="${group.url}">${stateShape(group.state)}<strong>${groupName(group)}</strong> <span>${groupSummary(group)}</span></a></li>`,
  );
  const others = items.slice(shownAtOnce);
  return html`<ul class="tallies">${items.slice(0, shownAtOnce)}</ul>${others.length === 0 ? '' : html`<details id="more-groups"><summary>${groupWords.more(others.length)}</summary><ul class="tallies">${others}</ul></details>`}`;
}

export function groupName({ name }: GroupView): string {
  return name ?? groupWords.none;
}

/** "1 of 2 down" */
export function groupSummary({ total, down, troubled, conforming }: GroupView): string {
  if (troubled > down) return groupWords.troubled(troubled, total, down);
  if (down > 0) return groupWords.down(down, total);
  return conforming === total ? groupWords.conforming(total) : groupWords.conformingOf(conforming, total);
}

/** `1 violating, 3 conforming`. */
export function summaryText({ summary }: FrameView): string {
  return summary
    .map(({ state, count: amount }) => `${texts.common.amount(amount)} ${stateWord(state)}`)
    .join(', ');
}

/** The answer to the first question of a reader. */
export function headline({ summary }: FrameView, total: number): string {
  if (total === 0) return words.noInstallation;
  const countOf = (isMeant: (state: InstallationState) => boolean): number =>
    summary.reduce((sum, { state, count }) => sum + (isMeant(state) ? count : 0), 0);
  const inTrouble = countOf((state) => stateOf(state).isIncident);
  const waiting = countOf((state) => !stateOf(state).isIncident && state !== 'conforming');
  if (inTrouble > 0) return total === 1 ? words.oneNeedsAttention : words.needAttention(inTrouble, total);
  if (waiting > 0) return waiting === total ? words.nothingWrong : words.notJudged(waiting, total);
  return total === 1 ? words.oneConforming : words.allConforming(total);
}

const overviewFilterWords = overviewTexts.filter;

/** Search, filters and layouts. It is a form of plain links and fields; a script sends it while the user types. */
function overviewFilter({ query, groups, tags, frame }: OverviewView): Markup {
  const { text, state, group, tag } = query;
  return html`<div class="toolbar"><form class="filter" action="/" role="search" data-filter>
<div><label for="filter-text">${overviewFilterWords.search}</label><input id="filter-text" type="search" name="q" value="${text}" placeholder="${overviewFilterWords.searchHint}" autocomplete="off" spellcheck="false" maxlength="200"></div>
<div><label for="filter-state">${texts.common.state}</label><select id="filter-state" name="state"><option value="">${overviewFilterWords.all}</option>${option('trouble', overviewFilterWords.trouble, state)}${states.map(({ id }) => option(id, withCount(stateWord(id), frame.summary, id), state))}</select></div>
${choice('group', overviewFilterWords.group, groups, group)}${choice('tag', overviewFilterWords.tag, tags, tag)}
${query.layout === 'usual' ? '' : html`<input type="hidden" name="view" value="${query.layout}">`}
<button class="plain" type="submit">${overviewFilterWords.apply}</button>${isFiltered(query) ? html`<a class="clear" href="${unfilteredUrl(query)}">${overviewFilterWords.clear}</a>` : ''}</form>
<nav class="layouts" aria-label="${overviewFilterWords.layout}">${layouts.map((layout) => choiceLink(overviewUrl(query, { layout }), overviewFilterWords.layouts[layout], layout === query.layout))}</nav></div>`;
}

function isFiltered({ text, state, group, tag }: OverviewView['query']): boolean {
  return text !== '' || state !== undefined || group !== undefined || tag !== undefined;
}

function unfilteredUrl(query: OverviewView['query']): string {
  return overviewUrl(query, { text: '', state: undefined, group: undefined, tag: undefined });
}

/** Left out if there is nothing to choose from. */
function choice(
  name: 'group' | 'tag',
  label: string,
  choices: readonly string[],
  chosen: string | undefined,
): Markup | '' {
  if (choices.length === 0) return '';
  return html`<div><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">${overviewFilterWords.all}</option>${choices.map((word) => option(word, word, chosen))}</select></div>`;
}

function withCount(
  label: string,
  summary: OverviewView['frame']['summary'],
  state: InstallationState,
): string {
  const found = summary.find((one) => one.state === state);
  return found === undefined ? label : overviewFilterWords.stateCount(label, found.count);
}

const marksWords = overviewTexts.marks;

/** A certificate that expires later is not shown yet. */
const certificateDays = 30;

/** What deserves a look in addition to the state: answers that have changed, a certificate that expires soon. */
function marks(row: OverviewRow): Markup | '' {
  const { drift, certificate, url } = row;
  const changed =
    drift === 0
      ? ''
      : html`<a class="mark warn" href="${url}#observations" title="${marksWords.differ(drift)}">${marksWords.changed(drift)}<span class="spoken"> ${marksWords.observations(drift)}</span></a>`;
  const places = placesMark(row);
  const both = places === '' ? changed : html`${changed}${places}`;
  if (certificate === undefined || certificate.daysLeft > certificateDays) return both;
  const { daysLeft } = certificate;
  const left = daysLeft < 0 ? marksWords.expired : marksWords.days(daysLeft);
  return html`${both}<a class="mark ${certificateTone(daysLeft) ?? 'mute'}" href="${url}#certificate">${marksWords.certificate(left)}</a>`;
}

/** Which locations find it worse than it is shown to be, or say nothing. */
function placesMark({ locations, url }: OverviewRow): Markup | '' {
  if (locations === undefined) return '';
  const { differing, silent } = locations;
  const found = [
    ...(differing.length === 0 ? [] : [marksWords.notFrom(differing.join(', '))]),
    ...(silent.length === 0 ? [] : [marksWords.silent(silent.join(', '))]),
  ];
  return html`<a class="mark warn" href="${url}#locations" title="${marksWords.locationsDiffer}">${found.join('; ')}</a>`;
}

const overviewTableWords = overviewTexts.table;

const columns = [
  texts.frame.installation,
  texts.common.state,
  overviewTableWords.lastDays(shownDays),
  overviewTableWords.uptime,
  overviewTableWords.responseTime,
  overviewTableWords.marks,
  overviewTableWords.runs,
] as const;

/** One line an installation; the reason why it is not conforming is below, across the line. */
function overviewTable({ installations, paging, frame, query }: OverviewView): Markup {
  const days = lastDays(frame.now, shownDays);
  const isPart = paging.pages > 1;
  const last = paging.first + installations.length - 1;
  const range = isPart
    ? overviewTableWords.part(paging.first, last, paging.matching)
    : overviewTableWords.whole(paging.matching);
  const among = paging.matching === paging.total ? undefined : paging.total;
  const heads = columns.map((title) => html`<th scope="col" role="columnheader">${title}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${overviewTableWords.label}">
<table class="fleet" role="table">
<caption>${overviewTableWords.caption(range, paging.matching, among)}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
${installations.map((row) => tableRow(row, frame.now, days, query.layout === 'dense'))}</table></div>
${legend()}`;
}

function tableRow(row: OverviewRow, now: string, days: readonly string[], isDense: boolean): Markup {
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
  return html`<strong>${share(longUptime.share)}</strong><span class="address">${overviewTableWords.since(shortDay(longUptime.since))}</span>`;
}

function runs({ lastRun, nextRun, running }: OverviewRow, now: string): Markup {
  const last =
    lastRun === undefined
      ? html`<span class="soft">${texts.common.noneYet}</span>`
      : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, now)}</a> <span class="small soft took">${overviewTableWords.lastRun(lastRun.tier, duration(lastRun.durationMs))}</span>`;
  const next =
    running !== undefined
      ? texts.common.runningNow
      : nextRun === undefined
        ? texts.common.nonePlanned
        : overviewTableWords.next(distance(nextRun.at, now));
  return html`${last}<span class="address">${next}</span>`;
}

function legend(): Markup {
  const items = (['good', 'broken', 'down', 'idle'] as const).map(
    (kind) =>
      html`<li><svg class="days swatch" viewBox="0 0 3 12" aria-hidden="true"><path class="${kind}" d="M0 0h3v12h-3z"/></svg>${overviewTableWords.legendItems[kind]}</li>`,
  );
  return html`<ul class="legend small soft" aria-label="${overviewTableWords.legend}">${items}</ul>`;
}

/** How many are shown at once; the others on demand. */
const recentIncidentsShownAtOnce = 4;
/** An outage of hundreds needs no line for each: they are grouped below by state. */
const listed = 24;

/** The events of the last day: open incidents come first. */
function recentIncidentList(incidents: readonly RecentIncidentView[], now: string): Markup {
  if (incidents.length === 0) return html`<p class="soft small">${words.noIncident}</p>`;
  const shown = incidents.slice(0, recentIncidentsShownAtOnce).map((one) => item(one, now));
  const others = incidents.slice(recentIncidentsShownAtOnce, listed).map((one) => item(one, now));
  const more = incidents.length - listed;
  return html`<ul class="incident-list">${shown}</ul>${others.length === 0 ? '' : html`<details id="more-incidents"><summary>${words.moreIncidents(incidents.length - recentIncidentsShownAtOnce)}</summary><ul class="incident-list">${others}</ul>${more > 0 ? html`<p class="soft">${words.earlierIncidents(more)}</p>` : ''}</details>`}`;
}

function item(
  { installation, url, baseUrl = '', state, worst, from, to, cause = '', runUrl }: RecentIncidentView,
  now: string,
): Markup {
  const { tone } = stateOf(state);
  const word = stateWord(state);
  const end = to === undefined ? html`${texts.times.now}` : clockMoment(to);
  // An incident that began before these hours only says when it ended.
  const time = from === undefined ? words.until(end) : html`${clockMoment(from)}–${end}`;
  const lasted =
    from === undefined ? '' : roughDuration(Math.max(0, Date.parse(to ?? now) - Date.parse(from)));
  const what = runUrl === undefined ? html`${word}` : html`<a href="${runUrl}">${word}</a>`;
  return html`<li class="${to === undefined ? tone : 'over'}"><span class="incident-time">${time}</span><span class="incident-length soft">${lasted}</span><span class="incident-what">${stateShape(state)}<a href="${url}">${installation}</a> ${what}${worst === undefined ? '' : ` (${incidentsTexts.worst(stateWord(worst.state), roughDuration(worst.lastedMs))})`}</span><span class="incident-cause soft">${sanitize(causeBeside(cause, baseUrl))}</span></li>`;
}

/** The page of all installations: what is wrong now and was in the last day, and one line for each. */
export function renderOverview(view: OverviewView): Markup {
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
${paging.total === 0 ? html`<p>${words.notConfigured}</p>` : installations.length === 0 ? html`<p class="empty">${words.noMatch(paging.total, html`<a href="${unfilteredUrl(query)}">${words.showAll}</a>`)}</p>` : html`${overviewTable(view)}${pageLinks(paging, (page) => overviewUrl(query, { page }))}`}
</section>
<details class="section rule"><summary>${texts.uptime.title}</summary><p>${words.uptimeRule(view.uptimeRule)}</p></details>`,
  });
}

function demonstration(): Markup {
  return html`<p class="cause calm demonstration">${words.demonstration(html`<code>BASE_URL</code>`, html`<code>API_KEY</code>`, html`<code>installations.yaml</code>`)}</p>`;
}

/** Each leads to the installations of its state. */
function tallies({ frame, query, paging }: OverviewView): Markup {
  const items = frame.summary.map(({ state, count: amount }) => {
    const { tone } = stateOf(state);
    const isChosen = query.state === state;
    const text = html`${stateShape(state)}<strong>${texts.common.amount(amount)}</strong> <span>${stateWord(state)}</span>`;
    const url = overviewUrl(query, { state: isChosen ? undefined : state });
    return html`<li class="${tone}">${paging.total < 2 ? html`<span class="tally">${text}</span>` : html`<a class="tally" href="${url}"${isChosen ? html` aria-current="true"` : ''}>${text}</a>`}</li>`;
  });
  return html`<ul class="tallies" aria-label="${words.byState}">${items}</ul>`;
}
