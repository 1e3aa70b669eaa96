import type { RunScope } from '../../contract/scope.ts';
import type { KeptConnections } from '../../engine/http/connection.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { Monitored } from '../configuration/monitor-configuration.ts';
import type {
  DayFigures,
  MonitoredTier,
  RunRow,
  ShareCounts,
  Shares,
  StateChange,
  UptimeShares,
} from '../model.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import type { Snapshot } from './snapshot.ts';

/** The source of a target's shares: the counts of the hours up to a given hour, and of the runs since. */
export interface ShareFigures extends Readonly<Record<keyof UptimeShares, ShareCounts>> {
  readonly hour: number;
}

/** The monitor's in-memory data of an installation. Only runs, operators' actions and reloads change it. */
export interface TargetState {
  monitored: Monitored;
  /** The installation's request budget, shared by everything that sends requests to it. */
  rateLimiter: RateLimiter;
  /** Connections that pulses leave open for each other. */
  connections: KeptConnections;
  snapshot: Snapshot;
  /** The version of the snapshot in the history; 0 for none. */
  version: number;
  /**
   * Changes of state from runs that could not be written, the oldest first; the next run that can be written includes
   * them.
   */
  unwritten?: readonly StateChange[];
  /** Resolves when the pending change of the snapshot is written: the next change is based on the new one. */
  writing?: Promise<unknown>;
  shares: Shares;
  /** The source of the shares; left out until it was read from the history. */
  figures?: ShareFigures;
  /** Figures of the last days on which runs began, oldest first, for the daily bars. */
  days: readonly DayFigures[];
  /** The number of requests in the plan of a tier, which each run would compute anew; a reload empties it. */
  planned: WeakMap<RunScope, number>;
  /** The last runs, oldest first, for the sparkline of the overview. */
  recent: readonly RunRow[];
  /**
   * When the next scheduled run is due: in the past while one is in progress or overdue; undefined if none is planned.
   */
  dueMs?: number | undefined;
  /** The current run. */
  running?: { readonly id: string; readonly tier: MonitoredTier };
}

/** One installation with its schedule. */
export interface MonitoredTarget extends TargetState {
  scheduler: Scheduler;
}

/** The number of days in the daily bars, including today. */
export const shownDays = 90;

/** The number of recent runs that a target keeps in memory. */
export const mostRecentRuns = 40;
