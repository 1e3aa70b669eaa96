import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../engine/secret.ts';
import { HistoryError, type SqlDriver, StaleWriteError } from './driver.ts';
import { mergeStatements } from './merge-statements.ts';
import { connectionOptions, reasonOf } from './postgres-options.ts';
import { makePostgresSession, newsChannel } from './postgres-session.ts';

/** Identifies the lock of work that one process does at a time. */
const aloneLockNumber = 947_0002;
const mostConnections = 5;
/** How long a statement waits for a connection, or for its turn to have one. */
const turnTimeoutMs = 15_000;

/**
 * Opens a history in PostgreSQL, which any number of monitors share.
 * @param onError called when an idle connection broke, with a short reason; the pool replaces the connection
 * @throws HistoryError when it cannot be reached, or a monitor of an earlier version has it
 */
export async function openPostgres(url: Secret, onError: (message: string) => void): Promise<SqlDriver> {
  const options = connectionOptions(url);
  const pool = new pg.Pool({ ...options, max: mostConnections, connectionTimeoutMillis: turnTimeoutMs });
  pool.on('error', (error) => onError(reasonOf(error)));
  const session = makePostgresSession(options, onError);
  try {
    await session.ensure();
  } catch (thrown) {
    await pool.end();
    if (thrown instanceof HistoryError) throw thrown;
    throw new HistoryError(
      `The database of DATABASE_URL cannot be used (${reasonOf(thrown)}). Check the address, the name and the password in it, and that PostgreSQL runs.`,
    );
  }
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    // The statement that it breaks reports the error; unheard, it would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => undefined);
    return client;
  };
  return {
    kind: 'postgres',
    async query<Row>({ sql, parameters }: CompiledQuery<Row>) {
      return (await pool.query<Row & pg.QueryResultRow>(sql, [...parameters])).rows;
    },
    async commit(statements, { required = [], confirm, news } = {}) {
      await session.ensure();
      const all = [...required, ...statements];
      const isOne = all.length + (news === undefined ? 0 : 1) === 1;
      // A single statement needs no transaction of its own.
      if (isOne && required.length === 0 && confirm === undefined) return writeAll(pool, all, 0, news);
      const client = await connect();
      try {
        await client.query('BEGIN');
        const changes = await writeAll(client, all, required.length, news);
        const isConfirmed = await (confirm?.((sql, values) => client.query(sql, [...values])) ?? true);
        if (!isConfirmed) throw new StaleWriteError();
        await client.query('COMMIT');
        client.release();
        return changes.slice(required.length);
      } catch (thrown) {
        const isRolledBack = await client.query('ROLLBACK').then(
          () => true,
          () => false,
        );
        client.release(!isRolledBack || !(thrown instanceof StaleWriteError));
        throw thrown;
      }
    },
    async alone(work) {
      const client = await connect();
      try {
        await client.query('SET statement_timeout = 0');
        await client.query('SELECT pg_advisory_lock($1)', [aloneLockNumber]);
        return await work();
      } finally {
        // A closed connection gives the lock back, for any reason.
        client.release(true);
      }
    },
    follow: session.follow,
    compete: session.compete,
    lostSinceMs: session.lostSinceMs,
    async size() {
      const { rows } = await pool.query<{ bytes: number }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return rows[0]?.bytes ?? 0;
    },
    // PostgreSQL does this itself (autovacuum).
    giveBackSpace: async () => undefined,
    async close() {
      await Promise.all([session.close(), pool.end()]);
    },
  };
}

/**
 * Writes what belongs to a snapshot by one statement, anything else one by one: of two notifications for one channel, the second
 * is to come behind the first.
 */
async function writeAll(
  client: Pick<pg.PoolClient, 'query'>,
  statements: readonly CompiledQuery[],
  required: number,
  news: string | undefined,
): Promise<readonly number[]> {
  const notify =
    news === undefined ? undefined : { sql: 'pg_notify($1, $2)', parameters: [newsChannel, news] };
  if (required > 0) {
    const { rows } = await client.query<{ changed: number[] }>(mergeStatements(statements, notify));
    const changed = rows[0]?.changed ?? [];
    if (changed.slice(0, required).some((count) => count === 0)) throw new StaleWriteError();
    return changed;
  }
  const changes: number[] = [];
  for (const { sql, parameters } of statements)
    changes.push((await client.query(sql, [...parameters])).rowCount ?? 0);
  if (notify !== undefined) await client.query(`SELECT ${notify.sql}`, notify.parameters);
  return changes;
}
