/** Writes in transactions, and combines writes that may wait. */
export interface GroupCommits {
  /**
   * Runs a write in a transaction.
   * @param canWait it may be delayed for a moment, to be combined with others
   * @returns the result of the write, once that is safe on disk
   */
  readonly commit: <T>(write: () => T, canWait: boolean) => Promise<T>;
  /** Writes all waiting commits now. */
  readonly flush: () => void;
}

/** A waiting write, and its callbacks. */
interface Waiting {
  /** Writes within a transaction, and returns the callback for when that is safe. */
  readonly write: () => () => void;
  readonly reject: (thrown: unknown) => void;
}

/** The few operations that groups need of a database. */
interface Transactions {
  readonly exec: (sql: string) => unknown;
}

/** A larger group would delay pages and schedules too much. */
const mostInGroup = 64;

/**
 * Combines commits into groups: a transaction costs a wait for the disk, and rewrites every page that it touches. Each
 * commit of a group has a savepoint, so that a failure does not affect the others. The first commit after a pause is
 * written at once.
 * @param everyMs the minimum interval of groups: commits in between share the next one. Left out, nothing waits.
 */
export function makeGroupCommits(database: Transactions, everyMs?: number): GroupCommits {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    for (const settle of writeGroup(database, group)) settle();
    lastMs = performance.now();
  };
  return {
    commit: (write, canWait) =>
      new Promise((resolve, reject) => {
        const writeIt = (): (() => void) => {
          const written = write();
          return () => resolve(written);
        };
        waiting.push({ write: writeIt, reject });
        if (!canWait || everyMs === undefined || waiting.length >= mostInGroup) flush();
        else timer ??= setTimeout(flush, Math.max(0, lastMs + everyMs - performance.now()));
      }),
    flush,
  };
}

/** Returns the callbacks that settle the waiting promises. */
function writeGroup(database: Transactions, group: readonly Waiting[]): readonly (() => void)[] {
  const alone = (one: Waiting): (() => void) => writeAlone(database, one);
  if (group.length === 1) return group.map(alone);
  try {
    return inTransaction(database, () => group.map((one) => writeInSavepoint(database, one)));
  } catch {
    // The error that ended the shared transaction, such as a full disk, need not prevent each write alone.
    return group.map(alone);
  }
}

function writeAlone(database: Transactions, { write, reject }: Waiting): () => void {
  try {
    return inTransaction(database, write);
  } catch (thrown) {
    return () => reject(thrown);
  }
}

/** @throws the error that ended the whole transaction, which then has no savepoint */
function writeInSavepoint(database: Transactions, { write, reject }: Waiting): () => void {
  database.exec('SAVEPOINT one');
  try {
    const settle = write();
    database.exec('RELEASE one');
    return settle;
  } catch (thrown) {
    database.exec('ROLLBACK TO one');
    database.exec('RELEASE one');
    return () => reject(thrown);
  }
}

function inTransaction<T>(database: Transactions, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    database.exec('COMMIT');
    return done;
  } catch (thrown) {
    rollBack(database);
    throw thrown;
  }
}

/** Rolls back, unless a full disk has already ended the transaction: the first error is the one to report. */
function rollBack(database: Transactions): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The transaction has ended already.
  }
}
