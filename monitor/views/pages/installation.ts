import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { countFindings, pluralize } from '../../../reports/words.ts';
import { latencyChart } from '../charts/latency-chart.ts';
import { statusGrid } from '../charts/status-grid.ts';
import { actionForms } from '../parts/action-forms.ts';
import { actionTable } from '../parts/action-table.ts';
import { findingList } from '../parts/finding-list.ts';
import { changeTable, runTable } from '../parts/history-tables.ts';
import { stateBadge } from '../parts/icons.ts';
import { facts } from '../parts/installation-facts.ts';
import { installationLinks } from '../parts/installation-links.ts';
import { notificationList } from '../parts/notifications.ts';
import { baseline, observationTable } from '../parts/observations.ts';
import { maintenanceList, scheduleTable } from '../parts/schedule.ts';
import { age } from '../parts/times.ts';
import type { InstallationView } from '../view-model.ts';
import { layout } from './layout.ts';

/** The page of one installation: state and cause, figures, failures with evidence, history and actions. */
export function renderInstallation(view: InstallationView): string | Promise<string> {
  const { row, frame, findings, drift } = view;
  return layout(frame, {
    title: `${row.name}: ${stateOf(row.state).label.toLowerCase()}`,
    crumbs: [{ text: 'Installations', url: '/' }, { text: row.name }],
    refreshing: 'by-script',
    content: html`
<div id="head" data-live>${head(view)}</div>
<section class="section" id="failures" data-live aria-labelledby="failures-title">
<h2 id="failures-title">${findings.length === 0 ? 'What fails now' : `What fails now: ${countFindings(findings)}`}</h2>
${findings.length === 0 ? html`<p>Nothing that was judged fails.</p>` : findingList(findings, [], frame.now)}
</section>
<section class="section" id="status-grid" data-live aria-labelledby="status-grid-title"><h2 id="status-grid-title">Endpoints over time</h2>${statusGrid(view.statusGrid)}</section>
<section class="section" id="latency" data-live aria-labelledby="latency-title"><h2 id="latency-title">Response times, last 24 hours</h2>${latencyChart(view.latency)}</section>
<section class="section" aria-labelledby="actions-title"><h2 id="actions-title">Actions</h2>${actionForms(view)}</section>
<section class="section" id="scheduler" data-live aria-labelledby="scheduler-title"><h2 id="scheduler-title">Schedule and maintenance</h2>${scheduleTable(view)}${maintenanceList(view.maintenance)}</section>
<section class="section" id="changes" data-live aria-labelledby="changes-title"><h2 id="changes-title">Changes of state</h2>${changeTable(view.changes)}</section>
<section class="section" id="action-log" data-live aria-labelledby="action-log-title"><h2 id="action-log-title">What operators did</h2>${actionTable(view.actionLog, 'one installation')}</section>
<section class="section" id="notifications" data-live aria-labelledby="notifications-title"><h2 id="notifications-title">Notifications</h2>${notificationList(view.notifications, frame.now)}</section>
<section class="section" id="runs" data-live aria-labelledby="runs-title"><h2 id="runs-title">Last runs</h2>${runTable(view.recentRuns)}</section>
<section class="section" id="observations" data-live aria-labelledby="observations-title"><h2 id="observations-title">Observations</h2>
${baseline(view)}
<details id="observations-table"${drift === 0 ? '' : html` open`}><summary>${pluralize(view.observations.length, 'observation')}</summary>${observationTable(view.observations)}</details></section>
<section class="section" aria-labelledby="uptime-title"><h2 id="uptime-title">How uptime is counted</h2><p>${view.uptimeRule}</p></section>`,
  });
}

function head(view: InstallationView): Markup {
  const { row, frame } = view;
  const { tone, meaning } = stateOf(row.state);
  const sentence = sanitize(row.cause ?? meaning);
  return html`<div class="head"><div><h1>${row.name}</h1><p class="sub">${row.baseUrl}</p>${installationLinks(row.name)}</div>
<p>${stateBadge(row.state)}${row.stateSince === undefined ? '' : html` <span class="small soft">for ${age(row.stateSince, frame.now)}</span>`}</p></div>
<p class="cause ${tone}">${sentence}</p>${
    view.warning === undefined
      ? ''
      : html`
<p class="cause warn">${sanitize(view.warning)}</p>`
  }
${facts(view)}`;
}
