import { isUtf8 } from 'node:buffer';
import type Database from 'libsql';

/** Columns that hold JSON, in whatever table. */
const jsonColumns: readonly unknown[] = [
  'body',
  'totals',
  'recheck',
  'failures',
  'endpoints',
  'phases',
  'exchanges',
  'software',
];
const rowsAtOnce = 200;

/** Rows of a table that nothing can read. */
export interface UnreadableRows {
  readonly table: string;
  readonly rowids: readonly number[];
}

/**
 * Finds rows whose texts are no UTF-8, or no JSON where they are to be: a flipped bit is no damage to SQLite, and its library
 * ends the whole process where it reads such a text. So it is read as bytes here.
 */
export function unreadableRows(database: Database.Database): readonly UnreadableRows[] {
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { readonly name: string }[];
  return tables.flatMap(({ name: table }) => {
    const columns = database.prepare(`PRAGMA table_info("${table}")`).all() as {
      readonly name: string;
      readonly type: string;
    }[];
    const texts = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => name);
    if (texts.length === 0) return [];
    const read = database.prepare(
      `SELECT rowid AS at, ${texts.map((name) => `CAST("${name}" AS BLOB) AS "${name}"`).join(', ')} FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${rowsAtOnce}`,
    );
    const rowids: number[] = [];
    let last = -1;
    for (;;) {
      const rows = read.all(last) as (Readonly<Record<string, Uint8Array | null>> & {
        readonly at: number;
      })[];
      if (rows.length === 0) break;
      for (const row of rows) if (!texts.every((name) => isReadable(name, row[name]))) rowids.push(row.at);
      last = rows.at(-1)?.at ?? last;
    }
    return rowids.length === 0 ? [] : [{ table, rowids }];
  });
}

function isReadable(column: string, bytes: Uint8Array | null | undefined): boolean {
  if (bytes === null || bytes === undefined) return true;
  if (!isUtf8(bytes)) return false;
  if (!jsonColumns.includes(column)) return true;
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** Removes rows, and says so: "2 of runs, 1 of documents". */
export function removeRows(database: Database.Database, unreadable: readonly UnreadableRows[]): string {
  database.exec('BEGIN IMMEDIATE');
  for (const { table, rowids } of unreadable) {
    const remove = database.prepare(`DELETE FROM "${table}" WHERE rowid = ?`);
    for (const rowid of rowids) remove.run(rowid);
  }
  database.exec('COMMIT');
  return unreadable.map(({ table, rowids }) => `${rowids.length} of ${table}`).join(', ');
}
