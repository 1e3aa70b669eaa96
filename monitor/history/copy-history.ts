import { CompiledQuery } from 'kysely';
import { HistorySettingsError, type SqlDriver } from './driver.ts';
import { migrate } from './migrations.ts';
import { makeQueryBuilder, type QueryBuilder } from './query-builder.ts';
import type { Tables } from './tables.ts';

/** A table of a history, except the one with the schema version. */
type CopiedTable = Exclude<keyof Tables, 'schema_version'>;

/**
 * The tables to copy, in this order: those that runs refer to precede them, and the snapshots, from which a monitor
 * resumes, come last. Rows of tables without a key are identified by all their columns, whose types are listed here.
 */
const copied: Readonly<Record<CopiedTable, 'by key' | Readonly<Record<string, 'text' | 'bigint'>>>> = {
  documents: 'by key',
  runs: 'by key',
  hours: 'by key',
  state_changes: {
    installation: 'text',
    at_ms: 'bigint',
    from_state: 'text',
    to_state: 'text',
    cause: 'text',
    run_id: 'text',
  },
  notes: { installation: 'text', at_ms: 'bigint', message: 'text' },
  actions: { at_ms: 'bigint', who: 'text', kind: 'text', installation: 'text', message: 'text' },
  incident_notes: {
    incident: 'text',
    installation: 'text',
    at_ms: 'bigint',
    who: 'text',
    message: 'text',
    is_public: 'bigint',
  },
  outbox: 'by key',
  snapshots: 'by key',
};

const tables = Object.keys(copied) as readonly CopiedTable[];
/** The number of rows to read and write at once; PostgreSQL accepts at most 65,535 values in a statement. */
const batch = 500;

export interface CopyOptions {
  /** Adds missing rows to a history that is not empty; existing rows stay as they are. */
  readonly merge: boolean;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** The progress of copying a table. */
export interface CopyProgress {
  readonly table: string;
  readonly read: number;
  readonly total: number;
  readonly added: number;
}

/**
 * Copies an embedded history into PostgreSQL. Rows that were copied before are skipped: an interrupted copy resumes
 * with `merge`.
 * @throws HistorySettingsError if the other history is not empty, unless `merge` is set
 */
export async function copyHistory(from: SqlDriver, to: SqlDriver, options: CopyOptions): Promise<void> {
  await migrate(from, makeQueryBuilder(from.kind));
  const builder = makeQueryBuilder(to.kind);
  await to.alone(() => migrate(to, builder));
  if (!options.merge) await refuseContents(to);
  for (const table of tables) await copyTable(table, from, to, builder, options.onProgress);
}

async function refuseContents(to: SqlDriver): Promise<void> {
  const counts = await Promise.all(tables.map(async (table) => ({ table, rows: await countOf(to, table) })));
  const filled = counts.filter(({ rows }) => rows > 0).map(({ table, rows }) => `${table}: ${rows} rows`);
  if (filled.length === 0) return;
  throw new HistorySettingsError(
    `The other history is not empty (${filled.join(', ')}). Use --merge to add what it does not have; what it has stays as it is.`,
  );
}

async function copyTable(
  table: CopiedTable,
  from: SqlDriver,
  to: SqlDriver,
  builder: QueryBuilder,
  onProgress: CopyOptions['onProgress'],
): Promise<void> {
  const total = await countOf(from, table);
  let read = 0;
  let added = 0;
  onProgress({ table, read, total, added });
  for (let last = 0; ; ) {
    const page = `SELECT rowid AS copy_order, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${batch}`;
    const rows = await from.query<{ copy_order: number }>(CompiledQuery.raw(page, [last]) as never);
    if (rows.length === 0) return;
    last = rows.at(-1)?.copy_order ?? last;
    const changes = await to.commit(insertsOf(table, rows.map(withoutOrder), builder));
    read += rows.length;
    added += changes.reduce((sum, count) => sum + count, 0);
    onProgress({ table, read, total, added });
  }
}

type Row = Readonly<Record<string, unknown>>;

function withoutOrder({ copy_order: _order, ...row }: { readonly copy_order: number }): Row {
  return row;
}

/** Statements that add the missing rows. */
function insertsOf(
  table: CopiedTable,
  rows: readonly Row[],
  builder: QueryBuilder,
): readonly CompiledQuery[] {
  const columns = copied[table];
  if (columns === 'by key') {
    const insert = builder.insertInto(table).values(rows as never);
    return [insert.onConflict((conflict) => conflict.doNothing()).compile()];
  }
  const names = Object.keys(columns);
  const values = names.map((name, index) => `$${index + 1}::${columns[name]}`);
  const same = names.map((name, index) => `${name} IS NOT DISTINCT FROM ${values[index]}`);
  const insert = `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
    WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${same.join(' AND ')})`;
  return rows.map((row) =>
    CompiledQuery.raw(
      insert,
      names.map((name) => row[name]),
    ),
  );
}

async function countOf(driver: SqlDriver, table: CopiedTable): Promise<number> {
  const count = CompiledQuery.raw(`SELECT count(*) AS rows FROM ${table}`);
  const [row] = await driver.query<{ rows: number }>(count as never);
  return row?.rows ?? 0;
}
