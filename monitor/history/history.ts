import type { Observation } from '../../contract/gaps/observe.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { Software } from '../../engine/record/software.ts';
import type { LatencyCounts } from '../latency-buckets.ts';
import type {
  Action,
  DayFigures,
  EndpointCells,
  Figures,
  IncidentNote,
  MonitoredTier,
  Note,
  OutboxEntry,
  Retention,
  RunDetail,
  RunRow,
  ShareCounts,
  StateChange,
  UptimeShares,
} from '../model.ts';
import type { CommitOptions, Competition, Follower, Rights } from './driver.ts';
import type { EndpointQuery, EndpointTime } from './endpoint-times.ts';
import type { IncidentNotes } from './incidents.ts';
import type { Outbox } from './outbox.ts';

/** What one run observed. */
export interface ObservationRun {
  readonly id: string;
  readonly startedMs: number;
  /** Equal ones of several runs are the same array. */
  readonly observations: readonly Observation[];
  /** What the installation said of its software, if it did. */
  readonly software?: Software;
  /** Endpoints at which a check failed: observations there are no sign of another version. Left out if there are none. */
  readonly failing?: ReadonlySet<string>;
}

export interface ObservationQuery {
  readonly installation: string;
  readonly tiers: readonly MonitoredTier[];
  /** Started at or after this. */
  readonly sinceMs?: number;
  /** Started at or before this. */
  readonly untilMs?: number;
}

/** Everything that one run adds to the history, written whole or not at all. */
export interface RunCommit extends KeptRun {
  /** How long its requests took that were answered. */
  readonly latencies?: LatencyCounts;
  /** The state in which the installation is shown after it, which counts for conformity; default: what it found. */
  readonly shown?: InstallationState;
  readonly change?: StateChange;
  /** Changes of state from runs that could not be written, the oldest first. */
  readonly earlier?: readonly StateChange[];
  /** The notifications that follow from it. */
  readonly notifications?: readonly OutboxEntry[];
  /**
   * What the monitor knows of the installation after the run and needs again after a restart, as JSON; left out if the
   * previous snapshot and the row say it.
   */
  readonly snapshot?: string;
}

/** A run as the history keeps it. */
export interface KeptRun {
  readonly row: RunRow;
  readonly detail: RunDetail;
}

/** A snapshot as the store has it. */
export interface KeptSnapshot {
  readonly text: string;
  /** How often it was written. */
  readonly version: number;
}

/** What must hold for a write to take place, and what others hear of it. */
interface WriteOptions extends Pick<CommitOptions, 'confirm' | 'news'> {
  /** The version of the snapshot that the new one was made from, 0 for none. Left out, any is written over. */
  readonly expectedVersion?: number;
}

export interface RunQuery {
  readonly installation?: string;
  readonly tiers?: readonly MonitoredTier[];
  /** Started at or after this. */
  readonly sinceMs?: number;
  /** Started before this. */
  readonly beforeMs?: number;
  /** At most 1000. */
  readonly limit: number;
}

export interface LatencyQuery {
  readonly installation: string;
  readonly sinceMs: number;
  /** Whole hours. */
  readonly stepMs: number;
}

/** How an installation did in a step of time. */
export interface LatencyStep extends Pick<Figures, 'counted' | 'up' | 'conforming'> {
  readonly atMs: number;
  readonly counts: LatencyCounts;
  /** The mean of the medians of its runs; left out if none was answered. */
  readonly medianMs?: number;
}

/** Since when runs count for each share, in whole hours, and since when days are shown. */
export type ShareTimes = Readonly<Record<keyof UptimeShares | 'days', number>>;

/** What counts for the shares of an installation. */
export interface ShareTotals extends Readonly<Record<keyof UptimeShares, ShareCounts>> {
  /** Oldest first; days without a run are left out. */
  readonly days: readonly DayFigures[];
}

/** The counts for shares of one hour. */
export interface HourCounts extends ShareCounts {
  readonly hourMs: number;
}

export interface ActionQuery {
  readonly installation?: string;
  /** Done before this. */
  readonly beforeMs?: number;
  /** At most 1000. */
  readonly limit: number;
}

/** The history of runs. Each method rejects when the store cannot be used; one that is given names takes at most 1000 of them. */
export interface History {
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Resolves once the run survives a crash of the process and of the machine.
   * @throws StaleWriteError if its options do not hold; nothing is written then
   */
  readonly commitRun: (commit: RunCommit, options?: WriteOptions) => Promise<void>;
  /**
   * Stores a snapshot together with the event that changed it; both or nothing.
   * @throws StaleWriteError if its options do not hold
   */
  readonly saveSnapshot: (
    installation: string,
    snapshot: string,
    event?: {
      readonly change?: StateChange;
      readonly notifications?: readonly OutboxEntry[];
      readonly note?: Note;
      readonly incidentNote?: IncidentNote;
      readonly action?: Action;
    },
    options?: WriteOptions,
  ) => Promise<void>;
  /** Keeps the action of an operator that changes no snapshot. */
  readonly recordAction: (action: Action) => Promise<void>;
  /** What operators wrote about incidents. */
  readonly incidentNotes: IncidentNotes;
  /** Notifications that were written with runs and snapshots. */
  readonly outbox: Outbox;
  /** The snapshots of all installations, by name. */
  readonly snapshots: () => Promise<ReadonlyMap<string, KeptSnapshot>>;
  /** The snapshot of one installation; nothing if it never ran. */
  readonly snapshot: (installation: string) => Promise<KeptSnapshot | undefined>;
  readonly run: (id: string) => Promise<KeptRun | undefined>;
  /** Newest first. */
  readonly runs: (query: RunQuery) => Promise<readonly RunRow[]>;
  /** The last runs of each of these installations, oldest first, those of some tiers alone if tiers are given. */
  readonly recentRuns: (
    installations: readonly string[],
    most: number,
    tiers?: readonly MonitoredTier[],
  ) => Promise<ReadonlyMap<string, readonly RunRow[]>>;
  /** Newest first, with how each endpoint did. */
  readonly runsWithCells: (
    query: RunQuery,
  ) => Promise<readonly { readonly row: RunRow; readonly endpoints: EndpointCells }[]>;
  /** What the latest runs of an installation observed, newest first. */
  readonly observationRuns: (query: ObservationQuery) => Promise<readonly ObservationRun[]>;
  /** How an endpoint did in the latest standard and full runs, oldest first. */
  readonly endpointTimes: (query: EndpointQuery) => Promise<readonly EndpointTime[]>;
  /** The runs of the same installation just before and after. */
  readonly neighbours: (row: RunRow) => Promise<{ readonly previous?: string; readonly next?: string }>;
  /** Newest first. */
  readonly changes: (query: {
    readonly installation?: string;
    readonly sinceMs?: number;
    readonly limit: number;
  }) => Promise<readonly StateChange[]>;
  /** Newest first. */
  readonly notes: (query: {
    readonly installation: string;
    readonly limit: number;
  }) => Promise<readonly Note[]>;
  /** Newest first. */
  readonly actions: (query: ActionQuery) => Promise<readonly Action[]>;
  /** Figures by installation, from the full hour before `sinceMs` on. */
  readonly figures: (sinceMs: number, installation?: string) => Promise<ReadonlyMap<string, Figures>>;
  /** What counts for the shares of these installations; nothing for one that did not run. */
  readonly shareTotals: (
    sinceMs: ShareTimes,
    installations: readonly string[],
  ) => Promise<ReadonlyMap<string, ShareTotals>>;
  /** What counted in some hours, for these installations; nothing for one that did not run in them. */
  readonly hourCounts: (
    hours: readonly number[],
    installations: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly HourCounts[]>>;
  /** Figures of each day by installation, oldest first, from the day of `sinceMs` on; days without a run are left out. */
  readonly days: (
    sinceMs: number,
    installation?: string,
  ) => Promise<ReadonlyMap<string, readonly DayFigures[]>>;
  /** Response times of an installation by steps of time, oldest first; steps without a run are left out. */
  readonly latencies: (query: LatencyQuery) => Promise<readonly LatencyStep[]>;
  /** Removes what is past its retention time, and the oldest passing runs of a store that is too large. */
  readonly prune: (nowMs: number, retention: Retention) => Promise<PruneReport>;
  /** How far back it reaches. */
  readonly reach: (nowMs: number, retention: Retention) => Promise<Reach>;
  /** Begins to listen to the writes of all processes. Left out if no other one can write to the store. */
  readonly follow?: (follower: Follower) => void;
  /** Begins to compete for rights that one process has at a time. Left out if no other one can use the store. */
  readonly compete?: (competition: Competition) => Rights;
  /** Since when the store is away, in milliseconds since 1970; nothing while it is there. */
  readonly lostSinceMs: () => number | undefined;
  /** Says something to every process that follows the store. */
  readonly announce: (news: string) => Promise<void>;
  /** False after a run or a snapshot could not be written, until one can. */
  readonly isWritable: () => boolean;
  /** Resolves when the store answers. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How far back a history reaches. */
export interface Reach {
  readonly bytes: number;
  /** When the oldest run began, passed or failed; nothing if the history is empty. */
  readonly oldestMs?: number;
  /** When the oldest run began that found nothing wrong, within the time for which such runs are promised. */
  readonly passingMs?: number;
  /** Runs that found nothing wrong were removed before that time, so that the store stays within its size. */
  readonly isCut: boolean;
}

export interface PruneReport {
  readonly runsRemoved: number;
  readonly bytes: number;
}
