import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { DayView } from '../overview-model.ts';
import { monthName, shortDay } from '../parts/times.ts';
import { texts } from '../texts.ts';
import { dayKind, dayMeaning, summaryOf } from './daily-bars.ts';

const cell = 24;
const left = 34;
const top = 18;

/** A square for each day, weeks across and weekdays down. @param shown the dates, oldest first */
export function uptimeCalendar(days: readonly DayView[], shown: readonly string[]): Markup {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const offset = weekdayOf(shown[0] ?? '');
  const weeks = Math.ceil((shown.length + offset) / 7);
  const cells = shown.map((date, index) => {
    const day = byDay.get(date);
    const [column, line] = [Math.floor((index + offset) / 7), (index + offset) % 7];
    const [x, y] = [left + column * cell, top + line * cell];
    return html`<g class="${dayKind(day)}"><title>${texts.charts.day.name(shortDay(date), dayMeaning(day))}</title><rect x="${x}" y="${y}" width="${cell - 3}" height="${cell - 3}" rx="3"/><text x="${x + (cell - 3) / 2}" y="${y + 15}">${Number(date.slice(8))}</text></g>`;
  });
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
  return html`<svg class="calendar" viewBox="0 0 ${left + weeks * cell} ${top + 7 * cell}" role="img"><title>${summaryOf(days, shown.length)}</title>${months}${names}${cells}</svg>`;
}

/** Every day of trouble in words, the latest first. */
export function troubleList(days: readonly DayView[]): Markup {
  const bad = days.filter((day) => ['down', 'broken'].includes(dayKind(day))).toReversed();
  if (bad.length === 0) return html`<p class="soft">${summaryOf(days, 90)}</p>`;
  return html`<ul class="trouble" aria-label="${texts.charts.troubleDays}">${bad.map((day) => html`<li><strong>${shortDay(day.day)}</strong> ${dayMeaning(day)}</li>`)}</ul>`;
}

/** 0 for Monday. */
function weekdayOf(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}
