/** What pages and the JSON API say of the monitor itself. */

export interface OwnHealthView {
  /** Each part is well. */
  readonly isWell: boolean;
  readonly schedule: {
    readonly isWell: boolean;
    readonly installations: number;
    /** Runs that were due more than a minute ago, and have not begun. */
    readonly overdue: number;
    /** By how much the oldest of them is late; left out if none is late. */
    readonly behindMs?: number;
    readonly oldest?: { readonly installation: string; readonly url: string; readonly dueAt: string };
  };
  readonly history: HistoryHealthView;
  readonly notifications: {
    readonly isWell: boolean;
    readonly waiting: number;
    /** When the oldest was made. */
    readonly oldestAt?: string | undefined;
  };
  readonly configuration: {
    readonly isWell: boolean;
    /** When the last reload was refused, and for how many mistakes; left out if it was not. */
    readonly refusedAt?: string;
    readonly mistakes?: number;
  };
}

export interface HistoryHealthView {
  readonly isWell: boolean;
  readonly isWritable: boolean;
  /** Since when the database is away. */
  readonly lostSince?: string | undefined;
  /** What follows is left out before it was measured. */
  readonly bytes?: number | undefined;
  /** Left out if nothing of this monitor bounds it. */
  readonly maximumBytes?: number | undefined;
  /** When the oldest run began; left out if there is none. */
  readonly reachesBackTo?: string | undefined;
  /** How long runs that found nothing wrong are to be kept, and how long they are. */
  readonly promisedMs?: number | undefined;
  readonly keptMs?: number | undefined;
  /** If the size is too small for the promised retention: when it is full, and how long runs are kept then. Estimates. */
  readonly outlook?: { readonly fullInMs: number; readonly keptMs: number } | undefined;
}
