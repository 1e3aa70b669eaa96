import type { CountsAs, InstallationState } from '../../contract/state.ts';
import type { LatencyCounts } from '../latency-buckets.ts';
import type { ActionKind, MonitoredTier, RunTrigger } from '../model.ts';

/** The tables of a history, as the migrations leave them. Times are milliseconds since 1970, booleans 0 or 1. */
export interface Tables {
  readonly runs: RunsTable;
  readonly documents: DocumentsTable;
  readonly state_changes: StateChangesTable;
  readonly notes: NotesTable;
  readonly actions: ActionsTable;
  readonly incident_notes: IncidentNotesTable;
  readonly snapshots: SnapshotsTable;
  readonly hours: HoursTable;
  readonly outbox: OutboxTable;
  readonly schema_version: { readonly version: number };
}

export interface RunsTable {
  readonly id: string;
  readonly installation: string;
  readonly tier: MonitoredTier;
  readonly trigger_kind: RunTrigger;
  readonly state: InstallationState;
  readonly cause: string | null;
  readonly started_ms: number;
  readonly finished_ms: number;
  readonly cut_short: 0 | 1;
  readonly in_maintenance: 0 | 1;
  readonly counts_as: CountsAs;
  readonly requests: number;
  readonly retried: number;
  readonly throttled: number;
  readonly coverage: number;
  readonly median_ms: number | null;
  readonly p95_ms: number | null;
  readonly certificate_ms: number | null;
  /** JSON of `VerdictTotals`. */
  readonly totals: string;
  /** JSON of `Recheck`. */
  readonly recheck: string | null;
  /** JSON: for each failure, the id of its document, and the parts outside it: time and headers of its exchange. */
  readonly failures: string;
  readonly observations_id: string | null;
  readonly verdicts_id: string | null;
  /** JSON of `EndpointCells`. */
  readonly endpoints: string;
  /** JSON of the phases of `RunDetail`. */
  readonly phases: string;
  /** JSON of its exchanges; runs that found nothing keep it for a day. */
  readonly exchanges: string | null;
  /** The installation's software, as JSON. */
  readonly software: string | null;
  /** Null if the installation is not watched from named locations. */
  readonly location: string | null;
}

/** Texts that many runs share (verdicts, failures, observations), stored once under a digest of their content. */
export interface DocumentsTable {
  readonly id: string;
  readonly body: string;
  /** When a run last used it, to the day. */
  readonly used_ms: number;
}

export interface StateChangesTable {
  readonly installation: string;
  readonly at_ms: number;
  readonly from_state: InstallationState;
  readonly to_state: InstallationState;
  readonly cause: string | null;
  readonly run_id: string | null;
}

export interface NotesTable {
  readonly installation: string;
  readonly at_ms: number;
  readonly message: string;
}

export interface ActionsTable {
  readonly at_ms: number;
  readonly who: string;
  readonly kind: ActionKind;
  readonly installation: string | null;
  readonly message: string;
}

export interface IncidentNotesTable {
  /** The id of the incident. */
  readonly incident: string;
  readonly installation: string;
  readonly at_ms: number;
  readonly who: string;
  readonly message: string;
  /** 1 if it is public. */
  readonly is_public: number;
}

export interface SnapshotsTable {
  readonly installation: string;
  readonly body: string;
  /** The number of times it was written. */
  readonly version: number;
}

/** Sums over the runs of an installation that started in one hour. */
export interface HoursTable extends LatencyCounts {
  readonly installation: string;
  readonly hour_ms: number;
  readonly counted: number;
  readonly up: number;
  readonly conforming: number;
  readonly requests: number;
  readonly throttled: number;
  readonly runs: number;
  readonly median_sum_ms: number;
  readonly median_count: number;
}

/** Notifications, each for one channel, in order per installation. */
export interface OutboxTable {
  /** The id of the notification and the name of the channel. */
  readonly id: string;
  readonly installation: string;
  readonly channel: string;
  readonly position: number;
  readonly created_ms: number;
  readonly status: 'waiting' | 'delivered' | 'given-up';
  readonly attempts: number;
  /** No attempt is made before this time. */
  readonly next_ms: number;
  /** The monitor that tries it now, and the end of its lease. */
  readonly lease: string | null;
  readonly lease_ms: number;
  readonly settled_ms: number | null;
  /** Why the last attempt failed, as a sentence. */
  readonly reason: string | null;
  /** JSON of `Notification`. */
  readonly body: string;
}
