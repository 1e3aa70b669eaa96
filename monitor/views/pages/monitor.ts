import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { dataSize, roughDuration } from '../../../reports/words.ts';
import type { MonitorView, OwnHealthView } from '../own-health-model.ts';
import { dataTable, stackedRow } from '../parts/data-table.ts';
import { attentionShape, stateShape } from '../parts/icons.ts';
import {
  configurationProblem,
  historyProblems,
  notificationProblem,
  scheduleProblem,
} from '../parts/own-health.ts';
import { moment } from '../parts/times.ts';
import { texts } from '../texts.ts';
import { layout } from './layout.ts';

const words = texts.ownHealth;

/** The page of the monitor itself: each part, and whether it is well. */
export function renderMonitor({ frame, health }: MonitorView): string | Promise<string> {
  const { schedule, notifications, configuration, history } = health;
  const row = (name: string, isWell: boolean, text: Markup | string): Markup =>
    stackedRow(name, [mark(isWell), { content: text, kind: 'long' }]);
  const rows = [
    row(
      words.parts.schedule,
      schedule.isWell,
      scheduleProblem(health) ?? words.onTime(schedule.installations),
    ),
    row(words.parts.history, history.isWell, historyText(health, frame.now)),
    row(words.parts.size, sizeIsWell(health), sizeText(health)),
    row(
      words.parts.notifications,
      notifications.isWell,
      notificationProblem(health, frame.now) ?? words.someWait(notifications.waiting),
    ),
    row(
      words.parts.configuration,
      configuration.isWell,
      configurationProblem(health) ?? words.configurationInUse,
    ),
  ];
  return layout(frame, {
    title: words.title,
    crumbs: [{ text: texts.frame.overview, url: '/' }, { text: words.title }],
    refreshing: 'always',
    content: html`
<div class="head"><div><h1>${health.isWell ? words.isWell : words.isUnwell}</h1><p class="sub">${words.introduction}</p></div></div>
<section class="section own-health" id="parts" data-live aria-label="${words.title}">${dataTable({
      label: words.table,
      caption: words.table,
      columns: [words.part, texts.common.state, texts.common.what],
      isStacked: true,
      rows,
    })}</section>`,
  });
}

function mark(isWell: boolean): Markup {
  return isWell
    ? html`<span class="state good">${stateShape('conforming')}${words.well}</span>`
    : html`<span class="state warn">${attentionShape()}${words.unwell}</span>`;
}

function historyText({ history }: OwnHealthView, now: string): Markup {
  const problems = historyProblems(history, now).map((one) => html`${one} `);
  const { bytes, reachesBackTo, promisedMs } = history;
  if (bytes === undefined || promisedMs === undefined) return html`${problems}${words.notMeasured}`;
  const reach = reachesBackTo === undefined ? words.empty : words.reachesBackTo(moment(reachesBackTo));
  return html`${problems}${reach} ${words.promised(roughDuration(promisedMs))}`;
}

/** The size is what becomes too small; that a history cannot be written is said of the history. */
function sizeIsWell({ history }: OwnHealthView): boolean {
  const { keptMs = 0, promisedMs = 0, outlook } = history;
  return keptMs >= promisedMs && outlook === undefined;
}

function sizeText({ history: { bytes, maximumBytes } }: OwnHealthView): string {
  if (bytes === undefined) return words.notMeasured;
  return maximumBytes === undefined
    ? words.unbounded(dataSize(bytes))
    : words.bounded(dataSize(bytes), dataSize(maximumBytes));
}
