import Database from 'libsql';
import { steps, versionTable } from './migrations.ts';

interface Described {
  readonly name: string;
  readonly type: string;
  readonly sql: string;
}

/** The correct table definitions of a file. */
export interface TrueSchema {
  readonly described: readonly Described[];
  readonly version: number;
}

/**
 * Compares the table definitions of a file with those of the migrations. A flipped bit there renames a column, and
 * every query that names it fails, while SQLite finds no fault. The rows are not affected.
 * @returns the correct definitions, or undefined if they match, or if a later version wrote the file
 * @throws an error with the code of a damaged file if tables are missing
 */
export function schemaToRestore(database: Database.Database): TrueSchema | undefined {
  const described = describedIn(database);
  // A new file, or not one of ours.
  const isOurs = described.some(({ name }) => name === 'schema_version' || name === 'runs');
  if (!isOurs) return undefined;
  if (!described.some(({ name }) => name === 'schema_version')) throw damaged();
  const versions = versionsIn(database);
  const version = versions.length;
  if (version > steps.length) return undefined;
  const expected = schemaAt(version);
  const names = (one: readonly Described[]): string => one.map(({ name }) => name).join(' ');
  if (names(described) !== names(expected)) throw damaged();
  const isSame =
    expected.every(({ sql }, at) => sql === described[at]?.sql) &&
    versions.every((one, at) => one === at + 1);
  return isSame ? undefined : { described: expected, version };
}

function damaged(): Error {
  return Object.assign(new Error('tables are missing'), { code: 'SQLITE_CORRUPT' });
}

/** Restores the table definitions of a file. */
export function restoreSchema(database: Database.Database, { described, version }: TrueSchema): void {
  database.prepare('PRAGMA writable_schema = ON').all();
  const describe = database.prepare('UPDATE sqlite_master SET sql = ? WHERE type = ? AND name = ?');
  for (const { sql, type, name } of described) describe.run(sql, type, name);
  database.prepare('PRAGMA writable_schema = RESET').all();
  database.exec('DELETE FROM schema_version');
  const add = database.prepare('INSERT INTO schema_version (version) VALUES (?)');
  for (let one = 1; one <= version; one += 1) add.run(one);
}

/** One row per migration; `*` reads them even if the name of their column is damaged. */
function versionsIn(database: Database.Database): readonly unknown[] {
  const rows = database.prepare('SELECT * FROM schema_version ORDER BY rowid').raw().all() as unknown[][];
  return rows.map(([version]) => version);
}

function schemaAt(version: number): readonly Described[] {
  const database = new Database(':memory:');
  try {
    for (const sql of [versionTable, ...steps.slice(0, version).flat()]) database.exec(sql);
    return describedIn(database);
  } finally {
    database.close();
  }
}

/** Read as bytes: text that is not UTF-8 would end the process. */
function describedIn(database: Database.Database): readonly Described[] {
  const columns = ['name', 'type', 'sql'] as const;
  const asBytes = columns.map((column) => `CAST(${column} AS BLOB) AS ${column}`).join(', ');
  const rows = database
    .prepare(`SELECT ${asBytes} FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name, type`)
    .all() as Readonly<Record<(typeof columns)[number], ArrayBuffer>>[];
  return rows.map(({ name, type, sql }) => ({ name: textOf(name), type: textOf(type), sql: textOf(sql) }));
}

function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('utf8');
}
