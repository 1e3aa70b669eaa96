import type { CompiledQuery } from 'kysely';

/** Runs one statement in the transaction of a commit, and gives its rows. */
export type RunInTransaction = (
  sql: string,
  parameters: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>;

/** Whether a commit is written, decided in its transaction, and the news that others receive of it. */
export interface CommitOptions {
  /** Statements that come first. If one changes no row, nothing is written, and `StaleWriteError` is thrown. */
  readonly required?: readonly CompiledQuery[];
  /** Comes last, if several processes share the store. False: nothing is written, and `StaleWriteError` is thrown. */
  readonly confirm?: ((run: RunInTransaction) => Promise<boolean>) | undefined;
  /** The news for every process that follows the store, once all is written; at most 7,999 bytes. */
  readonly news?: string | undefined;
  /** It may be written a moment later, if it costs less together with others. */
  readonly canWait?: boolean;
}

/** Hears what other processes write to a store, and what this one does. */
export interface Follower {
  readonly onNews: (news: string) => void;
  /** The connection was lost for a while: any news may have been missed. */
  readonly onReconnect: () => void;
}

/** Who has a right that one process has at a time; unknown while the connection is lost, since then any process may. */
export type Right = 'here' | 'elsewhere' | 'unknown';

/** Rights that a process wants. */
export interface Competition {
  readonly wanted: () => readonly string[];
  /** It was given one more. */
  readonly onGained: () => void;
}

/** The rights of a process: the store gives each to another one within seconds once this one is gone or silent. */
export interface Rights {
  readonly rightTo: (name: string) => Right;
  /** Leaves all to others, and competes for none any more. */
  readonly giveUp: () => Promise<void>;
}

/** The little that the history needs of a database. */
export interface SqlDriver {
  readonly kind: 'sqlite' | 'postgres';
  readonly query: <Row>(query: CompiledQuery<Row>) => Promise<readonly Row[]>;
  /**
   * Runs all statements or none; resolves when they are safe on disk, with the number of rows that each changed.
   * @throws StaleWriteError if the options keep it from being written
   */
  readonly commit: (
    statements: readonly CompiledQuery[],
    options?: CommitOptions,
  ) => Promise<readonly number[]>;
  /** Does work that only one process may do at a time; the others wait. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Begins to listen for commits. Left out if no other process can write to the store. */
  readonly follow?: (follower: Follower) => void;
  /** Begins to compete for rights. Left out if no other process can use the store. */
  readonly compete?: (competition: Competition) => Rights;
  /** Since when the store is away, in milliseconds since 1970. Left out if it is a file. */
  readonly lostSinceMs?: () => number | undefined;
  /** How many bytes the store fills. */
  readonly size: () => Promise<number>;
  /** Gives free space back to the system: one piece, and more until the store takes at most so many bytes on disk. */
  readonly giveBackSpace: (maximumBytes: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A store that cannot be used; its message is a sentence for the operator. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** A store that cannot be used until its settings are changed: another start would meet the same. */
export class HistorySettingsError extends HistoryError {}

/** A write that was based on an outdated state: another process has written meanwhile. None of it was kept. */
export class StaleWriteError extends Error {
  override readonly name = 'StaleWriteError';

  constructor() {
    super('Somebody else has written meanwhile.');
  }
}
