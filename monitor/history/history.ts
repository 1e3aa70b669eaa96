import type { EndpointId } from '../../contract/endpoints.ts';
import type { Observation } from '../../contract/observe.ts';
import type { CountsAs, InstallationState } from '../../contract/state.ts';
import type { Retention } from '../configuration/monitor-configuration.ts';
import type { FailureView, GridOutcome, MonitoredTier, TotalsView } from '../model.ts';
import type { Recheck } from '../runs/recheck.ts';

/** What the history keeps of every run, in one row. */
export interface RunRow {
  readonly id: string;
  readonly installation: string;
  readonly tier: MonitoredTier;
  readonly trigger: 'schedule' | 'operator';
  readonly state: InstallationState;
  readonly cause?: string;
  readonly startedMs: number;
  readonly finishedMs: number;
  readonly cutShort: boolean;
  readonly inMaintenance: boolean;
  readonly countsAs: CountsAs;
  readonly requests: number;
  readonly retried: number;
  readonly throttled: number;
  readonly coverage: number;
  /** Median time of its requests that were answered. */
  readonly medianMs?: number;
  readonly certificateMs?: number;
  readonly totals: TotalsView;
  readonly recheck?: Recheck;
}

/** How an endpoint stood in a run, and the time of the slowest request with a valid key there. */
export type EndpointCells = Readonly<
  Partial<Record<EndpointId, { readonly outcome: GridOutcome; readonly ms?: number }>>
>;

export type PlainFailure = Omit<FailureView, 'since' | 'runs'>;
export type PlainObservation = Observation;
export type PlainVerdict = {
  readonly check: string;
  readonly endpoint: string;
  readonly outcome: 'pass' | 'untestable' | 'skip';
  /** Left out for passes: they differ in sizes only, and without them most runs have the same verdicts. */
  readonly message?: string;
};

/** What belongs to a run beside its row. Passing detail is not kept as long as the rest. */
export interface RunDetail {
  readonly failures: readonly PlainFailure[];
  readonly observations: readonly PlainObservation[];
  readonly verdicts?: readonly PlainVerdict[];
  readonly endpoints: EndpointCells;
  readonly phases: readonly { readonly phase: string; readonly ms: number }[];
}

export interface StateChange {
  readonly installation: string;
  readonly atMs: number;
  readonly from: InstallationState;
  readonly to: InstallationState;
  readonly cause?: string;
  readonly runId?: string;
}

/** What the operator did to an installation, as a sentence. */
export interface Note {
  readonly installation: string;
  readonly atMs: number;
  readonly message: string;
}

/** Everything that one run adds to the history, written whole or not at all. */
export interface RunCommit {
  readonly row: RunRow;
  readonly detail: RunDetail;
  readonly change?: StateChange;
  /** What the monitor needs to go on after a restart, as JSON. */
  readonly snapshot: string;
}

export interface Figures {
  /** Scheduled runs that count, and of these those that were up and those that were conforming. */
  readonly counted: number;
  readonly up: number;
  readonly conforming: number;
  readonly requests: number;
  readonly throttled: number;
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

/** The history of runs. Each method rejects when the store cannot be used. */
export interface History {
  readonly kind: 'sqlite' | 'postgres';
  /** Resolves once the run survives a crash of the process and of the machine. */
  readonly commitRun: (commit: RunCommit) => Promise<void>;
  /** Keeps what the monitor must remember, with what was told of it. */
  readonly saveSnapshot: (
    installation: string,
    snapshot: string,
    told?: { readonly change?: StateChange; readonly note?: Note },
  ) => Promise<void>;
  readonly snapshots: () => Promise<ReadonlyMap<string, string>>;
  readonly run: (id: string) => Promise<{ readonly row: RunRow; readonly detail: RunDetail } | undefined>;
  /** Newest first. */
  readonly runs: (query: RunQuery) => Promise<readonly RunRow[]>;
  /** Newest first, with how each endpoint stood. */
  readonly runsWithCells: (
    query: RunQuery,
  ) => Promise<readonly { readonly row: RunRow; readonly endpoints: EndpointCells }[]>;
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
  /** Figures of the hours from the one that holds `sinceMs` on, by installation. */
  readonly figures: (sinceMs: number, installation?: string) => Promise<ReadonlyMap<string, Figures>>;
  /** Removes what is older than its time, and the oldest good runs of a store that is too large. */
  readonly prune: (nowMs: number, retention: Retention) => Promise<PruneReport>;
  /** Resolves when the store answers. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface PruneReport {
  readonly runsRemoved: number;
  readonly bytes: number;
}
