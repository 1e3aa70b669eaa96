import type { History } from '../history/history.ts';
import type { DayFigures, Figures, Shares, UptimeShares } from '../model.ts';
import { shownDays, type TargetState } from './monitored-target.ts';

type FiguresByTime = Readonly<Record<keyof UptimeShares, Figures | undefined>>;

/** The shares of a target that has no runs yet. */
export const noShares: Shares = { uptime: {}, conformity: {} };

const dayMs = 86_400_000;

/** Updates the shares and the days of a target from the history. */
export async function refreshShares(target: TargetState, history: History, nowMs: number): Promise<void> {
  const { name } = target.monitored.installation;
  const figuresOf = async (days: number): Promise<Figures | undefined> =>
    (await history.figures(nowMs - days * dayMs, name)).get(name);
  const [day, week, month] = await Promise.all([figuresOf(1), figuresOf(7), figuresOf(30)]);
  const figures = { day, week, month };
  target.shares = {
    uptime: sharesOf(figures, ({ up }) => up),
    conformity: sharesOf(figures, ({ conforming }) => conforming),
  };
  target.days = await daysAfter(target.days, history, nowMs, name);
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

function sharesOf(figures: FiguresByTime, pick: (figures: Figures) => number): UptimeShares {
  const shares = Object.entries(figures).flatMap(([time, of]) =>
    of === undefined || of.counted === 0 ? [] : [[time, pick(of) / of.counted]],
  );
  return Object.fromEntries(shares) as UptimeShares;
}
