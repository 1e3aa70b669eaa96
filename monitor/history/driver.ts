import type { CompiledQuery } from 'kysely';

/** The little that the history needs of a database. */
export interface SqlDriver {
  readonly kind: 'sqlite' | 'postgres';
  readonly query: <Row>(query: CompiledQuery<Row>) => Promise<readonly Row[]>;
  /** Runs all statements or none; resolves when they are safe on disk, with the number of rows that each changed. */
  readonly commit: (statements: readonly CompiledQuery[]) => Promise<readonly number[]>;
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

/** A store that cannot be used until somebody changes the settings: another start would meet the same. */
export class HistorySettingsError extends HistoryError {}
