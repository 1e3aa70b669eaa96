import { groupBy } from '../../engine/group-by.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { History, HourCounts, ShareTotals } from '../history/history.ts';
import { startOfDay } from '../history/queries.ts';
import { sumOf } from '../history/share-counts.ts';
import { countedOf, hourMs } from '../history/statements.ts';
import type { RunRow, ShareCounts, Shares, UptimeShares } from '../model.ts';
import type { Claim } from '../running/run-queue.ts';
import { type ShareFigures, shownDays, type TargetState } from '../state/monitored-target.ts';

/** The shares of a target that has no runs yet. */
export const noShares: Shares = { uptime: {}, conformity: {} };

const dayMs = 86_400_000;
const nothing: ShareCounts = { counted: 0, up: 0, conforming: 0 };
const noTotals: ShareTotals = { day: nothing, week: nothing, month: nothing, days: [] };
const times = ['day', 'week', 'month'] as const satisfies readonly (keyof UptimeShares)[];
const daysOf: Readonly<Record<keyof UptimeShares, number>> = { day: 1, week: 7, month: 30 };
/** After this many missed hours, everything is read again. */
const mostHours = 24;

/**
 * Counts a recorded run in the shares and the days of its target.
 * @param shown the displayed state of the installation after it, which counts instead of the state found
 */
export function countRun(target: TargetState, run: RunRow, shown = run.state): void {
  const { figures } = target;
  if (figures === undefined) return;
  const counts = countedOf(run, shown);
  const { hour, day, week, month } = figures;
  const sum = (one: ShareCounts): ShareCounts => sumOf([one, counts]);
  showFigures(target, { hour, day: sum(day), week: sum(week), month: sum(month) });
  const ofRunMs = startOfDay(run.startedMs);
  const known = target.days.find((one) => one.dayMs === ofRunMs) ?? { dayMs: ofRunMs, ...nothing };
  target.days = [
    ...target.days.filter((one) => one.dayMs !== ofRunMs),
    { dayMs: ofRunMs, ...sum(known) },
  ].toSorted((one, other) => one.dayMs - other.dayMs);
}

/** Reads the shares and the days of targets, by one statement for all. */
export async function readShares(
  targets: readonly TargetState[],
  history: Pick<History, 'shareTotals'>,
  nowMs: number,
): Promise<void> {
  const hour = hourOf(nowMs);
  const sinceMs = {
    day: firstHourMs('day', hour),
    week: firstHourMs('week', hour),
    month: firstHourMs('month', hour),
    days: firstDayMs(nowMs),
  };
  const totals = await history.shareTotals(sinceMs, targets.map(nameOf));
  for (const target of targets) {
    const { days, ...figures } = totals.get(nameOf(target)) ?? noTotals;
    target.days = days;
    showFigures(target, { hour, ...figures });
  }
}

/**
 * Advances the shares of targets to the current hour: subtracts the counts of hours that have left the last day, week
 * and month. No run changes those hours, so runs may be counted meanwhile. One statement for all targets of the same
 * hour.
 */
export async function advanceShares(
  targets: readonly TargetState[],
  history: Pick<History, 'shareTotals' | 'hourCounts'>,
  nowMs: number,
): Promise<void> {
  const hour = hourOf(nowMs);
  for (const [before, some] of groupBy(targets, ({ figures }) => figures?.hour)) {
    if (before === hour) continue;
    // The clock was set back, or the process was stopped for a while.
    if (before === undefined || before > hour || hour - before > mostHours) {
      await readShares(some, history, nowMs);
      continue;
    }
    const hours = times.flatMap((time) => expiredHours(time, before, hour));
    const counts = await history.hourCounts([...new Set(hours)], some.map(nameOf));
    for (const target of some) {
      // Nothing is subtracted for a target that was read again meanwhile.
      if (target.figures?.hour === before) subtractHours(target, counts.get(nameOf(target)) ?? [], hour);
    }
  }
}

/** Subtracts the hours that left each period before a given hour. */
function subtractHours(target: TargetState, counts: readonly HourCounts[], hour: number): void {
  const { figures } = target;
  if (figures === undefined) return;
  const rest = (time: keyof UptimeShares): ShareCounts => {
    const hours = expiredHours(time, figures.hour, hour);
    return difference(figures[time], sumOf(counts.filter(({ hourMs: atMs }) => hours.includes(atMs))));
  };
  const firstMs = firstDayMs(hour * hourMs);
  target.days = target.days.filter((one) => one.dayMs >= firstMs);
  showFigures(target, { hour, day: rest('day'), week: rest('week'), month: rest('month') });
}

/** The hours in a period that ends in one hour, but not in the same period that ends in a later one. */
function expiredHours(time: keyof UptimeShares, before: number, hour: number): readonly number[] {
  return Array.from({ length: hour - before }, (_, index) => firstHourMs(time, before + index));
}

function showFigures(target: TargetState, figures: ShareFigures): void {
  target.figures = figures;
  target.shares = {
    uptime: sharesOf(figures, ({ up }) => up),
    conformity: sharesOf(figures, ({ conforming }) => conforming),
  };
}

function difference(one: ShareCounts, other: ShareCounts): ShareCounts {
  return {
    counted: one.counted - other.counted,
    up: one.up - other.up,
    conforming: one.conforming - other.conforming,
  };
}

function nameOf({ monitored }: TargetState): string {
  return monitored.installation.name;
}

function hourOf(ms: number): number {
  return Math.floor(ms / hourMs);
}

/** The first hour of a period that ends in a given hour. */
function firstHourMs(time: keyof UptimeShares, hour: number): number {
  return (hour - 24 * daysOf[time]) * hourMs;
}

function firstDayMs(nowMs: number): number {
  return startOfDay(nowMs - (shownDays - 1) * dayMs);
}

function sharesOf({ day, week, month }: ShareFigures, pick: (counts: ShareCounts) => number): UptimeShares {
  const shares = Object.entries({ day, week, month }).flatMap(([time, counts]) =>
    counts.counted === 0 ? [] : [[time, pick(counts) / counts.counted]],
  );
  return Object.fromEntries(shares) as UptimeShares;
}

/** The fixed window of the budget is no longer than this, unless the pace is below one request per second. */
const windowMs = 1_000;

/**
 * The budget of an installation for one claimed run. It sends nothing after the claim is lost: a process that was
 * stopped for a while must not send requests while another monitor executes its run.
 */
export function claimedRateLimiter(
  limiter: RateLimiter,
  claim: Pick<Claim, 'isHeld' | 'signal'>,
): RateLimiter {
  return {
    ...limiter,
    run: (work, signal, isRepeated) =>
      limiter.run(
        async () => {
          if (claim.isHeld()) return work();
          claim.signal.throwIfAborted();
          throw new DOMException('The right to ask has ended.', 'AbortError');
        },
        signal,
        isRepeated,
      ),
  };
}

/**
 * How long another monitor has to wait, so that both together keep the budget and the wait that the installation asked
 * for.
 */
export function handoverMs(limiter: RateLimiter, perSecond: number | 'off'): number {
  const budgetMs = perSecond === 'off' ? 0 : Math.max(windowMs, windowMs / perSecond);
  return Math.max(budgetMs, limiter.pausedForMs());
}
