import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { DayView } from '../overview-model.ts';
import { monthName, shortDay } from '../parts/times.ts';
import { texts } from '../texts.ts';
import { dayKind, dayMeaning, summaryOf } from './daily-bars.ts';

const { day: dayWords } = texts.charts;
const cell = 24;
const left = 34;
const top = 18;

export interface Calendar {
  readonly days: readonly DayView[];
  /** The dates, oldest first. */
  readonly shown: readonly string[];
  /** How many incidents lasted on a day; days without one are left out. */
  readonly incidents: ReadonlyMap<string, number>;
  /** Where the incidents of a day are. */
  readonly urlOf: (day: string) => string;
}

/**
 * A square for each day, weeks across and weekdays down. A day on which an incident lasted leads to it. To those who do not see
 * it the calendar is its summary and these links.
 */
export function uptimeCalendar({ days, shown, incidents, urlOf }: Calendar): Markup {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const offset = weekdayOf(shown[0] ?? '');
  const weeks = Math.ceil((shown.length + offset) / 7);
  const cells = shown.map((date, index) => {
    const day = byDay.get(date);
    const [column, line] = [Math.floor((index + offset) / 7), (index + offset) % 7];
    const [x, y] = [left + column * cell, top + line * cell];
    const amount = incidents.get(date) ?? 0;
    const name = dayWords.name(shortDay(date), meaningOf(day, amount));
    const square = html`<g class="${dayKind(day)}"><title>${name}</title><rect x="${x}" y="${y}" width="${cell - 3}" height="${cell - 3}" rx="3"/><text x="${x + (cell - 3) / 2}" y="${y + 15}">${Number(date.slice(8))}</text></g>`;
    return { name, square, ...(amount === 0 ? {} : { url: urlOf(date) }) };
  });
  const links = cells.flatMap(({ name, square, url }) =>
    url === undefined ? [] : [html`<a class="day-link" href="${url}" aria-label="${name}">${square}</a>`],
  );
  const others = cells.filter(({ url }) => url === undefined).map(({ square }) => square);
  const months = shown.flatMap((date, index) => {
    const isFirst = date.endsWith('-01');
    const column = Math.floor((index + offset) / 7);
    return isFirst
      ? [html`<text class="label" x="${left + column * cell}" y="12">${monthName(date)}</text>`]
      : [];
  });
  const names = texts.times.weekdays.map(
    (name, line) => html`<text class="label" x="0" y="${top + line * cell + 15}">${name}</text>`,
  );
  return html`<svg class="calendar" viewBox="0 0 ${left + weeks * cell} ${top + 7 * cell}" role="group" aria-label="${summaryOf(days, shown.length)}"><g aria-hidden="true">${months}${names}${others}</g>${links}</svg>`;
}

/** Every day of trouble in words, the latest first, those on which an incident lasted as links to it. */
export function troubleList({ days, shown, incidents, urlOf }: Calendar): Markup {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const isBad = (date: string): boolean => ['down', 'broken'].includes(dayKind(byDay.get(date)));
  const bad = shown.filter((date) => incidents.has(date) || isBad(date)).toReversed();
  if (bad.length === 0) return html`<p class="soft">${summaryOf(days, shown.length)}</p>`;
  const items = bad.map((date) => {
    const amount = incidents.get(date) ?? 0;
    const name = amount === 0 ? shortDay(date) : html`<a href="${urlOf(date)}">${shortDay(date)}</a>`;
    return html`<li><strong>${name}</strong> ${meaningOf(byDay.get(date), amount === 1 && isBad(date) ? 0 : amount)}</li>`;
  });
  return html`<ul class="trouble" aria-label="${texts.charts.troubleDays}">${items}</ul>`;
}

function meaningOf(day: DayView | undefined, incidents: number): string {
  return incidents === 0 ? dayMeaning(day) : dayWords.withIncidents(dayMeaning(day), incidents);
}

/** 0 for Monday. */
function weekdayOf(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}
