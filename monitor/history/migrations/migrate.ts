import { HistoryError, type SqlDriver, type Statement } from '../driver.ts';
import { first } from './first.ts';
import { second } from './second.ts';

/** Every step of the tables, in order. A step that was released never changes; a new one is added at the end. */
const steps: readonly (readonly string[])[] = [first, second];

/**
 * Brings the tables of a store to the newest version, each step whole or not at all.
 * @throws HistoryError when a later version of this suite wrote the store
 */
export async function migrate(driver: SqlDriver): Promise<void> {
  await driver.commit([statement('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)')]);
  const rows = await driver.query('SELECT MAX(version) AS version FROM schema_version');
  const version = Number(rows[0]?.version ?? 0);
  if (version > steps.length) {
    throw new HistoryError(
      `The history was written by a later version of this suite (its tables have version ${version}, this one knows ${steps.length}). Install that version, or set another DATA_DIR or DATABASE_URL.`,
    );
  }
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    const done = { sql: 'INSERT INTO schema_version (version) VALUES (?)', values: [index + 1] };
    await driver.commit([...step.map(statement), done]);
  }
}

function statement(sql: string): Statement {
  return { sql, values: [] };
}
