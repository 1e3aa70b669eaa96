import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { Monitored } from '../configuration/monitor-configuration.ts';
import type { Figures, RunRow } from '../history/history.ts';
import type { UptimeView } from '../model.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import type { Snapshot } from './snapshot.ts';

/** The figures of a time, as shares. */
export interface Shares {
  readonly uptime: UptimeView;
  readonly conformity: UptimeView;
}

/** One installation as the monitor lives with it. Only `perform` and a reload change it. */
export interface MonitoredTarget {
  monitored: Monitored;
  /** The one budget of requests, whoever asks. */
  rateLimiter: RateLimiter;
  snapshot: Snapshot;
  shares: Shares;
  /** The last runs with an answer or without, oldest first, for the small line of the overview. */
  recent: readonly RunRow[];
  /** The run under way. */
  running?: { readonly id: string; readonly tier: RunRow['tier'] };
  scheduler: Scheduler;
}

export const mostRecentRuns = 40;

/** Shares from figures of 24 hours, 7 and 30 days. Pure. */
export function sharesOf(day?: Figures, week?: Figures, month?: Figures): Shares {
  const share = (pick: (figures: Figures) => number): UptimeView => {
    const of = (figures: Figures | undefined): number | undefined =>
      figures === undefined || figures.counted === 0 ? undefined : pick(figures) / figures.counted;
    const entries = Object.entries({ day: of(day), week: of(week), month: of(month) });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
  return { uptime: share(({ up }) => up), conformity: share(({ conforming }) => conforming) };
}
