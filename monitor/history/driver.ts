import type { CompiledQuery } from 'kysely';

/** Runs one statement in the transaction of a commit, and returns its rows. */
export type RunInTransaction = (
  sql: string,
  parameters: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>;

/** The conditions of a commit, checked in its transaction, and the news about it for others. */
export interface CommitOptions {
  /** Statements that run first. If one changes no row, nothing is written, and `StaleWriteError` is thrown. */
  readonly required?: readonly CompiledQuery[];
  /**
   * Runs last, if several processes share the store. If it returns false, nothing is written, and `StaleWriteError` is
   * thrown.
   */
  readonly confirm?: ((run: RunInTransaction) => Promise<boolean>) | undefined;
  /** News for every process that follows the store, sent once all is written; at most 7,999 bytes. */
  readonly news?: string | undefined;
  /** The commit may be delayed for a moment to share a transaction with others. */
  readonly canWait?: boolean;
}

/** Receives the writes of all processes to a store, including this one. */
export interface Follower {
  readonly onNews: (news: string) => void;
  /** The connection was lost for a while: writes may have been missed. */
  readonly onReconnect: () => void;
}

/**
 * The holder of a right that one process has at a time; unknown while the connection is lost, since then any process
 * may hold it.
 */
export type Right = 'here' | 'elsewhere' | 'unknown';

/** The rights that a process competes for. */
export interface Competition {
  readonly wanted: () => readonly string[];
  /** Called when a right was gained. */
  readonly onGained: () => void;
}

/** The rights of a process: if it is gone or silent, the store gives each to another one within seconds. */
export interface Rights {
  readonly rightTo: (name: string) => Right;
  /** Gives up all rights, and stops competing. */
  readonly giveUp: () => Promise<void>;
}

/** The few operations that the history needs of a database. */
export interface SqlDriver {
  readonly kind: 'sqlite' | 'postgres';
  readonly query: <Row>(query: CompiledQuery<Row>) => Promise<readonly Row[]>;
  /**
   * Runs all statements or none; resolves with the number of rows that each changed, when they are safe on disk.
   * @throws StaleWriteError if the options prevent the write
   */
  readonly commit: (
    statements: readonly CompiledQuery[],
    options?: CommitOptions,
  ) => Promise<readonly number[]>;
  /** Does work that only one process may do at a time; the others wait. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Starts listening for commits. Left out if no other process can write to the store. */
  readonly follow?: (follower: Follower) => void;
  /** Starts competing for rights. Left out if no other process can use the store. */
  readonly compete?: (competition: Competition) => Rights;
  /** Since when the store has been unavailable, in milliseconds since 1970. Left out if it is a file. */
  readonly lostSinceMs?: () => number | undefined;
  /** The size of the store in bytes. */
  readonly size: () => Promise<number>;
  /** Returns free space to the system: one step, or more until the store occupies at most this many bytes on disk. */
  readonly giveBackSpace: (maximumBytes: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A store that cannot be used; its message is a sentence for the operator. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** A store that cannot be used until its settings change: another start would fail the same way. */
export class HistorySettingsError extends HistoryError {}

/** A write based on an outdated state: another process has written meanwhile. None of it was stored. */
export class StaleWriteError extends Error {
  override readonly name = 'StaleWriteError';

  constructor() {
    super('Somebody else has written meanwhile.');
  }
}
