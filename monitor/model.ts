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
 * The domain model of the monitor: what a run leaves behind, and what is counted over many runs. It lies at the bottom:
 * every room of the monitor may import it, and it imports none of them. Everything in it is plain data, free of secrets.
 */

/** The tiers that the monitor runs on a schedule, from light to heavy: each asks all that a lighter one asks. */
export const monitoredTiers = ['pulse', 'standard', 'full'] as const;
export type MonitoredTier = (typeof monitoredTiers)[number];

/** What a schedule has a time for, from light to heavy: the tiers, and full runs that also import. */
export const slots = [...monitoredTiers, 'imports'] as const;
export type Slot = (typeof slots)[number];

/** Who asked for a run. */
export type RunTrigger = 'schedule' | 'operator';

/** How many verdicts have each outcome. */
export interface VerdictTotals {
  readonly pass: number;
  readonly fail: number;
  readonly untestable: number;
  readonly skip: number;
  readonly error: number;
}

/** What the re-check of a run found. */
export interface Recheck {
  /** How many failing checks were repeated; none if the run was made again because something obstructed it as a whole. */
  readonly asked: number;
  /** How many of them failed in the end. */
  readonly stillFailing: number;
}

/**
 * How many failures of a run were gone when they were repeated. What obstructed it as a whole, so that it was made again,
 * counts as one.
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
  /** From where it was made; left out if the installation is not watched from named locations. */
  readonly location?: string;
  readonly tier: MonitoredTier;
  readonly trigger: RunTrigger;
  readonly state: InstallationState;
  /** Why the state is not `conforming`, as a sentence. */
  readonly cause?: string;
  readonly startedMs: number;
  readonly finishedMs: number;
  readonly cutShort: boolean;
  /** It ran in a maintenance window: it is kept out of every figure. */
  readonly inMaintenance: boolean;
  /** Of several locations, by the state on which they agree. */
  readonly countsAs: CountsAs;
  readonly requests: number;
  readonly retried: number;
  readonly throttled: number;
  readonly coverage: number;
  /** Median time of its requests that were answered. */
  readonly medianMs?: number;
  /** The time within which 95 of 100 of them were answered. */
  readonly p95Ms?: number;
  readonly certificateMs?: number;
  readonly totals: VerdictTotals;
  /** Present if the run was re-checked. */
  readonly recheck?: Recheck;
}

/** How an endpoint did in one run. `none`: the run judged nothing there. */
export type GridOutcome = 'pass' | 'fail' | 'untestable' | 'none';

/** How each endpoint did in a run, and the time of the slowest request with a valid key there. */
export type EndpointCells = Readonly<
  Partial<Record<EndpointId, { readonly outcome: GridOutcome; readonly ms?: number }>>
>;

/** The exchange that shows a failure. */
export interface FailureEvidence {
  readonly status?: number;
  /** Why no answer came, if none did. */
  readonly failure?: string;
  /** Which key was presented, and how; missing from earlier versions. */
  readonly key?: Credential;
  readonly url: string;
  /** A command line that repeats the request; keys are shell variables in it. */
  readonly curl: string;
  readonly totalMs: number;
  /** For how long the monitor was too busy to take the answer, if that falsifies the time. */
  readonly lagMs?: number;
  /** The beginning of the body. */
  readonly excerpt?: string;
  /** Headers of the answer, the ids of the request first; a run keeps those of a few exchanges. */
  readonly headers?: ShownHeaders;
}

/** A failing verdict as it is kept. `outcome` `error` is a fault of the suite itself. */
export interface KeptFailure {
  readonly check: string;
  readonly endpoint: string;
  readonly outcome: 'fail' | 'error';
  readonly requirements: readonly string[];
  readonly message: string;
  /** Missing from earlier versions. */
  readonly reason?: Reason;
  readonly evidence?: FailureEvidence;
  /** When the outage began that took its request (ISO 8601). */
  readonly outageSince?: string;
}

/** Any other verdict as it is kept. */
export interface KeptVerdict {
  readonly check: string;
  readonly endpoint: string;
  readonly outcome: 'pass' | 'untestable' | 'skip';
  /** Left out for passes, whose messages differ in sizes only: without them, most runs have the same verdicts. */
  readonly message?: string;
  /** Why it was not judged, with nothing but the fact `why`; missing from earlier versions. */
  readonly reason?: Reason;
}

/** The details that are kept of a run, in addition to its row. */
export interface RunDetail {
  readonly failures: readonly KeptFailure[];
  readonly observations: readonly Observation[];
  /** Left out once the retention time of passing runs is over. */
  readonly verdicts?: readonly KeptVerdict[];
  readonly endpoints: EndpointCells;
  /** Median time of each phase of its requests, in the order of the phases. */
  readonly phases: readonly { readonly phase: string; readonly ms: number }[];
  /** In the order in which they were sent; left out of pulses in which all was well, and once they are removed. */
  readonly exchanges?: readonly KeptExchange[];
  /** What the installation said of its software, if it did. */
  readonly software?: Software;
}

/** A request and what came of it, as a run keeps it: without its body and headers. */
export interface KeptExchange {
  readonly endpoint: string;
  readonly method: string;
  /** Below the base URL, with the query, without any key. */
  readonly path: string;
  readonly key: Credential;
  readonly status?: number;
  /** Why no answer came, if none did. */
  readonly failure?: string;
  /** How long after the beginning of the run it was sent. */
  readonly startMs: number;
  readonly phasesMs: Phases;
  /** For how long the monitor was too busy to take the answer, if that falsifies the times. */
  readonly lagMs?: number;
  readonly bytes: number;
}

/** A change of the state that pages and metrics show for an installation, or an exposure that came to it: then both are the same. */
export interface StateChange {
  readonly installation: string;
  readonly atMs: number;
  readonly from: InstallationState;
  readonly to: InstallationState;
  readonly cause?: string;
  /** The run that led to it; missing if an operator did. */
  readonly runId?: string;
}

/** What is reported to a channel. Its texts come from records, which are free of secrets. */
export interface Notification {
  /** The same in every attempt and on every channel, so that a receiver can leave out what it has already. */
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
  /** In a reminder the state is what it was. */
  readonly to: InstallationState;
  /** Since when the state has lasted, if that was before. */
  readonly sinceMs?: number;
  readonly cause: string;
  /** Findings and failures as a phrase; left out if nothing is found. */
  readonly count?: string;
  readonly findingCount: number;
  /** The most severe, at most ten. */
  readonly findings: readonly {
    readonly severity: Severity;
    /** What is wrong and where, in a few words; missing from earlier versions. */
    readonly headline?: string;
    readonly message: string;
    readonly endpoints: readonly string[];
  }[];
  /** The run that found it, or the last one if an operator changed the state. */
  readonly runId?: string;
  /** When it is repeated if the state lasts; left out if it is not. */
  readonly nextReminderMs?: number;
  /** Changes before this one that no receiver took until now, the oldest first. */
  readonly overtaken?: readonly OvertakenChange[];
}

/** A change that a newer one has overtaken on its way. */
export interface OvertakenChange {
  readonly atMs: number;
  readonly to: InstallationState;
}

/** A notification on its way to one channel of its installation. */
export interface OutboxEntry {
  readonly channel: string;
  readonly notification: Notification;
}

/** What the operator did to an installation, as a sentence. */
export interface Note {
  readonly installation: string;
  readonly atMs: number;
  readonly message: string;
}

/** What an operator wrote about an incident. */
export interface IncidentNote {
  /** The id of the incident. */
  readonly incident: string;
  readonly installation: string;
  readonly atMs: number;
  /** The name of the token that was used. */
  readonly who: string;
  readonly message: string;
  /** The public status page shows it too. */
  readonly isPublic: boolean;
}

/** What an operator knows of an incident: no reminder is sent meanwhile. */
export interface Acknowledgement {
  /** The id of the incident. */
  readonly incident: string;
  /** The state in which it was then: another one was not known of. */
  readonly state: InstallationState;
  /** Of the most severe finding then: an exposure that is more severe was not known of. */
  readonly severity?: Severity;
  readonly untilMs: number;
  readonly who: string;
  readonly reason: string;
}

/** What can be asked of the monitor through the network. */
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

/** Counts over the runs of some time. */
export interface Figures {
  /** Scheduled runs that count for uptime; of these, the ones that count as up, and the conforming ones. */
  readonly counted: number;
  readonly up: number;
  readonly conforming: number;
  readonly requests: number;
  readonly throttled: number;
}

/** What counts for a share. */
export type ShareCounts = Pick<Figures, 'counted' | 'up' | 'conforming'>;

/** Counts over the runs of an installation that started on one day, in UTC. */
export interface DayFigures extends ShareCounts {
  /** When the day began. */
  readonly dayMs: number;
}

/** Shares (0 to 1) of the runs of the last 24 hours, 7 and 30 days; left out if no run counts in that time. */
export interface UptimeShares {
  readonly day?: number;
  readonly week?: number;
  readonly month?: number;
}

/** Of the runs that count for uptime, how many were up, and how many were conforming. */
export interface Shares {
  readonly uptime: UptimeShares;
  readonly conformity: UptimeShares;
}

/** A configuration that a reload refused, so that the old one is in use. */
export interface RefusedReload {
  readonly atMs: number;
  /** How many mistakes it has; the log lists them. */
  readonly problems: number;
}

/** How long the history keeps what, and how large it may become. */
export interface Retention {
  readonly failuresMs: number;
  readonly passingMs: number;
  readonly rollupsMs: number;
  readonly maximumBytes: number;
}
