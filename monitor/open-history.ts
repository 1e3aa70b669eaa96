import { join } from 'node:path';
import type { ServiceSettings } from './configuration/service-settings.ts';
import type { SqlDriver } from './history/driver.ts';
import type { History } from './history/history.ts';
import { openPostgres } from './history/postgres-driver.ts';
import { openHistory } from './history/sql-history.ts';
import { openSqlite } from './history/sqlite-driver.ts';
import type { Log } from './log.ts';

/** Runs that end within this time share a transaction, and wait for it that long before they are reported. */
const groupEveryMs = 100;

/**
 * Opens the history that the settings name: PostgreSQL if DATABASE_URL is set, or else SQLite in DATA_DIR.
 * @throws HistoryError when it cannot be used
 */
export async function openConfiguredHistory(
  service: ServiceSettings,
  log: Log,
  nowMs: number,
): Promise<History> {
  return openHistory(await openDriver(service, log, nowMs));
}

async function openDriver(
  { databaseUrl, dataDirectory }: ServiceSettings,
  log: Log,
  nowMs: number,
): Promise<SqlDriver> {
  if (databaseUrl !== undefined) {
    return openPostgres(databaseUrl, (reason) => log.warn({ reason }, 'a connection to PostgreSQL broke'));
  }
  return openSqlite({
    file: join(dataDirectory, 'monitor.db'),
    now: new Date(nowMs),
    groupEveryMs,
    onDamage: (sentence) => log.error(sentence),
    onFull: (sentence) => log.error(sentence),
  });
}
