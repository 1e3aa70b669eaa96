import type { KeptConnections } from '../../engine/http/kept-connections.ts';
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

/** What the shares of a target are made from: the counts of the hours that belong to an hour, and of the runs since. */
export interface ShareFigures extends Readonly<Record<keyof UptimeShares, ShareCounts>> {
  readonly hour: number;
}

/** What the monitor holds of an installation in memory. Only runs, actions of the operator and reloads change it. */
export interface TargetState {
  monitored: Monitored;
  /** The one request budget of the installation, shared by all that send requests to it. */
  rateLimiter: RateLimiter;
  /** Connections that pulses leave open for each other. */
  connections: KeptConnections;
  snapshot: Snapshot;
  /** The version of the snapshot in the history; 0 for none. */
  version: number;
  /** Runs could not be written: their changes of state, the oldest first, go with the next one that can. */
  unwritten?: readonly StateChange[];
  /** Ends when the change being made to the snapshot is written: the next change starts from the new one. */
  writing?: Promise<unknown>;
  shares: Shares;
  /** What the shares are made from; left out until the history was read for it. */
  figures?: ShareFigures;
  /** Figures of the last days on which runs began, oldest first, for the daily bars. */
  days: readonly DayFigures[];
  /** The last runs, oldest first, for the sparkline of the overview. */
  recent: readonly RunRow[];
  /** When the next scheduled run is due: in the past while one is under way or overdue; nothing if none is planned. */
  dueMs?: number | undefined;
  /** The run under way. */
  running?: { readonly id: string; readonly tier: MonitoredTier };
}

/** One installation with its schedule. */
export interface MonitoredTarget extends TargetState {
  scheduler: Scheduler;
}

/** How many days the daily bars show, today among them. */
export const shownDays = 90;

/** How many of its last runs a target holds in memory. */
export const mostRecentRuns = 40;
