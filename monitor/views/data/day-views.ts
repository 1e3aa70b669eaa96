import type { DayFigures } from '../../model.ts';
import type { DayView, OverviewRow } from '../overview-model.ts';
import { iso } from './iso.ts';

const dayMs = 86_400_000;

/** The date of a day, in UTC. */
function dateOf(startMs: number): string {
  return iso(startMs).slice(0, 10);
}

/** As `dateOf`, for many installations: each date is made once, which takes most of the time of their days. */
export function makeDates(): typeof dateOf {
  const made = new Map<number, string>();
  return (startMs) => {
    const date = made.get(startMs) ?? dateOf(startMs);
    made.set(startMs, date);
    return date;
  };
}

/** The days of an installation as the daily bars show them. Pure. */
export function dayViews(days: readonly DayFigures[], dates = dateOf): readonly DayView[] {
  return days.map(({ dayMs: startMs, counted, up, conforming }) => ({
    day: dates(startMs),
    counted,
    down: counted === 0 ? 0 : (counted - up) / counted,
    broken: counted === 0 ? 0 : (up - conforming) / counted,
  }));
}

/** The share of counted runs of all these days that were up, and since when; nothing where none counts. Pure. */
export function longUptimeOf(days: readonly DayFigures[]): Pick<OverviewRow, 'longUptime'> {
  const counted = days.reduce((sum, day) => sum + day.counted, 0);
  const first = days.find((day) => day.counted > 0);
  if (first === undefined) return {};
  const up = days.reduce((sum, day) => sum + day.up, 0);
  return { longUptime: { share: up / counted, since: iso(first.dayMs) } };
}

/** Those of the last days, today among them, in UTC. Pure. */
export function daysUntil<Day extends { readonly dayMs: number }>(
  days: readonly Day[],
  nowMs: number,
  length: number,
): readonly Day[] {
  return days.filter((day) => day.dayMs > nowMs - length * dayMs && day.dayMs <= nowMs);
}
