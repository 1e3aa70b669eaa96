import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import Database from 'libsql';
import { makeFolder, ownFile, ownFolder, whyUnwritable } from '../../engine/files.ts';
import { restoreSchema, schemaToRestore } from './damaged-schema.ts';
import { HistoryError, HistorySettingsError, type SqlDriver, StaleWriteError } from './driver.ts';
import { makeGroupCommits } from './group-commits.ts';
import { removeRows, unreadableRows } from './unreadable-rows.ts';

export interface SqliteOptions {
  readonly file: string;
  /** Called with a sentence when a damaged file was moved aside. */
  readonly onDamage: (sentence: string) => void;
  /** Called with a sentence when the disk is so full that the history is read-only. */
  readonly onFull?: (sentence: string) => void;
  /** Part of the name of a damaged file. */
  readonly now: Date;
  /**
   * The interval of shared transactions for commits that can wait, in milliseconds. Left out, each commit has its own.
   */
  readonly groupEveryMs?: number;
}

/** SQLite error codes for a file that is not, or no longer, a database. */
const damageCodes: readonly string[] = ['SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_IOERR_SHORT_READ'];
/** Checking a larger file would delay the start by seconds; its damage shows when it is read. */
const largestCheckedBytes = 256_000_000;
/** The files of a history: the database, its log and index, and the lock. */
const databaseSuffixes = ['', '-wal', '-shm', '.lock'] as const;
/** A monitor that is being replaced has this long to release the lock. */
const lockTimeoutMs = 2_000;
/** The number of pages to return in one step: 4 MB, a few milliseconds. */
const pagesAtOnce = 1000;

/**
 * Opens the embedded store: one file, one process. A damaged file is moved aside and a new one created.
 * @throws HistoryError if another process has it, or the folder cannot be written
 */
export function openSqlite({ file, onDamage, onFull, now, groupEveryMs }: SqliteOptions): SqlDriver {
  prepareFolder(dirname(file));
  for (const suffix of databaseSuffixes) makeOwn(file + suffix, suffix === '' || suffix === '.lock');
  const lock = takeLock(file);
  const aside = `${file}.damaged-${now.toISOString().replaceAll(':', '-')}`;
  try {
    try {
      const database = open(file, onFull);
      try {
        withoutUnreadable(database, file, aside, onDamage);
        return driverOf(database, lock, groupEveryMs);
      } catch (thrown) {
        database.close();
        throw thrown;
      }
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
    }
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    }
    makeOwn(file, true);
    onDamage(
      `The history file ${file} is damaged. It was moved to ${aside}, and a new history begins; the runbook explains how to save what is readable.`,
    );
    return driverOf(open(file, onFull), lock, groupEveryMs);
  } catch (thrown) {
    lock.release();
    throw refusal(thrown, file);
  }
}

/** Restores the table definitions of the file, removes unreadable rows, and keeps a copy of the original. */
function withoutUnreadable(
  database: Database.Database,
  file: string,
  aside: string,
  onDamage: SqliteOptions['onDamage'],
): void {
  const schema = schemaToRestore(database);
  let copy: string | undefined;
  const keep = (): string => {
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    return keepCopy(file, aside)
      ? `the file as it was is ${aside}`
      : 'there was no space for a copy of the file';
  };
  if (schema !== undefined) {
    copy = keep();
    restoreSchema(database, schema);
    onDamage(
      `The history file ${file} described its tables wrongly. The description was restored, and no row was touched; ${copy}.`,
    );
  }
  if (statSync(file).size > largestCheckedBytes) return;
  const unreadable = unreadableRows(database);
  if (unreadable.length === 0) return;
  copy ??= keep();
  const what = removeRows(database, unreadable);
  onDamage(
    `The history file ${file} had rows that nothing can read. They were removed (${what}), and nothing else; ${copy}.`,
  );
}

/** Without space for a copy, losing an unreadable file is no loss. */
function keepCopy(file: string, aside: string): boolean {
  try {
    copyFileSync(file, aside);
    chmodSync(aside, ownFile);
    return true;
  } catch {
    rmSync(aside, { force: true });
    return false;
  }
}

/** @throws HistorySettingsError if the folder cannot exist */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, ownFolder);
  } catch (thrown) {
    throw new HistorySettingsError(
      `The folder ${folder} cannot be made: ${whyUnwritable(thrown)}. Choose another with DATA_DIR.`,
    );
  }
}

/**
 * Restricts a file to its owner. SQLite gives the same permissions to the other files of a database.
 * @param isNeeded creates the file if it is missing: SQLite treats an empty one as a new database
 */
function makeOwn(file: string, isNeeded: boolean): void {
  try {
    if (isNeeded) closeSync(openSync(file, 'a', ownFile));
    else if (!existsSync(file)) return;
    chmodSync(file, ownFile);
  } catch {
    // Opening the file shows whether it can be used; one of another user keeps its permissions.
  }
}

interface Lock {
  readonly release: () => void;
}

/**
 * Makes one process the owner of a history, so that two monitors never check the same installations unknowingly. The
 * lock is an open transaction in a separate file: the system releases it with the process, however that ends.
 */
function takeLock(file: string): Lock {
  try {
    const database = new Database(`${file}.lock`, { timeout: lockTimeoutMs });
    // Nothing is ever written to it: a journal on disk would need space, which a full disk lacks.
    database.prepare('PRAGMA journal_mode = MEMORY').all();
    database.exec('BEGIN EXCLUSIVE');
    return {
      release() {
        database.exec('ROLLBACK');
        database.close();
      },
    };
  } catch (thrown) {
    throw refusal(thrown, file);
  }
}

function open(file: string, onFull: SqliteOptions['onFull']): Database.Database {
  try {
    return openWith(file, ['auto_vacuum = INCREMENTAL']);
  } catch (thrown) {
    if (!isFull(thrown)) throw thrown;
  }
  // There is no space for the log's index, which lets other programs read; the only owner does not need it.
  const database = openWith(file, ['locking_mode = EXCLUSIVE']);
  onFull?.(
    `The disk of the history file ${file} is full: what is in it can be read, and no run is kept until there is space again.`,
  );
  return database;
}

/** @param first settings to apply before the file is read */
function openWith(file: string, first: readonly string[]): Database.Database {
  const database = new Database(file, { timeout: 2000 });
  try {
    // The mode of returning space takes effect only in a new file.
    for (const pragma of [...first, 'journal_mode = WAL', 'synchronous = FULL'])
      database.prepare(`PRAGMA ${pragma}`).all();
    if (statSync(file).size <= largestCheckedBytes && !isSound(database)) {
      // Rebuilds the indexes from the rows, which are intact.
      database.exec('REINDEX');
      if (!isSound(database)) throw Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' });
    }
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function isSound(database: Database.Database): boolean {
  const [found] = database.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
  return found?.integrity_check === 'ok';
}

function driverOf(database: Database.Database, lock: Lock, groupEveryMs?: number): SqlDriver {
  const prepared = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const write = ({ sql, parameters }: CompiledQuery): number => prepare(sql).run(...parameters).changes;
  const groups = makeGroupCommits(database, groupEveryMs);
  const number = (pragma: string): number =>
    Number(Object.values((database.prepare(`PRAGMA ${pragma}`).all()[0] ?? {}) as object)[0] ?? 0);
  return {
    kind: 'sqlite',
    query: async <Row>({ sql, parameters }: CompiledQuery<Row>) => prepare(sql).all(...parameters) as Row[],
    commit: (statements, { required = [], canWait = false } = {}) =>
      groups.commit(() => {
        if (required.map(write).includes(0)) throw new StaleWriteError();
        return statements.map(write);
      }, canWait),
    // The lock keeps other processes out.
    alone: (work) => work(),
    size: async () => (number('page_count') - number('freelist_count')) * number('page_size'),
    async giveBackSpace(maximumBytes) {
      do {
        database.prepare(`PRAGMA incremental_vacuum(${pagesAtOnce})`).all();
        await setImmediate();
      } while (number('freelist_count') > 0 && number('page_count') * number('page_size') > maximumBytes);
    },
    async close() {
      if (!database.open) return;
      groups.flush();
      // The library closes the file only when its statements are garbage-collected, so the log is emptied here.
      try {
        database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      } catch (thrown) {
        // The content of the log is safe: the next start with enough space applies it.
        if (!isFull(thrown)) throw thrown;
      } finally {
        database.close();
        lock.release();
      }
    },
  };
}

function isDamage(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && damageCodes.some((known) => code.startsWith(known));
}

/** SQLite codes for a lack of space for a file next to the database. */
const fullCodes: readonly unknown[] = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];

function isFull(thrown: unknown): boolean {
  return fullCodes.includes((thrown as { code?: unknown } | undefined)?.code);
}

function refusal(thrown: unknown, file: string): Error {
  const { code, message } = thrown as { code?: string; message?: string };
  if (code?.startsWith('SQLITE_BUSY') === true || code?.startsWith('SQLITE_LOCKED') === true) {
    return new HistoryError(
      `The history file ${file} is in use by another monitor. Stop that one, or set another DATA_DIR.`,
    );
  }
  return new HistoryError(
    `The history file ${file} cannot be opened (${message ?? 'unknown reason'}). DATA_DIR must be a folder that may be written.`,
  );
}
