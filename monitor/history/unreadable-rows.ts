import type Database from 'libsql';
import { type Column, isText, makeRowTest, numbersCondition, type Row } from './readable-values.ts';

const rowsAtOnce = 200;

/** Rows of a table that nothing can read. */
export interface UnreadableRows {
  readonly table: string;
  readonly rowids: readonly number[];
}

/**
 * Finds rows that hold what nothing can read, or what makes no sense: a flipped bit is no damage to SQLite. Its library ends
 * the whole process if it reads a text that is not UTF-8, so every text is read as bytes here.
 */
export function unreadableRows(database: Database.Database): readonly UnreadableRows[] {
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { readonly name: string }[];
  return tables.flatMap(({ name: table }) => {
    const columns = database.prepare(`PRAGMA table_info("${table}")`).all() as Column[];
    const texts = columns
      .filter(isText)
      .map(
        ({ name }) =>
          `CASE typeof("${name}") WHEN 'text' THEN CAST("${name}" AS BLOB) ELSE "${name}" END AS "${name}"`,
      );
    const numbers = `${numbersCondition(columns)} AS numbers`;
    const read = database.prepare(
      `SELECT rowid AS at, ${[numbers, ...texts].join(', ')} FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${rowsAtOnce}`,
    );
    const isReadable = makeRowTest(table, columns);
    const rowids: number[] = [];
    let last = -1;
    for (;;) {
      const rows = read.all(last) as (Row & { readonly at: number })[];
      if (rows.length === 0) break;
      for (const row of rows) if (!isReadable(row)) rowids.push(row.at);
      last = rows.at(-1)?.at ?? last;
    }
    return rowids.length === 0 ? [] : [{ table, rowids }];
  });
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
