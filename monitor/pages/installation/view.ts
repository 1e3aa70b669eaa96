import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { countFindings, duration, stateWord } from '../../../reports/words.ts';
import type { GridOutcome } from '../../model.ts';
import { actionTable } from '../actions/view.ts';
import { chartLibrary } from '../shared/assets.ts';
import { baseline, findingList, observationTable } from '../shared/findings.ts';
import { crumbsTo, layout } from '../shared/layout.ts';
import { outcomeMark, outcomeWords, stateBadge } from '../shared/marks.ts';
import type { LastRunView } from '../shared/model.ts';
import { dataTable, stackedRow } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { clockTime, distance, exactMoment, fullTime, lastedFor, moment } from '../shared/times.ts';
import { documentUrl, installationUrl } from '../shared/urls.ts';
import { availability, locationTable } from './availability.ts';
import { actionForms } from './forms.ts';
import { latencyChart, latencyLinks, wholeSpan } from './latency-chart.ts';
import type {
  GridColumn,
  GridRow,
  InstallationView,
  MaintenanceView,
  MergedRunsView,
  NotificationsView,
  NotificationView,
  StateChangeView,
} from './model.ts';
import { stateNow } from './state-now.ts';
import { installationTexts } from './texts.ts';

const words = installationTexts;
const scheduleWords = installationTexts.schedule;

/** When each tier runs, as configured, and when next. */
function scheduleTable({ schedule, frame }: InstallationView): Markup {
  return dataTable({
    words: scheduleWords,
    columns: [texts.common.tier, scheduleWords.runs, scheduleWords.next],
    rows: schedule.map(({ tier, rule, next }) =>
      stackedRow(tier, [
        rule,
        {
          content:
            next === undefined
              ? scheduleWords.never
              : html`${distance(next, frame.now)} <span class="small soft">(${moment(next)})</span>`,
          title: scheduleWords.next,
        },
      ]),
    ),
  });
}

/** Maintenance windows that are open or come within the next days. */
function maintenanceList(windows: readonly MaintenanceView[]): Markup {
  if (windows.length === 0) return html`<p>${scheduleWords.noMaintenance}</p>`;
  return html`<ul>${windows.map(
    ({ from, to, source, isActive, reason }) =>
      html`<li>${isActive ? html`<strong>${scheduleWords.openNow}</strong> ` : ''}${scheduleWords.window(moment(from), moment(to), scheduleWords.sources[source], reason === undefined ? undefined : sanitize(reason))}</li>`,
  )}</ul>`;
}

const notificationsWords = installationTexts.notifications;

/** Where notifications go, and whether the latest arrived. */
function notificationList({ channels, log }: NotificationsView, now: string): Markup {
  if (channels.length === 0 && log.length === 0)
    return html`<p>${notificationsWords.none(html`<code>monitor.notify</code>`)}</p>`;
  const names = channels.map(({ name, type, states }) => {
    return html`<li>${name} <span class="small soft">${notificationsWords.channel(type, states?.join(', '))}</span></li>`;
  });
  return html`<ul>${names}</ul>${log.length === 0 ? html`<p>${notificationsWords.nothingSent}</p>` : table(log, now)}`;
}

function table(log: readonly NotificationView[], now: string): Markup {
  return dataTable({
    words: notificationsWords,
    columns: [
      texts.common.when,
      notificationsWords.channelColumn,
      texts.common.what,
      notificationsWords.result,
    ],
    rows: log.map((one) =>
      stackedRow(exactMoment(one.at), [
        one.channel,
        { content: sanitize(one.summary), kind: 'long' },
        { content: result(one, now), kind: 'long' },
      ]),
    ),
  });
}

function result({ status, attempts, next, reason = '' }: NotificationView, now: string): Markup | string {
  if (status === 'delivered') return notificationsWords.delivered(attempts);
  if (status === 'given-up')
    return notificationsWords.givenUpAfter(
      html`<strong>${notificationsWords.givenUp}</strong>`,
      attempts,
      reason,
    );
  const when = next === undefined || attempts === 0 ? undefined : distance(next, now);
  return notificationsWords.waiting(attempts, when, reason);
}

const { changes: changesWords, runs: runsWords } = installationTexts;

/** How the state changed. */
function changeTable(changes: readonly StateChangeView[]): Markup {
  if (changes.length === 0) return html`<p>${changesWords.none}</p>`;
  return dataTable({
    words: changesWords,
    columns: [texts.common.when, texts.common.state, texts.common.cause],
    rows: changes.map(({ at, from, to, cause, runUrl }) =>
      stackedRow(runUrl === undefined ? exactMoment(at) : html`<a href="${runUrl}">${exactMoment(at)}</a>`, [
        html`${stateBadge(to)}<span class="address">${changesWords.before(stateWord(from))}</span>`,
        { content: sanitize(cause ?? ''), kind: 'long' },
      ]),
    ),
  });
}

/** The last runs, those that found the same in one line. */
export function runTable(lines: readonly MergedRunsView[]): Markup {
  if (lines.length === 0) return html`<p>${runsWords.none}</p>`;
  return dataTable({
    words: runsWords,
    columns: [runsWords.started, texts.common.tier, texts.common.state, { number: runsWords.duration }],
    rows: lines.map(({ latest, earliest, runs, shortestMs, longestMs }) => {
      const { state, location } = latest;
      const isOne = latest.id === earliest.id;
      return stackedRow(isOne ? link(latest) : runsWords.back(link(latest), link(earliest)), [
        html`${isOne ? latest.tier : runsWords.amounts(runs)}${location === undefined ? '' : html` <span class="small soft">${runsWords.from(location)}</span>`}`,
        stateBadge(state),
        {
          content: isOne
            ? duration(longestMs)
            : runsWords.durations(duration(shortestMs), duration(longestMs)),
          kind: 'number',
        },
      ]);
    }),
  });
}

function link({ url, startedAt }: LastRunView): Markup {
  return html`<a href="${url}">${exactMoment(startedAt)}</a>`;
}

const statusGridWords = installationTexts.grid;

/** Endpoints down, runs across, oldest first. */
function statusGrid({ columns, rows }: InstallationView['statusGrid']): Markup {
  if (columns.length === 0) return html`<p>${statusGridWords.none}</p>`;
  return html`<p class="lead small">${statusGridWords.introduction(columns.length)}</p>
<div class="scroll status-grid" tabindex="0" role="region" aria-label="${statusGridWords.table}">
<table>
<caption class="spoken">${statusGridWords.title}</caption>
<thead><tr><th scope="col">${texts.common.endpoint}</th>${columns.map(columnHead)}</tr></thead>
<tbody>${rows.map((row) => gridRow(row, columns))}</tbody>
</table></div>
${legend()}`;
}

function columnHead({ runUrl, at, tier, state }: GridColumn): Markup {
  return html`<th scope="col"><a href="${runUrl}"><span class="spoken">${statusGridWords.run(tier, fullTime(at), stateWord(state))}</span><span aria-hidden="true">${clockTime(at)}</span></a></th>`;
}

function gridRow({ endpoint, cells }: GridRow, columns: readonly GridColumn[]): Markup {
  return html`<tr><th scope="row"><code>${endpoint}</code></th>${cells.map(({ outcome }, index) => gridCell(outcome, columns[index]))}</tr>`;
}

function gridCell(outcome: GridOutcome, column: GridColumn | undefined): Markup {
  // Checks that could not be judged because nothing useful answers show an outage, not a missing detail.
  const isJudged = outcome === 'pass' || outcome === 'fail';
  if (!isJudged && column !== undefined && stateOf(column.state).countsAs === 'down') {
    return html`<td class="outage">${outcomeMark('fail')}<span class="spoken">${stateWord(column.state)}</span></td>`;
  }
  const { tone, word } = outcomeWords[outcome];
  return html`<td class="${tone}">${outcomeMark(outcome)}<span class="spoken">${word}</span></td>`;
}

function legend(): Markup {
  const items = (['pass', 'fail', 'untestable', 'none'] as const).map((outcome) => {
    const { tone, word, meaning } = outcomeWords[outcome];
    return html`<li class="${tone}">${outcomeMark(outcome)}<span>${statusGridWords.legendItem(word, meaning)}</span></li>`;
  });
  const outage = html`<li class="outage">${outcomeMark('fail')}<span>${statusGridWords.legendItem(statusGridWords.outage, statusGridWords.outageMeaning)}</span></li>`;
  return html`<ul class="legend" aria-label="${statusGridWords.legend}">${items}${outage}</ul>`;
}

/** The page of one installation: state and cause, figures, failures with evidence, history and actions. */
export function renderInstallation(view: InstallationView): Markup {
  const { row, frame } = view;
  return layout(frame, {
    title: words.title(row.name, stateWord(row.state)),
    crumbs: crumbsTo(row.name),
    refreshing: 'by-script',
    isWide: true,
    installation: row.name,
    ...(frame.notice?.isProblem === true ? { address: installationUrl(row.name) } : {}),
    scripts: [chartLibrary.name, 'latency-chart.js'],
    content: html`
<div class="sticky-head" id="head" data-live>${headline(view)}</div>
<div id="state-now" data-live>${stateNow(view)}</div>
${sections(view).map(({ id, title, isLive, content }) => html`<section class="section" id="${id}"${isLive === false ? '' : html` data-live`} aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`)}
<details class="section rule"><summary>${texts.uptime.title}</summary><p>${words.errorBudgetRule(view.uptimeRule, html`<code>slo</code>`)}</p></details>`,
  });
}

interface Section {
  readonly id: string;
  readonly title: string;
  /** In the list of links; left out, it is not there. */
  readonly link?: string;
  /** Forms are left alone while the page brings itself up to date. */
  readonly isLive?: false;
  readonly content: Markup;
}

/** The most urgent comes first. */
function sections(view: InstallationView): readonly Section[] {
  const { frame, row, findings, drift, observations, choices, responseTimes, intermittent } = view;
  const changed = observations.filter((one) => one.baseline !== undefined);
  const isMaintained = row.state === 'maintenance';
  const isNow = !isMaintained && (findings.length === 0 || !stateOf(row.state).explainsEverything);
  const none = stateOf(row.state).countsAs === 'down' ? words.findings.noneJudged : words.findings.none;
  const observed = {
    id: 'observations',
    title: words.observations.title(drift),
    link: words.observations.link(drift),
    content: html`${baseline(view)}${changed.length === 0 ? '' : observationTable(changed, 'changed')}
<details id="observations-table"><summary>${words.observations.amount(observations.length)}</summary>${observationTable(observations)}</details>
${choices.length === 0 ? '' : html`<details id="choices"><summary>${words.observations.choices(choices.length)}</summary><ul>${choices.map((choice) => html`<li>${sanitize(choice)}</li>`)}</ul></details>`}`,
  };
  return [
    {
      id: 'failures',
      title: words.findings.title(isNow, findings.length === 0 ? undefined : countFindings(findings)),
      link: words.findings.link(isNow, findings.length),
      content: html`${
        findings.length === 0
          ? html`<p>${isMaintained ? words.findings.noneBefore : none}</p>`
          : findingList(findings, [], { now: frame.now, documentUrl: documentUrl(row.name) })
      }${intermittent === undefined ? '' : html`<p>${words.findings.intermittent(intermittent.met, intermittent.of, link(intermittent.latest))}</p>`}`,
    },
    ...(view.locations === undefined
      ? []
      : [
          {
            id: 'locations',
            title: words.locations.title,
            link: words.locations.title,
            content: locationTable(view.locations, frame.now),
          },
        ]),
    ...(drift === 0 ? [] : [observed]),
    {
      id: 'status-grid',
      title: words.grid.title,
      link: words.grid.link,
      content: statusGrid(view.statusGrid),
    },
    {
      id: 'latency',
      title: words.responseTimes.title(
        words.responseTimes.spanNames[responseTimes.span],
        responseTimes.endpoint,
      ),
      link: words.responseTimes.link,
      content: html`${latencyLinks(row.url, responseTimes)}${wholeSpan(responseTimes)}${latencyChart(responseTimes)}`,
    },
    {
      id: 'availability',
      title: words.availability.title,
      link: words.availability.title,
      content: availability(view),
    },
    {
      id: 'changes',
      title: words.changes.title,
      link: words.changes.link,
      content: changeTable(view.changes),
    },
    {
      id: 'runs',
      title: words.runs.title,
      link: words.runs.link,
      content: runTable(view.recentRuns),
    },
    ...(drift === 0 ? [observed] : []),
    {
      id: 'scheduler',
      title: words.schedule.title,
      link: words.schedule.link,
      content: html`${scheduleTable(view)}${maintenanceList(view.maintenance)}`,
    },
    {
      id: 'notifications',
      title: words.notifications.title,
      content: notificationList(view.notifications, frame.now),
    },
    {
      id: 'actions',
      title: words.actionsTitle,
      link: words.actionsTitle,
      isLive: false,
      content: actionForms(view),
    },
    {
      id: 'action-log',
      title: words.actionLogTitle,
      content: actionTable(view.actionLog, 'one installation'),
    },
  ];
}

/** Stays in sight, with links to the sections below. */
function headline(view: InstallationView): Markup {
  const { row, frame } = view;
  const links = sections(view).flatMap(({ id, link }) =>
    link === undefined ? [] : [html`<li><a href="#${id}">${link}</a></li>`],
  );
  const since =
    row.stateSince === undefined
      ? ''
      : html` <span class="small soft">${lastedFor(row.stateSince, frame.now)}</span>`;
  return html`<div class="head"><h1>${row.name}</h1><p>${stateBadge(row.state)}${since}</p></div>
<nav class="contents" aria-label="${words.contents}"><ul>${links}</ul></nav>`;
}
