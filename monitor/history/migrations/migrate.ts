import { CompiledQuery } from 'kysely';
import { codeOf } from '../../../engine/files.ts';
import { HistorySettingsError, type SqlDriver } from '../driver.ts';
import type { QueryBuilder } from '../query-builder.ts';
import { steps, versionTable } from './steps.ts';

/**
 * Brings the tables of a store to the newest version, each step whole or not at all.
 * @throws HistorySettingsError when a later version of this suite wrote the store
 */
export async function migrate(driver: SqlDriver, builder: QueryBuilder): Promise<void> {
  const versions = builder.selectFrom('schema_version').select('version').orderBy('version', 'desc').limit(1);
  const newest = async (): Promise<number> => (await driver.query(versions.compile()))[0]?.version ?? 0;
  // A role that may create nothing is refused even a table that is there.
  const version = await newest().catch(async () => {
    await change(driver, [versionTable]);
    return newest();
  });
  if (version > steps.length) {
    throw new HistorySettingsError(
      `The history was written by a later version of this suite (its tables have version ${version}, this one knows ${steps.length}). Install that version, or set another DATA_DIR or DATABASE_URL.`,
    );
  }
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    const done = builder.insertInto('schema_version').values({ version: index + 1 });
    await change(driver, step, done.compile());
  }
}

/** PostgreSQL's code for a lack of privileges. */
const notAllowed = '42501';

async function change(driver: SqlDriver, step: readonly string[], done?: CompiledQuery): Promise<void> {
  try {
    await driver.commit([
      ...step.map((sql) => CompiledQuery.raw(sql)),
      ...(done === undefined ? [] : [done]),
    ]);
  } catch (thrown) {
    if (codeOf(thrown) !== notAllowed) throw thrown;
    throw new HistorySettingsError(
      'The user of DATABASE_URL may not create or change tables, which this version has to do once. Start one monitor as their owner, then grant as docs/monitor.md says.',
    );
  }
}
