import type { EndpointId } from '../contract/document/endpoints.ts';
import type { Observation } from '../contract/gaps/observe.ts';
import type { Phases } from '../contract/judging/exchange.ts';
import type { Credential } from '../contract/judging/request.ts';
import type { Reason } from '../contract/reasons.ts';
import type { Severity } from '../contract/severity.ts';
import { type CountsAs, type InstallationState, stateOf } from '../contract/state.ts';
import type { ShownHeaders } from '../engine/evidence/shown-headers.ts';
import type { Software } from '../engine/record/software.ts';

/**
 * The domain model of the monitor: the results of runs, and counts over many runs. It is the bottom layer: every folder
 * of the monitor may import it, and it imports none of them. It consists of plain data, free of secrets.
 */

/** The tiers that the monitor runs on a schedule, from light to heavy: each sends all requests of a lighter one. */
export const monitoredTiers = ['pulse', 'standard', 'full'] as const;
export type MonitoredTier = (typeof monitoredTiers)[number];

/** The slots of a schedule, from light to heavy: the tiers, and full runs that also import. */
export const slots = [...monitoredTiers, 'imports'] as const;
export type Slot = (typeof slots)[number];

/** What started a run. */
export type RunTrigger = 'schedule' | 'operator';

/** The number of verdicts with each outcome. */
export interface VerdictTotals {
  readonly pass: number;
  readonly fail: number;
  readonly untestable: number;
  readonly skip: number;
  readonly error: number;
}

/** The result of a run's recheck. */
export interface Recheck {
  /**
   * The number of failing checks that were repeated; missing if the whole run was repeated because something obstructed
   * it.
   */
  readonly asked: number;
  /** The number of them that failed in the end. */
  readonly stillFailing: number;
}

/**
 * The number of a run's failures that disappeared in the recheck. An obstacle to the whole run, which was then
 * repeated, counts as one.
 */
export function withdrawnFailures({
  state,
  recheck,
}: {
  readonly state: InstallationState;
  readonly recheck?: Recheck | undefined;
}): number {
  if (recheck === undefined) return 0;
  const { asked, stillFailing } = recheck;
  if (asked > 0) return asked - stillFailing;
  return stateOf(state).explainsEverything ? 0 : 1;
}

/** The facts of a run, without its detail. */
export interface RunRow {
  readonly id: string;
  readonly installation: string;
  /** The location of the run; left out if the installation is not watched from named locations. */
  readonly location?: string;
  readonly tier: MonitoredTier;
  readonly trigger: RunTrigger;
  readonly state: InstallationState;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string;
  readonly startedMs: number;
  readonly finishedMs: number;
  readonly cutShort: boolean;
  /** It ran in a maintenance window, so it is excluded from every figure. */
  readonly inMaintenance: boolean;
  /** With several locations, by the state on which they agree. */
  readonly countsAs: CountsAs;
  readonly requests: number;
  readonly retried: number;
  readonly throttled: number;
  readonly coverage: number;
  /** Median duration of its answered requests. */
  readonly medianMs?: number;
  /** The time within which 95 of 100 of them were answered. */
  readonly p95Ms?: number;
  readonly certificateMs?: number;
  readonly totals: VerdictTotals;
  /** Present if the run was re-checked. */
  readonly recheck?: Recheck;
}

/** The result of an endpoint in one run. `none`: the run judged nothing there. */
export type GridOutcome = 'pass' | 'fail' | 'untestable' | 'none';

/** The result of each endpoint in a run, and the time of the slowest request with a valid key there. */
export type EndpointCells = Readonly<
  Partial<Record<EndpointId, { readonly outcome: GridOutcome; readonly ms?: number }>>
>;

/** The exchange behind a failure. */
export interface FailureEvidence {
  readonly status?: number;
  /** Why there was no answer. */
  readonly failure?: string;
  /** Which key was presented, and how; missing from earlier versions. */
  readonly key?: Credential;
  readonly url: string;
  /** A command line that repeats the request; keys are shell variables in it. */
  readonly curl: string;
  readonly totalMs: number;
  /** How long the monitor was too busy to read the answer, if that falsifies the time. */
  readonly lagMs?: number;
  /** The beginning of the body. */
  readonly excerpt?: string;
  /** Headers of the answer, request ids first; a run keeps those of a few exchanges. */
  readonly headers?: ShownHeaders;
}

/** A stored failing verdict. `outcome` `error` is a fault of the suite itself. */
export interface KeptFailure {
  readonly check: string;
  readonly endpoint: string;
  readonly outcome: 'fail' | 'error';
  readonly requirements: readonly string[];
  readonly message: string;
  /** Missing from earlier versions. */
  readonly reason?: Reason;
  readonly evidence?: FailureEvidence;
  /** The start of the outage that its request was lost to (ISO 8601). */
  readonly outageSince?: string;
}

/** Any other stored verdict. */
export interface KeptVerdict {
  readonly check: string;
  readonly endpoint: string;
  readonly outcome: 'pass' | 'untestable' | 'skip';
  /** Left out for passes, whose messages differ only in sizes: without them, most runs have identical verdicts. */
  readonly message?: string;
  /** Why it was not judged, reduced to the fact `why`; missing from earlier versions. */
  readonly reason?: Reason;
}

/** The stored details of a run, in addition to its row. */
export interface RunDetail {
  readonly failures: readonly KeptFailure[];
  readonly observations: readonly Observation[];
  /** Left out after the retention time of passing runs. */
  readonly verdicts?: readonly KeptVerdict[];
  readonly endpoints: EndpointCells;
  /** Median time of each phase of its requests, in the order of the phases. */
  readonly phases: readonly { readonly phase: string; readonly ms: number }[];
  /** In the order in which they were sent; left out of pulses without problems, and after their removal. */
  readonly exchanges?: readonly KeptExchange[];
  /** The installation's software, if it names any. */
  readonly software?: Software;
}

/** A request and its result, as stored: without body and headers. */
export interface KeptExchange {
  readonly endpoint: string;
  readonly method: string;
  /** Path and query below the base URL, without any key. */
  readonly path: string;
  readonly key: Credential;
  readonly status?: number;
  /** Why there was no answer. */
  readonly failure?: string;
  /** When it was sent, relative to the start of the run. */
  readonly startMs: number;
  readonly phasesMs: Phases;
  /** How long the monitor was too busy to read the answer, if that falsifies the times. */
  readonly lagMs?: number;
  readonly bytes: number;
}

/**
 * A change of the displayed state of an installation, or an exposure added to a state: then both states are the same.
 */
export interface StateChange {
  readonly installation: string;
  readonly atMs: number;
  readonly from: InstallationState;
  readonly to: InstallationState;
  readonly cause?: string;
  /** The run behind it; missing if an operator caused it. */
  readonly runId?: string;
}

/** The content of a notification. Its texts come from records, which are free of secrets. */
export interface Notification {
  /** The same in every attempt and on every channel, so that a receiver can ignore duplicates. */
  readonly id: string;
  readonly event: 'state-change' | 'reminder' | 'test';
  readonly installation: {
    readonly name: string;
    readonly baseUrl: string;
    readonly group?: string;
    readonly tags?: readonly string[];
  };
  readonly atMs: number;
  readonly from: InstallationState;
  /** In a reminder the state is unchanged. */
  readonly to: InstallationState;
  /** Since when the state has lasted, if that was earlier. */
  readonly sinceMs?: number;
  readonly cause: string;
  /** The numbers of findings and failures as a phrase; left out if there are none. */
  readonly count?: string;
  readonly findingCount: number;
  /** The most severe, at most ten. */
  readonly findings: readonly {
    readonly severity: Severity;
    /** The problem and its endpoints in a few words; missing from earlier versions. */
    readonly headline?: string;
    readonly message: string;
    readonly endpoints: readonly string[];
  }[];
  /** The run that found it, or the last one if an operator changed the state. */
  readonly runId?: string;
  /** When the reminder is due if the state lasts; left out if there is none. */
  readonly nextReminderMs?: number;
  /** Undelivered changes before this one, the oldest first. */
  readonly overtaken?: readonly OvertakenChange[];
}

/** A change that a newer one overtook before its delivery. */
export interface OvertakenChange {
  readonly atMs: number;
  readonly to: InstallationState;
}

/** A notification queued for one channel of its installation. */
export interface OutboxEntry {
  readonly channel: string;
  readonly notification: Notification;
}

/** An operator's action on an installation, as a sentence. */
export interface Note {
  readonly installation: string;
  readonly atMs: number;
  readonly message: string;
}

/** An operator's text about an incident. */
export interface IncidentNote {
  /** The id of the incident. */
  readonly incident: string;
  readonly installation: string;
  readonly atMs: number;
  /** The name of the token that was used. */
  readonly who: string;
  readonly message: string;
  /** The public status page also shows it. */
  readonly isPublic: boolean;
}

/** An operator's acknowledgement of an incident: no reminders are sent meanwhile. */
export interface Acknowledgement {
  /** The id of the incident. */
  readonly incident: string;
  /** The state at that time: it does not cover another one. */
  readonly state: InstallationState;
  /** The severity of the most severe finding at that time: it does not cover a more severe exposure. */
  readonly severity?: Severity;
  readonly untilMs: number;
  readonly who: string;
  readonly reason: string;
}

/** The actions that can be requested through the network. */
export type ActionKind =
  | 'run'
  | 'maintenance'
  | 'baseline'
  | 'reload'
  | 'notification'
  | 'note'
  | 'acknowledgement';

/** An action that was requested through the network. */
export interface Action {
  readonly atMs: number;
  /** The name of the token that was used. */
  readonly who: string;
  readonly kind: ActionKind;
  /** Left out if it concerned the whole monitor. */
  readonly installation?: string;
  /** The action, as a phrase: `started a standard run`. */
  readonly message: string;
}

/** Counts over the runs of a period. */
export interface Figures {
  /** Scheduled runs that count for uptime; of these, the ones that count as up, and the conforming ones. */
  readonly counted: number;
  readonly up: number;
  readonly conforming: number;
  readonly requests: number;
  readonly throttled: number;
}

/** The counts behind a share. */
export type ShareCounts = Pick<Figures, 'counted' | 'up' | 'conforming'>;

/** Counts over an installation's runs that started on one UTC day. */
export interface DayFigures extends ShareCounts {
  /** When the day began. */
  readonly dayMs: number;
}

/** Shares (0 to 1) of the runs of the last 24 hours, 7 and 30 days; left out if no run counts in that period. */
export interface UptimeShares {
  readonly day?: number;
  readonly week?: number;
  readonly month?: number;
}

/** Among the runs that count for uptime, the shares that were up, and conforming. */
export interface Shares {
  readonly uptime: UptimeShares;
  readonly conformity: UptimeShares;
}

/** A configuration that a reload refused; the previous one stays in use. */
export interface RefusedReload {
  readonly atMs: number;
  /** The number of its mistakes; the log lists them. */
  readonly problems: number;
}

/** The retention times of the history, and its maximum size. */
export interface Retention {
  readonly failuresMs: number;
  readonly passingMs: number;
  readonly rollupsMs: number;
  readonly maximumBytes: number;
}
