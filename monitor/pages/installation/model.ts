import type { InstallationState } from '../../../contract/state.ts';
import type { Answer } from '../../../reports/comparison/keep-integration.ts';
import type { OutboxItem } from '../../history/outbox.ts';
import type {
  FailureEvidence,
  GridOutcome,
  MonitoredTier,
  Notification,
  StateChange,
  UptimeShares,
} from '../../model.ts';
import type { Window } from '../../schedule/windows.ts';
import type { CertificateView, OverviewRow } from '../overview/model.ts';
import type {
  ActionView,
  FailureView,
  FindingView,
  FrameView,
  LastRunView,
  LatencyPoint,
  LocationsView,
  ObservationView,
} from '../shared/model.ts';

/**
 * Spans of the chart of response times, by their names in addresses, and the steps in which it draws them; the short ones have a
 * point for each run.
 */
export const latencySpans = [
  { id: '1h', hours: 1, stepHours: 0 },
  { id: '6h', hours: 6, stepHours: 0 },
  { id: '24h', hours: 24, stepHours: 1 },
  { id: '7d', hours: 168, stepHours: 2 },
  { id: '30d', hours: 720, stepHours: 6 },
  { id: '90d', hours: 2160, stepHours: 24 },
] as const;
export type LatencySpan = (typeof latencySpans)[number]['id'];

/** Response times in a step of time. Values that are left out are not known. */
export interface LatencyStepView {
  /** When the step began, or the run that it is. */
  readonly at: string;
  readonly runUrl?: string | undefined;
  /** Scheduled runs that count. */
  readonly runs: number;
  /** How many of them found the installation down, and not conforming. */
  readonly down: number;
  readonly bad: number;
  /** Percentiles of the requests that were answered, in milliseconds; of older hours the median alone is known. */
  readonly p50?: number | undefined;
  readonly p95?: number | undefined;
  readonly p99?: number | undefined;
}

/** Something that the chart marks next to response times. */
export interface IncidentSpanView {
  readonly state: InstallationState;
  readonly from: string;
  readonly to: string;
}

/** A time from which an installation answered differently: as a rule, another version of it. */
export interface DeploymentView {
  readonly at: string;
  /** What has changed, as a phrase. */
  readonly text: string;
  /** The comparison of the runs around it. */
  readonly url: string;
}

/** A line of the chart, by the name of its figure. */
export interface LatencyLineView {
  readonly name: 'p50' | 'p95' | 'p99';
  readonly title: string;
}

export interface ResponseTimesView {
  readonly span: LatencySpan;
  readonly from: string;
  readonly to: string;
  /** 0: each step is a run. */
  readonly stepMs: number;
  /** The endpoint whose times they are; left out for those of all requests. */
  readonly endpoint?: string | undefined;
  /** From below. Of an endpoint there are too few requests for percentiles: `p95` has the slowest of each step. */
  readonly lines: readonly LatencyLineView[];
  readonly steps: readonly LatencyStepView[];
  /** Percentiles of all requests of the span, in milliseconds; left out if they are not known. */
  readonly whole?: { readonly p50: number; readonly p95: number; readonly p99: number } | undefined;
  readonly incidents: readonly IncidentSpanView[];
  /** When other answers were accepted as the baseline: most often after an upgrade. */
  readonly upgrades: readonly string[];
  readonly deployments: readonly DeploymentView[];
  /** Too many changes to be deployments: answers differ from run to run. */
  readonly unsteady?: number | undefined;
}

/** How much of the error budget is used up. */
export interface ObjectiveView {
  /** The share of runs that is to find the installation available. */
  readonly target: number;
  readonly days: number;
  /** Runs that count, those that the objective lets fail, and those that did. */
  readonly counted: number;
  readonly allowed: number;
  readonly failed: number;
}

/** The forms of the page: possible only if an operator's token is configured. */
export interface ActionsView {
  readonly possible: boolean;
  /** The input of a form that was refused, so that it need not be typed again. */
  readonly refused?: RefusedForm | undefined;
}

export interface RefusedForm {
  /** Where the form leads, below the address of the installation. */
  readonly path: string;
  /** By the names of fields, without the token. */
  readonly values: Readonly<Record<string, string>>;
}

/** What has changed, and whether a client can stay as it is. */
export interface ChangedView {
  readonly by: 'findings' | 'drift';
  /** From where on a comparison shows it: a moment, or the id of a run. */
  readonly from: string;
  /** The worst answer first; left out if there are no two runs to compare. */
  readonly keeping?: readonly { readonly answer: Answer; readonly endpoints: number }[] | undefined;
}

/** How an installation was in a month. */
export interface MonthView {
  /** `2026-10`, in UTC. */
  readonly month: string;
  /** The first day that counts, if the month was not watched from its beginning. */
  readonly since?: string | undefined;
  readonly isOver: boolean;
  /** Shares of the runs that count: available, and every judged requirement kept. */
  readonly uptime: number;
  readonly conformity: number;
  /** There were more incidents than are counted: not all changes of state are read. */
  readonly hasMoreIncidents?: boolean | undefined;
  /** Incidents that touch it, and how long they lasted in it together. */
  readonly incidents: number;
  readonly incidentMs: number;
}

/** Runs that follow each other and found the same. */
export interface MergedRunsView {
  readonly latest: LastRunView;
  /** The same one if it stands alone. */
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

export interface StateChangeView extends Pick<StateChange, 'from' | 'to'> {
  readonly at: string;
  readonly cause?: string | undefined;
  readonly runUrl?: string | undefined;
}

export interface MaintenanceView extends Omit<Window, 'fromMs' | 'toMs'> {
  readonly from: string;
  readonly to: string;
  readonly isActive: boolean;
}

export interface ScheduleView {
  readonly tier: MonitoredTier;
  /** As configured: an interval or a cron expression; `off` when this tier does not run. */
  readonly rule: string;
  readonly next?: string | undefined;
}

/** A notification on its way to one channel. */
export interface NotificationView
  extends Pick<Notification, 'id' | 'event'>,
    Pick<OutboxItem, 'channel' | 'status' | 'attempts'> {
  readonly at: string;
  readonly reason?: string | undefined;
  readonly summary: string;
  /** When the next attempt is due. */
  readonly next?: string | undefined;
}

export interface NotificationsView {
  readonly channels: readonly {
    readonly name: string;
    readonly type: string;
    readonly states?: readonly InstallationState[] | undefined;
  }[];
  /** The latest first (at most 20). */
  readonly log: readonly NotificationView[];
}

/** A day on which incidents lasted, in UTC. */
export interface IncidentDayView {
  readonly day: string;
  readonly incidents: number;
}

export interface InstallationView {
  readonly frame: FrameView;
  readonly actions: ActionsView;
  readonly row: OverviewRow;
  /** Who runs it, and whom to notify. */
  readonly people: {
    readonly owner?: string | undefined;
    readonly contact?: string | undefined;
    /** The names of both settings, as the installation was configured. */
    readonly settings: readonly [owner: string, contact: string];
  };
  /** The request that shows what is wrong; left out if nothing is, or none was sent. */
  readonly evidence?: FailureEvidence | undefined;
  /** What is wrong with the way to the installation, as a sentence. */
  readonly warning?: string | undefined;
  /** Left out if there is only one. */
  readonly locations?: LocationsView | undefined;
  readonly uptimeRule: string;
  /** Share of scheduled runs that found every judged requirement kept. */
  readonly conformity: UptimeShares;
  readonly schedule: readonly ScheduleView[];
  readonly statusGrid: { readonly columns: readonly GridColumn[]; readonly rows: readonly GridRow[] };
  /** Median time of a request per run, oldest first, of the last 24 hours (at most 300 points). */
  readonly latency: readonly LatencyPoint[];
  readonly responseTimes: ResponseTimesView;
  readonly objective?: ObjectiveView | undefined;
  /** The month under way and those of a year before it, the latest first. */
  readonly months: readonly MonthView[];
  /** Those days of the calendar on which an incident lasted, oldest first. */
  readonly incidentDays: readonly IncidentDayView[];
  /** What fails now, by the last run that asked. */
  readonly failures: readonly FailureView[];
  /** The same by cause, the most severe first. */
  readonly findings: readonly FindingView[];
  /** What its runs choose if the document leaves something open, as phrases. */
  readonly choices: readonly string[];
  readonly observations: readonly ObservationView[];
  /** Observations that differ from the baseline. */
  readonly drift: number;
  /** The last standard or full run before the first of them was found, by its id. */
  readonly beforeDrift?: string | undefined;
  /** Left out if nothing has changed. */
  readonly changed?: ChangedView | undefined;
  /** The latest one of the last days, as far as answers show it. */
  readonly deployment?: DeploymentView | undefined;
  /** When the baseline was first observed, or last accepted by the operator. */
  readonly baselineSince?: string | undefined;
  /** What the operator did, as sentences, the latest first (at most 20). */
  readonly notes: readonly Pick<ActionView, 'at' | 'message'>[];
  /** What operators did to it, the latest first (at most 20). */
  readonly actionLog: readonly ActionView[];
  readonly notifications: NotificationsView;
  readonly certificate?: CertificateView | undefined;
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
  /** How many of the last runs (24 hours at most) met failures that were gone when they were repeated; left out if none did. */
  readonly intermittent?:
    | { readonly met: number; readonly of: number; readonly latest: LastRunView }
    | undefined;
  /** Those of the last 24 hours, the latest first (at most 20 lines). */
  readonly recentRuns: readonly MergedRunsView[];
}
