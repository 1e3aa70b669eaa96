/** Writes in transactions, several of them in one if they may wait for each other. */
export interface GroupCommits {
  /**
   * Runs a write in a transaction.
   * @param canWait it may be written a moment later, together with others
   * @returns what the write gives, once that is safe on disk
   */
  readonly commit: <T>(write: () => T, canWait: boolean) => Promise<T>;
  /** Writes now what waits. */
  readonly flush: () => void;
}

/** A write that waits, and who waits for it. */
interface Waiting {
  /** Writes it within a transaction, and returns the callback for when that is safe. */
  readonly write: () => () => void;
  readonly reject: (thrown: unknown) => void;
}

/** The little that groups need of a database. */
interface Transactions {
  readonly exec: (sql: string) => unknown;
}

/** More than this would keep pages and schedules waiting for too long. */
const mostInGroup = 64;

/**
 * Makes the writer of groups of commits: a transaction costs a wait for the disk, and writes every page again that it touches.
 * Each commit of a group has a savepoint, so that one that fails takes no other with it. The first after a pause is written at
 * once.
 * @param everyMs groups follow each other no faster: commits that come meanwhile share the next one. Left out, nothing waits.
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

/** Returns the callbacks that settle those who wait. */
function writeGroup(database: Transactions, group: readonly Waiting[]): readonly (() => void)[] {
  const alone = (one: Waiting): (() => void) => writeAlone(database, one);
  if (group.length === 1) return group.map(alone);
  try {
    return inTransaction(database, () => group.map((one) => writeInSavepoint(database, one)));
  } catch {
    // What ended the transaction of all, such as a full disk, need not keep each of them from being written.
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

/** @throws what ended the whole transaction, in which there is no savepoint then */
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
