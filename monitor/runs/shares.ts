import type { History } from '../history/history.ts';
import type { Figures, Shares, UptimeShares } from '../model.ts';
import type { TargetState } from './monitored-target.ts';

type FiguresByTime = Readonly<Record<keyof UptimeShares, Figures | undefined>>;

/** The shares of a target that has no runs yet. */
export const noShares: Shares = { uptime: {}, conformity: {} };

const dayMs = 86_400_000;

/** Updates the shares of a target from the history. */
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
}

function sharesOf(figures: FiguresByTime, pick: (figures: Figures) => number): UptimeShares {
  const shares = Object.entries(figures).flatMap(([time, of]) =>
    of === undefined || of.counted === 0 ? [] : [[time, pick(of) / of.counted]],
  );
  return Object.fromEntries(shares) as UptimeShares;
}
