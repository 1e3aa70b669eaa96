import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { roughDuration } from '../../../reports/words.ts';
import { monitorUrl } from '../data/urls.ts';
import type { OwnHealthView } from '../own-health-model.ts';
import { texts } from '../texts.ts';
import { attentionShape, stateShape } from './icons.ts';
import { age, moment, shortDay } from './times.ts';

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

/** What is not as it should be, as sentences. */
export function healthProblems(health: OwnHealthView, now: string): readonly Markup[] {
  return [
    scheduleProblem(health),
    historyProblem(health, now),
    sizeProblem(health),
    notificationProblem(health, now),
    configurationProblem(health),
  ].filter((one) => one !== undefined);
}

export function scheduleProblem({ schedule }: OwnHealthView): Markup | undefined {
  const { overdue, behindMs, oldest } = schedule;
  if (behindMs === undefined || oldest === undefined) return undefined;
  const link = html`<a href="${oldest.url}">${oldest.installation}</a>`;
  return words.behind(roughDuration(behindMs), overdue, link, moment(oldest.dueAt));
}

/** That the history is away, or cannot be written. */
export function historyProblem({ history }: OwnHealthView, now: string): Markup | undefined {
  const { isWritable, lostSince } = history;
  if (lostSince !== undefined) return words.lost(age(lostSince, now));
  return isWritable ? undefined : html`${words.unwritable}`;
}

/** What is kept of what is promised, where that is less. */
export function sizeProblem({ history }: OwnHealthView): Markup | undefined {
  const { promisedMs, keptMs, outlook } = history;
  if (promisedMs === undefined || keptMs === undefined) return undefined;
  const promised = roughDuration(promisedMs);
  if (keptMs < promisedMs) return html`${words.cut(roughDuration(keptMs), promised)}`;
  if (outlook === undefined) return undefined;
  return html`${words.willBeCut(roughDuration(outlook.fullInMs), roughDuration(outlook.keptMs), promised)}`;
}

export function notificationProblem({ notifications }: OwnHealthView, now: string): Markup | undefined {
  const { isWell, waiting, oldestAt } = notifications;
  return isWell || oldestAt === undefined ? undefined : words.waiting(waiting, age(oldestAt, now));
}

export function configurationProblem({ configuration }: OwnHealthView): Markup | undefined {
  const { refusedAt, mistakes = 0 } = configuration;
  return refusedAt === undefined ? undefined : words.refused(moment(refusedAt), mistakes);
}
