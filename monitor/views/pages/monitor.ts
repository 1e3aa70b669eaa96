import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { dataSize, roughDuration } from '../../../reports/words.ts';
import type { MonitorView, OwnHealthView } from '../own-health-model.ts';
import { dataTable, stackedRow } from '../parts/data-table.ts';
import { attentionShape, stateShape } from '../parts/icons.ts';
import {
  configurationProblem,
  historyProblem,
  notificationProblem,
  scheduleProblem,
  sizeProblem,
} from '../parts/own-health.ts';
import { moment } from '../parts/times.ts';
import { texts } from '../texts.ts';
import { layout } from './layout.ts';

const words = texts.ownHealth;

/** The page of the monitor itself: each part, and whether it is well. */
export function renderMonitor({ frame, health }: MonitorView): string | Promise<string> {
  const { parts } = words;
  const { schedule, notifications } = health;
  const [away, small] = [historyProblem(health, frame.now), sizeProblem(health)];
  const rows = [
    row(parts.schedule, scheduleProblem(health), words.onTime(schedule.installations)),
    row(parts.history, away, reachText(health)),
    row(parts.size, small === undefined ? undefined : html`${sizeText(health)} ${small}`, sizeText(health)),
    row(parts.notifications, notificationProblem(health, frame.now), words.someWait(notifications.waiting)),
    row(parts.configuration, configurationProblem(health), words.configurationInUse),
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

/** A part: what is wrong with it, or else how it is. */
function row(name: string, problem: Markup | undefined, otherwise: Markup | string): Markup {
  const state =
    problem === undefined
      ? html`<span class="state good">${stateShape('conforming')}${words.well}</span>`
      : html`<span class="state warn">${attentionShape()}${words.unwell}</span>`;
  return stackedRow(name, [state, { content: problem ?? otherwise, kind: 'long' }]);
}

function reachText({ history: { bytes, reachesBackTo, promisedMs } }: OwnHealthView): Markup | string {
  if (bytes === undefined || promisedMs === undefined) return words.notMeasured;
  const reach = reachesBackTo === undefined ? words.empty : words.reachesBackTo(moment(reachesBackTo));
  return html`${reach} ${words.promised(roughDuration(promisedMs))}`;
}

function sizeText({ history: { bytes, maximumBytes } }: OwnHealthView): string {
  if (bytes === undefined) return words.notMeasured;
  return maximumBytes === undefined
    ? words.unbounded(dataSize(bytes))
    : words.bounded(dataSize(bytes), dataSize(maximumBytes));
}
