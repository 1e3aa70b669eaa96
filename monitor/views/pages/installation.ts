import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { countFindings } from '../../../reports/words.ts';
import { chartLibrary } from '../chart-library.ts';
import { latencyChart } from '../charts/latency-chart.ts';
import { statusGrid } from '../charts/status-grid.ts';
import { documentUrl, installationUrl } from '../data/urls.ts';
import type { InstallationView } from '../installation-model.ts';
import { actionForms } from '../parts/action-forms.ts';
import { actionTable } from '../parts/action-table.ts';
import { availability } from '../parts/availability.ts';
import { findingList } from '../parts/finding-list.ts';
import { changeTable, runTable } from '../parts/history-tables.ts';
import { stateBadge } from '../parts/icons.ts';
import { latencyLinks, wholeSpan } from '../parts/latency-links.ts';
import { locationTable } from '../parts/location-table.ts';
import { notificationList } from '../parts/notifications.ts';
import { baseline, observationTable } from '../parts/observations.ts';
import { maintenanceList, scheduleTable } from '../parts/schedule.ts';
import { stateNow } from '../parts/state-now.ts';
import { lastedFor } from '../parts/times.ts';
import { texts } from '../texts.ts';
import { layout } from './layout.ts';

const words = texts.installation;

/** The page of one installation: state and cause, figures, failures with evidence, history and actions. */
export function renderInstallation(view: InstallationView): string | Promise<string> {
  const { row, frame } = view;
  return layout(frame, {
    title: words.title(row.name, stateOf(row.state).label.toLowerCase()),
    crumbs: [{ text: texts.frame.installations, url: '/' }, { text: row.name }],
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

/** What has to be looked at first comes first. */
function sections(view: InstallationView): readonly Section[] {
  const { frame, row, findings, drift, observations, choices, responseTimes } = view;
  const changed = observations.filter((one) => one.baseline !== undefined);
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
      title: words.findings.title(findings.length === 0 ? undefined : countFindings(findings)),
      link: words.findings.link(findings.length),
      content:
        findings.length === 0
          ? html`<p>${stateOf(row.state).countsAs === 'down' ? words.findings.noneJudged : words.findings.none}</p>`
          : findingList(findings, [], { now: frame.now, documentUrl: documentUrl(row.name) }),
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
    { id: 'runs', title: words.runs.title, link: words.runs.link, content: runTable(view.recentRuns) },
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

/** Stays in sight, with links to what is below. */
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
