import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { dataSize, roughDuration } from '../../../reports/words.ts';
import { layout } from '../shared/layout.ts';
import { attentionShape, stateShape } from '../shared/marks.ts';
import type { FrameView } from '../shared/model.ts';
import { dataTable, stackedRow } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { age, moment, shortDay } from '../shared/times.ts';
import { monitorUrl } from '../shared/urls.ts';
import type { OwnHealthView } from './model.ts';

const words = texts.ownHealth;

/** How the monitor itself is: one short line while it is well, and else each thing that is not. */
export function healthStrip(health: OwnHealthView, now: string): Markup {
  const problems = healthProblems(health, now);
  const link = html`<a href="${monitorUrl}">${health.isWell ? words.isWell : words.isUnwell}</a>`;
  if (problems.length === 0) {
    const { reachesBackTo } = health.history;
    const reach = reachesBackTo === undefined ? '' : words.reach(shortDay(reachesBackTo));
    return html`<p class="health good" id="health" data-live>${stateShape('conforming')}<span>${words.quiet(link, reach)}</span></p>`;
  }
  return html`<div class="health warn" id="health" data-live role="note">${attentionShape()}<div><p><strong>${link}</strong></p><ul>${problems.map((one) => html`<li>${one}</li>`)}</ul></div></div>`;
}

/** The problems, as sentences. */
function healthProblems(health: OwnHealthView, now: string): readonly Markup[] {
  return [
    scheduleProblem(health),
    historyProblem(health, now),
    sizeProblem(health),
    notificationProblem(health, now),
    configurationProblem(health),
  ].filter((one) => one !== undefined);
}

function scheduleProblem({ schedule }: OwnHealthView): Markup | undefined {
  const { overdue, behindMs, oldest } = schedule;
  if (behindMs === undefined || oldest === undefined) return undefined;
  const link = html`<a href="${oldest.url}">${oldest.installation}</a>`;
  return words.behind(roughDuration(behindMs), overdue, link, moment(oldest.dueAt));
}

/** A notice that the history is away, or cannot be written. */
function historyProblem({ history }: OwnHealthView, now: string): Markup | undefined {
  const { isWritable, lostSince } = history;
  if (lostSince !== undefined) return words.lost(age(lostSince, now));
  return isWritable ? undefined : html`${words.unwritable}`;
}

/** The part of the promised retention that is kept, if that is less. */
function sizeProblem({ history }: OwnHealthView): Markup | undefined {
  const { promisedMs, keptMs, outlook } = history;
  if (promisedMs === undefined || keptMs === undefined) return undefined;
  const promised = roughDuration(promisedMs);
  if (keptMs < promisedMs) return html`${words.cut(roughDuration(keptMs), promised)}`;
  if (outlook === undefined) return undefined;
  return html`${words.willBeCut(roughDuration(outlook.fullInMs), roughDuration(outlook.keptMs), promised)}`;
}

function notificationProblem({ notifications }: OwnHealthView, now: string): Markup | undefined {
  const { isWell, waiting, oldestAt } = notifications;
  return isWell || oldestAt === undefined ? undefined : words.waiting(waiting, age(oldestAt, now));
}

function configurationProblem({ configuration }: OwnHealthView): Markup | undefined {
  const { refusedAt, mistakes = 0 } = configuration;
  return refusedAt === undefined ? undefined : words.refused(moment(refusedAt), mistakes);
}

/** The page of the monitor itself: each part, and whether it is well. */
export function renderMonitor(frame: FrameView, health: OwnHealthView): Markup {
  const { parts } = words;
  const { schedule, notifications } = health;
  const [away, small] = [historyProblem(health, frame.now), sizeProblem(health)];
  const halted = health.history.lostSince === undefined ? undefined : away;
  const rows = [
    row(parts.schedule, scheduleProblem(health) ?? halted, words.onTime(schedule.installations)),
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
      words,
      columns: [words.part, texts.common.state, texts.common.what],
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
