import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { roughDuration, uptimePercent } from '../../../reports/words.ts';
import { shownDays } from '../../state/monitored-target.ts';
import type { DayView } from '../overview/model.ts';
import { dayKind, dayMeaning, lastDays, meter, summaryOf } from '../shared/charts.ts';
import { fact, share, stateBadge } from '../shared/marks.ts';
import type { LocationsView, LocationView } from '../shared/model.ts';
import { type Cell, dataTable, stackedRow } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { dateOf, distance, lastedFor, monthName, shortDay } from '../shared/times.ts';
import { incidentsOfDaysUrl } from '../shared/urls.ts';
import type { InstallationView, MonthView, ObjectiveView } from './model.ts';
import { installationTexts } from './texts.ts';

const words = installationTexts.months;

/** How each month was: what a report about last month needs. @param objective the share of runs that is to be up */
export function monthTable(
  months: readonly MonthView[],
  objective: number | undefined,
  installation: string,
): Markup | '' {
  if (months.length === 0) return '';
  return dataTable({
    words,
    columns: [
      words.month,
      { number: words.uptime },
      ...(objective === undefined ? [] : [words.objective(uptimePercent(objective))]),
      { number: words.conforming },
      { number: words.incidents },
      { number: words.lasted },
    ],
    rows: months.map((month) => {
      const { uptime, conformity, incidents, incidentMs, hasMoreIncidents } = month;
      const least = hasMoreIncidents === true ? words.atLeast : '';
      const link = html`<a href="${urlOf(month, installation)}">${least}${incidents}</a>`;
      return stackedRow(nameOf(month), [
        figure(words.uptime, uptimePercent(uptime)),
        ...(objective === undefined ? [] : [keptCell(uptime, objective)]),
        figure(words.conforming, uptimePercent(conformity)),
        figure(words.incidents, incidents === 0 ? `${least}0` : link),
        figure(words.lasted, incidents === 0 ? '–' : `${least}${roughDuration(incidentMs)}`),
      ]);
    }),
  });
}

function figure(title: string, content: Markup | string): Cell {
  return { content, kind: 'number', title };
}

function keptCell(uptime: number, objective: number): Cell {
  const title = words.objective(uptimePercent(objective));
  return uptime >= objective
    ? { content: words.kept, kind: 'good', title }
    : { content: words.missed, kind: 'bad', title };
}

/** From its first day to its last one. */
function urlOf({ month }: MonthView, installation: string): string {
  const first = new Date(`${month}-01`);
  const lastMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0);
  return incidentsOfDaysUrl(installation, `${month}-01`, dateOf(lastMs));
}

function nameOf({ month, since, isOver }: MonthView): Markup {
  const name = words.name(monthName(month), month.slice(0, 4));
  const part = since === undefined ? (isOver ? undefined : words.soFar) : words.since(shortDay(since));
  return html`${name}${part === undefined ? '' : html` <span class="small soft">${part}</span>`}`;
}

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

const availabilityWords = installationTexts.availability;

/** How available an installation was: figures, what the objective leaves, and a calendar. */
export function availability(view: InstallationView): Markup {
  const { row, conformity, objective, months, incidentDays, frame } = view;
  const spans = (['day', 'week', 'month'] as const).map((name) => {
    const kept = conformity[name];
    const more = kept === undefined ? '' : availabilityWords.conforming(uptimePercent(kept));
    return fact(texts.uptime.spans[name], share(row.uptime[name]), more);
  });
  const shown = {
    days: row.days,
    shown: knownDays(lastDays(frame.now, shownDays), row.days),
    incidents: new Map(incidentDays.map(({ day, incidents }) => [day, incidents])),
    urlOf: (day: string): string => incidentsOfDaysUrl(row.name, day),
  };
  return html`<dl class="facts">${spans}${objective === undefined ? '' : budget(objective)}</dl>
<div class="calendar-box">${uptimeCalendar(shown)}${troubleList(shown)}</div>
${monthTable(months, objective?.target, row.name)}`;
}

/** A calendar of a young installation has no empty months. */
const leastDays = 28;

function knownDays(shown: readonly string[], days: InstallationView['row']['days']): readonly string[] {
  const first = shown.indexOf(days[0]?.day ?? '');
  return shown.slice(Math.min(Math.max(0, first), shown.length - leastDays));
}

/** The error budget: what the objective allows, and how much of it is used up. */
function budget({ target, days, counted, allowed, failed }: ObjectiveView): Markup {
  const used = allowed === 0 ? Number(failed > 0) : failed / allowed;
  const left = Math.max(0, 1 - used);
  const tone = used >= 1 ? 'bad' : used >= 0.75 ? 'warn' : undefined;
  const text = used > 1 ? availabilityWords.usedUp : availabilityWords.left(uptimePercent(left));
  return html`<div class="budget"><dt>${availabilityWords.budget(days)}</dt><dd><span class="${tone ?? ''}">${text}</span>${meter(Math.min(1, used), tone)}<span class="small">${availabilityWords.objective(uptimePercent(target), roundedRuns(allowed), counted, failed)}</span></dd></div>`;
}

function roundedRuns(allowed: number): string {
  if (allowed > 0 && allowed < 1) return availabilityWords.lessThanOne;
  return allowed >= 10 ? String(Math.floor(allowed)) : String(Math.floor(allowed * 10) / 10);
}

const locationTableWords = installationTexts.locations;

/** What each location finds, and since when. */
export function locationTable({ agree, of }: LocationsView, now: string): Markup {
  return html`<p>${locationTableWords.rule(agree, of.length)}</p>
${dataTable({
  words: locationTableWords,
  columns: [locationTableWords.location, texts.common.state, texts.common.cause, locationTableWords.lastRun],
  rows: of.map((one) =>
    stackedRow(
      html`${one.name}${one.isHere ? html` <span class="small soft">${locationTableWords.here}</span>` : ''}`,
      [
        stateFrom(one, now),
        { content: sanitize(one.cause ?? ''), kind: 'long' },
        {
          content:
            one.lastRun === undefined
              ? texts.common.noneYet
              : html`<a href="${one.lastRun.url}">${distance(one.lastRun.at, now)}</a>`,
          title: locationTableWords.lastRun,
        },
      ],
    ),
  ),
})}`;
}

function stateFrom({ state, since, isSilent }: LocationView, now: string): Markup | string {
  const found =
    state === undefined
      ? ''
      : html`${stateBadge(state)}${since === undefined ? '' : html` <span class="small soft">${lastedFor(since, now)}</span>`}`;
  if (isSilent)
    return html`<strong class="warn">${locationTableWords.silent}</strong>${state === undefined ? '' : html`<span class="address">${locationTableWords.lastFound(found)}</span>`}`;
  return state === undefined ? locationTableWords.noRun : found;
}
