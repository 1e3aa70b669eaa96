import type { InstallationState } from '../../contract/state.ts';
import type { Answer } from '../../reports/comparison/keep-integration.ts';
import type { FailureEvidence, GridOutcome, MonitoredTier, UptimeShares } from '../model.ts';
import type { ActionView } from './actions-model.ts';
import type { LocationsView } from './locations-model.ts';
import type { CertificateView, OverviewRow } from './overview-model.ts';
import type { DeploymentView, ObjectiveView, ResponseTimesView } from './response-times-model.ts';
import type {
  FailureView,
  FindingView,
  FrameView,
  LastRunView,
  LatencyPoint,
  ObservationView,
} from './view-model.ts';

/** What the page of an installation shows. */

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
  /** What stood in a form that was refused, so that it need not be typed again. */
  readonly refused?: RefusedForm;
}

export interface RefusedForm {
  /** Its POST target. */
  readonly action: string;
  /** By the names of fields, without the token. */
  readonly values: Readonly<Record<string, string>>;
}

/** What became otherwise, and whether a client can stay as it is. */
export interface ChangedView {
  readonly by: 'findings' | 'drift';
  /** From where on a comparison shows it: a moment, or the id of a run. */
  readonly from: string;
  /** The worst answer first; left out where there are no two runs to compare. */
  readonly keeping?: readonly KeepingCount[];
}

export interface KeepingCount {
  readonly answer: Answer;
  readonly endpoints: number;
}

/** How an installation was in a month. */
export interface MonthView {
  /** `2026-10`, in UTC. */
  readonly month: string;
  /** The first day that counts, where the month was not watched from its beginning. */
  readonly since?: string;
  readonly isOver: boolean;
  /** Shares of the runs that count: available, and every judged requirement kept. */
  readonly uptime: number;
  readonly conformity: number;
  /** There were more incidents than are counted: so many changes of state are not read. */
  readonly hasMoreIncidents?: true;
  /** Incidents that touch it, and how long they lasted in it together. */
  readonly incidents: number;
  readonly incidentMs: number;
}

/** Runs that follow each other and found the same. */
export interface MergedRunsView {
  readonly latest: LastRunView;
  /** The same one where it stands alone. */
  readonly earliest: LastRunView;
  /** How many there are of each tier. */
  readonly runs: readonly { readonly tier: MonitoredTier; readonly amount: number }[];
  readonly shortestMs: number;
  readonly longestMs: number;
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

/** How many days the calendar of the page shows. */
export const calendarDays = 90;

/** A day on which incidents lasted, in UTC. */
export interface IncidentDayView {
  readonly day: string;
  readonly incidents: number;
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
  /** Who runs it, and whom to tell. */
  readonly people: {
    readonly owner?: string;
    readonly contact?: string;
    /** The names of both settings, as the installation was configured. */
    readonly settings: readonly [owner: string, contact: string];
  };
  /** The request that shows what is wrong; left out where nothing is, or none was sent. */
  readonly evidence?: FailureEvidence;
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
  /** The month under way and those of a year before it, the latest first. */
  readonly months: readonly MonthView[];
  /** Those days of the calendar on which an incident lasted, oldest first. */
  readonly incidentDays: readonly IncidentDayView[];
  /** What fails now, by the last run that asked. */
  readonly failures: readonly FailureView[];
  /** The same by cause, the gravest first. */
  readonly findings: readonly FindingView[];
  /** What its runs choose where the document leaves something open, as phrases. */
  readonly choices: readonly string[];
  readonly observations: readonly ObservationView[];
  /** Observations that differ from the baseline. */
  readonly drift: number;
  /** The last standard or full run before the first of them was found, by its id. */
  readonly beforeDrift?: string;
  /** Left out where nothing is otherwise than it was. */
  readonly changed?: ChangedView;
  /** The latest one of the last days, as far as answers show it. */
  readonly deployment?: DeploymentView;
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
  /** Those of the last 24 hours, the latest first (at most 20 lines). */
  readonly recentRuns: readonly MergedRunsView[];
}
