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

/** The observations of one run. */
export interface ObservationRun {
  readonly id: string;
  readonly startedMs: number;
  /** Equal lists of several runs are the same array. */
  readonly observations: readonly Observation[];
  /** The installation's software, if it names any. */
  readonly software?: Software;
  /** Endpoints with a failed check: their observations do not indicate another version. Left out if there are none. */
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
  /** The durations of its answered requests. */
  readonly latencies?: LatencyCounts;
  /** The displayed state of the installation after it, which counts for conformity; default: the state found. */
  readonly shown?: InstallationState;
  readonly change?: StateChange;
  /** Changes of state from runs that could not be written, the oldest first. */
  readonly earlier?: readonly StateChange[];
  /** The notifications that follow from it. */
  readonly notifications?: readonly OutboxEntry[];
  /**
   * The monitor's knowledge of the installation after the run, needed after a restart, as JSON; left out if the
   * previous snapshot and the row contain it.
   */
  readonly snapshot?: string;
}

/** A run as stored in the history. */
export interface KeptRun {
  readonly row: RunRow;
  readonly detail: RunDetail;
}

/** A snapshot as stored. */
export interface KeptSnapshot {
  readonly text: string;
  /** The number of times it was written. */
  readonly version: number;
}

/** The conditions of a write, and the news about it. */
interface WriteOptions extends Pick<CommitOptions, 'confirm' | 'news'> {
  /** The version of the snapshot that the new one was made from, 0 for none. Left out, any version is overwritten. */
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
  /** A multiple of an hour. */
  readonly stepMs: number;
}

/** The figures of an installation in a step of time. */
export interface LatencyStep extends Pick<Figures, 'counted' | 'up' | 'conforming'> {
  readonly atMs: number;
  readonly counts: LatencyCounts;
  /** The mean of its runs' medians; left out if none was answered. */
  readonly medianMs?: number;
}

/** The start of the period of each share, in whole hours, and of the days shown. */
export type ShareTimes = Readonly<Record<keyof UptimeShares | 'days', number>>;

/** The counts behind an installation's shares. */
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

/**
 * The history of runs. Each method rejects if the store cannot be used; methods that take names accept at most 1000.
 */
export interface History {
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Resolves once the run survives a crash of the process and of the machine.
   * @throws StaleWriteError if its conditions do not hold; nothing is written then
   */
  readonly commitRun: (commit: RunCommit, options?: WriteOptions) => Promise<void>;
  /**
   * Stores a snapshot together with the event that changed it; both or neither.
   * @throws StaleWriteError if its conditions do not hold
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
  /** Stores an operator's action that changes no snapshot. */
  readonly recordAction: (action: Action) => Promise<void>;
  /** The operators' notes on incidents. */
  readonly incidentNotes: IncidentNotes;
  /** Notifications that were stored with runs and snapshots. */
  readonly outbox: Outbox;
  /** The snapshots of all installations, by name. */
  readonly snapshots: () => Promise<ReadonlyMap<string, KeptSnapshot>>;
  /** The snapshot of one installation; undefined if it never ran. */
  readonly snapshot: (installation: string) => Promise<KeptSnapshot | undefined>;
  readonly run: (id: string) => Promise<KeptRun | undefined>;
  /** Newest first. */
  readonly runs: (query: RunQuery) => Promise<readonly RunRow[]>;
  /** The last runs of each of these installations, oldest first, optionally of some tiers only. */
  readonly recentRuns: (
    installations: readonly string[],
    most: number,
    tiers?: readonly MonitoredTier[],
  ) => Promise<ReadonlyMap<string, readonly RunRow[]>>;
  /** Newest first, with the results of each endpoint. */
  readonly runsWithCells: (
    query: RunQuery,
  ) => Promise<readonly { readonly row: RunRow; readonly endpoints: EndpointCells }[]>;
  /** The observations of an installation's latest runs, newest first. */
  readonly observationRuns: (query: ObservationQuery) => Promise<readonly ObservationRun[]>;
  /** The results of an endpoint in the latest standard and full runs, oldest first. */
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
  /** The counts for the shares of these installations; none for one without runs. */
  readonly shareTotals: (
    sinceMs: ShareTimes,
    installations: readonly string[],
  ) => Promise<ReadonlyMap<string, ShareTotals>>;
  /** The counts of some hours for these installations; none for one without runs in them. */
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
  /** Removes rows past their retention time, and the oldest passing runs if the store is too large. */
  readonly prune: (nowMs: number, retention: Retention) => Promise<PruneReport>;
  /** How far back it reaches. */
  readonly reach: (nowMs: number, retention: Retention) => Promise<Reach>;
  /** Starts listening to the writes of all processes. Left out if no other one can write to the store. */
  readonly follow?: (follower: Follower) => void;
  /** Starts competing for rights that one process holds at a time. Left out if no other one can use the store. */
  readonly compete?: (competition: Competition) => Rights;
  /** Since when the store has been unavailable, in milliseconds since 1970; undefined while it is available. */
  readonly lostSinceMs: () => number | undefined;
  /** Sends news to every process that follows the store. */
  readonly announce: (news: string) => Promise<void>;
  /** False after a run or a snapshot could not be written, until a write succeeds. */
  readonly isWritable: () => boolean;
  /** Resolves when the store answers. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How far back a history reaches. */
export interface Reach {
  readonly bytes: number;
  /** When the oldest run began, passed or failed; undefined if the history is empty. */
  readonly oldestMs?: number;
  /** When the oldest run without problems began, within the promised retention of such runs. */
  readonly passingMs?: number;
  /** Runs without problems were removed before that time, to limit the size of the store. */
  readonly isCut: boolean;
}

export interface PruneReport {
  readonly runsRemoved: number;
  readonly bytes: number;
}
