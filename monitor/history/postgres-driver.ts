import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../engine/secret.ts';
import { HistoryError, type SqlDriver } from './driver.ts';

/** Reads BIGINT and NUMERIC as numbers, which are exact up to 2^53; milliseconds and counts stay below that. */
const typesAsNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** Identifies the monitor's lock among the advisory locks of a database. */
const lockNumber = 947_0001;
const mostConnections = 5;
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;

/**
 * Opens a history in PostgreSQL. An advisory lock makes sure that one monitor at a time writes to the database.
 * @param onError called when an idle connection broke, with a short reason; the pool replaces the connection
 * @throws HistoryError when it cannot be reached, or another monitor has it
 */
export async function openPostgres(url: Secret, onError: (message: string) => void): Promise<SqlDriver> {
  const options: pg.ClientConfig = {
    connectionString: url.reveal(),
    types: typesAsNumbers,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'evidence-contract monitor',
  };
  const pool = new pg.Pool({ ...options, max: mostConnections });
  pool.on('error', (error) => onError(codeOf(error)));
  let owner: pg.Client | undefined;
  let taking: Promise<void> | undefined;
  const take = async (): Promise<void> => {
    const client = new pg.Client(options);
    client.on('error', (error) => onError(codeOf(error)));
    client.once('end', () => {
      if (owner === client) owner = undefined;
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
        lockNumber,
      ]);
      if (rows[0]?.locked !== true) {
        throw new HistoryError(
          'The database of DATABASE_URL is in use by another monitor. Stop that one, or set another database.',
        );
      }
      owner = client;
    } catch (thrown) {
      await client.end().catch(() => undefined);
      throw thrown;
    }
  };
  /** Takes the lock, again after the connection that held it broke. Several callers wait for the same attempt. */
  const own = async (): Promise<void> => {
    if (owner !== undefined) return;
    taking ??= take().finally(() => {
      taking = undefined;
    });
    await taking;
  };
  try {
    await own();
  } catch (thrown) {
    await pool.end();
    if (thrown instanceof HistoryError) throw thrown;
    throw new HistoryError(
      `The database of DATABASE_URL cannot be used (${codeOf(thrown)}). Check the address, the name and the password in it, and that PostgreSQL runs.`,
    );
  }
  return {
    kind: 'postgres',
    async query<Row>({ sql, parameters }: CompiledQuery<Row>) {
      return (await pool.query<Row & pg.QueryResultRow>(sql, [...parameters])).rows;
    },
    async commit(statements) {
      await own();
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const changes: number[] = [];
        for (const { sql, parameters } of statements) {
          changes.push((await client.query(sql, [...parameters])).rowCount ?? 0);
        }
        await client.query('COMMIT');
        client.release();
        return changes;
      } catch (thrown) {
        await client.query('ROLLBACK').catch(() => undefined);
        client.release(true);
        throw thrown;
      }
    },
    async size() {
      const { rows } = await pool.query<{ bytes: number }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return rows[0]?.bytes ?? 0;
    },
    // PostgreSQL does this itself (autovacuum).
    giveBackSpace: async () => undefined,
    async close() {
      await Promise.all([owner?.end(), pool.end()]);
    },
  };
}

/** A short reason that never holds the address or the password. */
function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no connection';
}
