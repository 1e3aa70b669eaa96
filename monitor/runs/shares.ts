import type { History } from '../history/history.ts';
import { startOfDay } from '../history/queries.ts';
import { countedOf, hourMs } from '../history/statements.ts';
import type { DayFigures, RunRow, Shares, UptimeShares } from '../model.ts';
import { type ShareCounts, type ShareFigures, shownDays, type TargetState } from './monitored-target.ts';

/** The shares of a target that has no runs yet. */
export const noShares: Shares = { uptime: {}, conformity: {} };

const dayMs = 86_400_000;
const nothing: ShareCounts = { counted: 0, up: 0, conforming: 0 };

/**
 * Updates the shares and the days of a target: by the run that was just recorded, or from the history where another hour has
 * begun since that was read. What locations agree on is read each time.
 */
export async function refreshShares(
  target: TargetState,
  history: History,
  nowMs: number,
  run?: RunRow,
): Promise<void> {
  const hour = Math.floor(nowMs / hourMs);
  const { figures } = target;
  if (run !== undefined && run.location === undefined && figures?.hour === hour) {
    countRun(target, figures, run);
    return;
  }
  // Where the history cannot be read, the next run reads it.
  delete target.figures;
  const { name } = target.monitored.installation;
  const figuresOf = async (days: number): Promise<ShareCounts> =>
    (await history.figures(nowMs - days * dayMs, name)).get(name) ?? nothing;
  const [day, week, month] = await Promise.all([figuresOf(1), figuresOf(7), figuresOf(30)]);
  target.days = await daysAfter(target.days, history, nowMs, name);
  showFigures(target, { hour, day, week, month });
}

function countRun(target: TargetState, { hour, day, week, month }: ShareFigures, run: RunRow): void {
  const counts = countedOf(run, run.state);
  showFigures(target, { hour, day: sum(day, counts), week: sum(week, counts), month: sum(month, counts) });
  const ofRunMs = startOfDay(run.startedMs);
  const known = target.days.find((one) => one.dayMs === ofRunMs) ?? { dayMs: ofRunMs, ...nothing };
  target.days = [
    ...target.days.filter((one) => one.dayMs !== ofRunMs),
    { dayMs: ofRunMs, ...sum(known, counts) },
  ].toSorted((one, other) => one.dayMs - other.dayMs);
}

function showFigures(target: TargetState, figures: ShareFigures): void {
  target.figures = figures;
  target.shares = {
    uptime: sharesOf(figures, ({ up }) => up),
    conformity: sharesOf(figures, ({ conforming }) => conforming),
  };
}

function sum(one: ShareCounts, other: ShareCounts): ShareCounts {
  return {
    counted: one.counted + other.counted,
    up: one.up + other.up,
    conforming: one.conforming + other.conforming,
  };
}

/** Days that are over do not change: of those that are known, only the last one is read again. */
async function daysAfter(
  known: readonly DayFigures[],
  history: History,
  nowMs: number,
  installation: string,
): Promise<readonly DayFigures[]> {
  const firstMs = nowMs - (shownDays - 1) * dayMs;
  const fromMs = known.at(-1)?.dayMs ?? firstMs;
  const read = (await history.days(fromMs, installation)).get(installation) ?? [];
  const firstRead = read[0]?.dayMs ?? Number.POSITIVE_INFINITY;
  const kept = known.filter((day) => day.dayMs < firstRead && day.dayMs > firstMs - dayMs);
  return [...kept, ...read];
}

function sharesOf({ day, week, month }: ShareFigures, pick: (counts: ShareCounts) => number): UptimeShares {
  const shares = Object.entries({ day, week, month }).flatMap(([time, counts]) =>
    counts.counted === 0 ? [] : [[time, pick(counts) / counts.counted]],
  );
  return Object.fromEntries(shares) as UptimeShares;
}
