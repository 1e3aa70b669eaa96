import type { Gravity } from '../../contract/gravity.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { ActionKind, GridOutcome, KeptFailure, MonitoredTier, UptimeShares } from '../model.ts';
import type { LocationMarks, LocationsView } from './locations-model.ts';
import type { DayView, OverviewQuery, PagingView, RecentIncidentView } from './overview-model.ts';

import type { ObjectiveView, ResponseTimesView } from './response-times-model.ts';

/**
 * What the pages show: plain data, already free of secrets. Times are ISO texts in UTC, ratios 0..1, durations
 * milliseconds unless the name says otherwise. Whatever is left out is not known (yet).
 */

/** What every page has around its contents. */
export interface FrameView {
  /** When the page was made. */
  readonly now: string;
  /** The page asks for itself again after so long. */
  readonly refreshSeconds: number;
  readonly suiteVersion: string;
  /** Told once at the top: what an action did, or why it was refused. */
  readonly notice?: { readonly text: string; readonly isProblem: boolean };
  /** Told at the top of every page while it holds. */
  readonly warning?: string;
  /** How many installations are in each state, in the order of gravity; states that none has are left out. */
  readonly summary: readonly { readonly state: InstallationState; readonly count: number }[];
}

/** The forms of the pages: possible only where the operator's token is configured. */
export interface ActionsView {
  readonly possible: boolean;
  /** Why not, as a sentence. */
  readonly reason?: string;
  /** Field names of the forms: each form also has a password field for the operator's token. */
  readonly fields: {
    readonly token: 'token';
    readonly tier: 'tier';
    readonly minutes: 'minutes';
    readonly from: 'from';
    readonly to: 'to';
    readonly reason: 'reason';
    readonly window: 'window';
    readonly channel: 'channel';
  };
  /** Tiers that the operator may start now, for the field `tier`. */
  readonly tiers: readonly MonitoredTier[];
  /**
   * POST targets. `run` takes tier; `startMaintenance` minutes (1 to 10080) and reason; `planMaintenance` from, to (in UTC)
   * and reason; `endMaintenance` the window, or nothing for what is open; the others nothing.
   */
  readonly run: string;
  readonly startMaintenance: string;
  readonly planMaintenance: string;
  readonly endMaintenance: string;
  readonly acceptBaseline: string;
  /** Takes channel, the name of one, or nothing for all. */
  readonly testNotification: string;
}

export interface LastRunView {
  readonly id: string;
  readonly url: string;
  readonly tier: MonitoredTier;
  /** From where it was made, where locations are named. */
  readonly location?: string;
  readonly state: InstallationState;
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface NextRunView {
  readonly tier: MonitoredTier;
  readonly at: string;
}

/** One point of a line: no `ms` where nothing was answered. */
export interface LatencyPoint {
  readonly at: string;
  readonly ms?: number;
  /** Within this, 95 of 100 requests of the run were answered. */
  readonly p95Ms?: number;
  /** The run of this point was not good. */
  readonly isFailure: boolean;
  readonly runUrl: string;
}

export interface OverviewRow {
  readonly name: string;
  readonly url: string;
  readonly baseUrl: string;
  readonly group?: string;
  readonly tags?: readonly string[];
  readonly state: InstallationState;
  readonly stateSince?: string;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string;
  /** How many causes are found now. */
  readonly findings: number;
  /** How grave the gravest is. */
  readonly gravity?: Gravity;
  readonly uptime: UptimeShares;
  /** The share of all days below, and since when it counts. */
  readonly longUptime?: { readonly share: number; readonly since: string };
  /** The last 90 days, oldest first, today the last; days before the first run have no entry. */
  readonly days: readonly DayView[];
  /** Observations that differ from the baseline. */
  readonly drift: number;
  readonly certificate?: CertificateView;
  /** Left out where all locations find the same, or none are named. */
  readonly locations?: LocationMarks;
  /** The tier of the run under way. */
  readonly running?: MonitoredTier;
  readonly lastRun?: LastRunView;
  readonly nextRun?: NextRunView;
  /** Median time of a request in each of the last runs, oldest first (at most 40). */
  readonly sparkline: readonly LatencyPoint[];
  readonly coverage?: number;
}

/** One installation on a wall. */
export type TileView = Pick<OverviewRow, 'name' | 'url' | 'state' | 'stateSince' | 'cause'>;

export interface WallView {
  readonly frame: FrameView;
  readonly query: OverviewQuery;
  readonly paging: PagingView;
  /** The gravest state first, then by name. */
  readonly tiles: readonly TileView[];
}

export interface CertificateView {
  readonly expiresAt: string;
  readonly daysLeft: number;
}

export interface OverviewView {
  readonly frame: FrameView;
  readonly query: OverviewQuery;
  readonly paging: PagingView;
  /** Every tag that some installation has, in alphabetical order. */
  readonly tags: readonly string[];
  /** What happened in the last 24 hours, the latest first; left out where the history does not answer. */
  readonly incidents?: readonly RecentIncidentView[];
  /** The gravest state first, then by name: one page of those that match. */
  readonly installations: readonly OverviewRow[];
  readonly uptimeRule: string;
  /** True while the monitor watches its own embedded reference installation because nothing is configured. */
  readonly isDemonstration: boolean;
}

/** One column of the status grid: a standard or full run. */
export interface GridColumn {
  readonly runId: string;
  readonly runUrl: string;
  readonly at: string;
  readonly tier: MonitoredTier;
  readonly state: InstallationState;
}

/** One row of the status grid: `cells[i]` belongs to `columns[i]`. */
export interface GridRow {
  readonly endpoint: string;
  readonly cells: readonly { readonly outcome: GridOutcome; readonly ms?: number }[];
}

/** A failure, and since when it has been failing, where it still fails. */
export interface FailureView extends KeptFailure {
  /** When this check began to fail at this endpoint, and in how many runs since. */
  readonly since?: string;
  readonly runs?: number;
}

/** One cause, with its failures. */
export interface FindingView {
  readonly id: string;
  readonly gravity: Gravity;
  /** What was found, as a sentence. */
  readonly sentence: string;
  /** The check that the sentence is about first. */
  readonly checks: readonly string[];
  readonly endpoints: readonly string[];
  /** The last run before it began to fail. */
  readonly lastGood?: { readonly at: string; readonly url: string };
  /** Those of the first check come first. */
  readonly failures: readonly FailureView[];
}

export interface ObservationView {
  readonly gap: string;
  readonly endpoint: string;
  readonly answer: string;
  /** What the baseline has here, where it differs. */
  readonly baseline?: string;
  /** Since when it differs. */
  readonly since?: string;
}

export interface StateChangeView {
  readonly at: string;
  readonly from: InstallationState;
  readonly to: InstallationState;
  readonly cause?: string;
  readonly runUrl?: string;
}

export interface MaintenanceView {
  readonly from: string;
  readonly to: string;
  /** Where the window comes from. */
  readonly source: 'schedule' | 'one-off' | 'operator';
  readonly isActive: boolean;
  /** By which it is ended; only of an operator's. */
  readonly id?: string;
  /** Why, as a phrase. */
  readonly reason?: string;
}

export interface ScheduleView {
  readonly tier: MonitoredTier;
  /** As configured: an interval or a cron expression; `off` when this tier does not run. */
  readonly rule: string;
  readonly next?: string;
}

/** What somebody did through the network, and with whose token. */
export interface ActionView {
  readonly at: string;
  readonly who: string;
  readonly kind: ActionKind;
  /** Left out where it concerned the whole monitor. */
  readonly installation?: string;
  readonly message: string;
}

export interface ActionLogView {
  readonly frame: FrameView;
  /** The latest first (at most 200). */
  readonly actions: readonly ActionView[];
}

/** A notification on its way to one channel. */
export interface NotificationView {
  readonly id: string;
  readonly at: string;
  readonly channel: string;
  readonly event: 'state-change' | 'reminder' | 'test';
  readonly summary: string;
  readonly status: 'waiting' | 'delivered' | 'given-up';
  readonly attempts: number;
  /** When the next attempt is due. */
  readonly next?: string;
  /** Why the last attempt failed, as a sentence. */
  readonly reason?: string;
}

export interface NotificationsView {
  readonly channels: readonly {
    readonly name: string;
    readonly type: string;
    readonly states?: readonly InstallationState[];
  }[];
  /** The latest first (at most 20). */
  readonly log: readonly NotificationView[];
}

/** What the operator did, as a sentence. */
export interface NoteView {
  readonly at: string;
  readonly message: string;
}

export interface InstallationView {
  readonly frame: FrameView;
  readonly actions: ActionsView;
  readonly row: OverviewRow;
  /** What is wrong with the way to the installation, as a sentence. */
  readonly warning?: string;
  /** Left out where there are no several. */
  readonly locations?: LocationsView;
  readonly uptimeRule: string;
  /** Share of scheduled runs that found every judged requirement kept. */
  readonly conformity: UptimeShares;
  readonly schedule: readonly ScheduleView[];
  readonly statusGrid: { readonly columns: readonly GridColumn[]; readonly rows: readonly GridRow[] };
  /** Median time of a request per run, oldest first, of the last 24 hours (at most 300 points). */
  readonly latency: readonly LatencyPoint[];
  readonly responseTimes: ResponseTimesView;
  readonly objective?: ObjectiveView;
  /** What fails now, by the last run that asked. */
  readonly failures: readonly FailureView[];
  /** The same by cause, the gravest first. */
  readonly findings: readonly FindingView[];
  readonly observations: readonly ObservationView[];
  /** Observations that differ from the baseline. */
  readonly drift: number;
  /** When the baseline was first observed, or last accepted by the operator. */
  readonly baselineSince?: string;
  /** What the operator did, the latest first (at most 20). */
  readonly notes: readonly NoteView[];
  /** What operators did to it, the latest first (at most 20). */
  readonly actionLog: readonly ActionView[];
  readonly notifications: NotificationsView;
  readonly certificate?: CertificateView;
  readonly budget: {
    /** Requests a second, or `off`. */
    readonly perSecond: number | 'off';
    readonly concurrency: number;
    /** Sent in the last 24 hours by runs that ended, and how many answers asked to slow down. */
    readonly requestsToday: number;
    readonly throttledToday: number;
  };
  /** Active ones, those of the next 7 days, and all that operators have planned. */
  readonly maintenance: readonly MaintenanceView[];
  readonly changes: readonly StateChangeView[];
  readonly recentRuns: readonly LastRunView[];
}

/** A page of one message: not found, refused, an action that failed. */
export interface MessageView {
  readonly frame: FrameView;
  readonly title: string;
  readonly text: string;
  readonly status: number;
}
