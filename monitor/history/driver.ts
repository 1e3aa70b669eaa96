/** A value that both stores hold. */
export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, SqlValue>>;

export interface Statement {
  /** With `?` for values. Only what SQLite and PostgreSQL both understand. */
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The little that the history needs of a database. */
export interface SqlDriver {
  readonly kind: 'sqlite' | 'postgres';
  readonly query: (sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;
  /** All of them or none; resolves when they are safe on disk. Gives how many rows each changed. */
  readonly commit: (statements: readonly Statement[]) => Promise<readonly number[]>;
  /** Bytes that the store fills. */
  readonly size: () => Promise<number>;
  /** Gives free space back to the system: a piece, and more until the store takes no more than so many bytes on disk. */
  readonly giveBackSpace: (maximumBytes: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A store that cannot be used; its message is a sentence for the operator. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}
