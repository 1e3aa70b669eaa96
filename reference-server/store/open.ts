import { closeSync, openSync } from 'node:fs';
import Database from 'libsql';
import { schemaSteps } from './schema.ts';
import { freshSecret, loadSecret, type Secrets, secretsOf } from './secrets.ts';

/** An open store: the database and the secret that seals the keys in it. */
export interface Store {
  readonly database: Database.Database;
  readonly secrets: Secrets;
}

const busyTimeoutMs = 5000;
/** Only the owner of a new data file may read it. */
const ownFile = 0o600;

/**
 * Opens the store in `dataFile`, or in memory without one, and migrates its tables to this version. The file survives
 * kill -9 and power loss: write-ahead log, each commit synchronous. Throws a sentence if the file cannot be used or was
 * written by a later version.
 */
export function openStore(dataFile: string | undefined): Store {
  const database = dataFile === undefined ? new Database(':memory:') : openFile(dataFile);
  database.pragma('foreign_keys = ON');
  migrate(database, dataFile ?? 'memory');
  const secret = dataFile === undefined ? freshSecret() : loadSecret(`${dataFile}.key`);
  return { database, secrets: secretsOf(secret) };
}

/** Runs `work` as one transaction: all of it is committed, or nothing if it throws. */
export function inTransaction<Result>(store: Store, work: () => Result): Result {
  store.database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    store.database.exec('COMMIT');
    return result;
  } catch (error) {
    store.database.exec('ROLLBACK');
    throw error;
  }
}

function openFile(dataFile: string): Database.Database {
  try {
    // SQLite treats an empty file as a new database, and gives its other files the same permissions.
    closeSync(openSync(dataFile, 'a', ownFile));
    const database = new Database(dataFile, { timeout: busyTimeoutMs });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    return database;
  } catch (cause) {
    const advice = 'it must be an SQLite file, or a new one in a folder that exists and may be written';
    throw new Error(`The data file ${dataFile} cannot be opened: ${advice}.`, { cause });
  }
}

function migrate(database: Database.Database, place: string): void {
  database.exec('BEGIN IMMEDIATE');
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > schemaSteps.length) {
    database.exec('ROLLBACK');
    throw new Error(`The data file ${place} was written by a later version of the reference installation.`);
  }
  for (const step of schemaSteps.slice(version)) {
    database.exec(step);
  }
  database.exec(`PRAGMA user_version = ${schemaSteps.length}`);
  database.exec('COMMIT');
}
