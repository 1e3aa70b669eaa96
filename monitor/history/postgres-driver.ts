import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../engine/secret.ts';
import {
  type Competition,
  type Follower,
  HistoryError,
  HistorySettingsError,
  type Right,
  type Rights,
  type SqlDriver,
  StaleWriteError,
} from './driver.ts';
import { mergeStatements } from './merge-statements.ts';

/** Reads BIGINT and NUMERIC as numbers, which are exact up to 2^53; milliseconds and counts stay below that. */
const typesAsNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** Detects a host that disappeared silently. */
const keepAliveDelayMs = 10_000;

/** The options of every connection to the history. */
function connectionOptions(url: Secret): pg.ClientConfig {
  return {
    connectionString: url.reveal(),
    types: typesAsNumbers,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    application_name: 'evidence-contract monitor',
  };
}

/** A short reason that never contains the address or the password. */
function reasonOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no connection';
}

/** The permanent connection of a process to a database: it holds a lock, and receives news. */
interface PostgresSession {
  /** Opens it, or reopens a broken one. Concurrent callers share one attempt. */
  readonly ensure: () => Promise<void>;
  readonly follow: (follower: Follower) => void;
  readonly compete: (competition: Competition) => Rights;
  /** Since when the connection has been broken, in milliseconds since 1970; undefined while it works. */
  readonly lostSinceMs: () => number | undefined;
  readonly close: () => Promise<void>;
}

/** The channel for news of a history. */
const newsChannel = 'evidence_contract_news';

/**
 * Identifies the lock of monitors among the advisory locks of a database. All monitors share it. Earlier versions took
 * it exclusively, so none of them writes while several of this version do.
 */
const lockNumber = 947_0001;
/** Combined with the name of a right: the lock of the process that holds it. */
const rightLockNumber = 947_0003;
const reconnectMs = 1_000;
/** The interval at which a session is checked, and rights are tried for. */
const probeMs = 2_000;
const answerLimitMs = 10_000;
/** A process that froze, or whose machine disappeared silently, loses its rights: PostgreSQL ends its session. */
const silentLimitMs = 15_000;

function makePostgresSession(options: pg.ClientConfig, onError: (message: string) => void): PostgresSession {
  let current: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let follower: Follower | undefined;
  let competition: Competition | undefined;
  const held = new Set<string>();
  let wasOpen = false;
  let lostSinceMs: number | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const lose = (): void => {
    current = undefined;
    held.clear();
    lostSinceMs ??= Date.now();
  };

  const open = async (): Promise<void> => {
    const client = new pg.Client({ ...options, query_timeout: answerLimitMs });
    client.on('error', (error) => onError(reasonOf(error)));
    client.on('notification', ({ payload }) => follower?.onNews(payload ?? ''));
    client.once('end', () => {
      if (current === client) lose();
      watch(reconnectMs);
    });
    try {
      await client.connect();
      const lock = 'SELECT pg_try_advisory_lock_shared($1) AS locked';
      const { rows } = await client.query<{ locked: boolean }>(lock, [lockNumber]);
      if (rows[0]?.locked !== true) {
        throw new HistoryError(
          'The database of DATABASE_URL is in use by a monitor of an earlier version. Stop that one, or set another database.',
        );
      }
      await client.query(`SET idle_session_timeout = ${silentLimitMs}`);
      await client.query(`LISTEN ${newsChannel}`);
      if (isClosed) throw new HistoryError('The history is closed.');
      // A database that replaces the former one has no tables yet: only another start makes them.
      if (wasOpen) await client.query('SELECT version FROM schema_version LIMIT 1');
      current = client;
      lostSinceMs = undefined;
      if (wasOpen) follower?.onReconnect();
      wasOpen = true;
    } catch (thrown) {
      await client.end().catch(() => undefined);
      throw thrown;
    }
  };

  const ensure = async (): Promise<void> => {
    if (current !== undefined) return;
    opening ??= open().finally(() => {
      opening = undefined;
    });
    await opening;
  };

  const giveUp = async (client: pg.Client, name: string): Promise<void> => {
    held.delete(name);
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [rightLockNumber, name]);
  };

  /** Takes available rights; this also shows whether the session lives. */
  const probe = async (client: pg.Client): Promise<void> => {
    const wanted = competition?.wanted() ?? [];
    for (const name of [...held]) if (!wanted.includes(name)) await giveUp(client, name);
    const missing = wanted.filter((name) => !held.has(name));
    const take = 'SELECT name FROM unnest($2::text[]) AS name WHERE pg_try_advisory_lock($1, hashtext(name))';
    const { rows } = await client.query<{ name: string }>(take, [rightLockNumber, missing]);
    if (current !== client) return;
    for (const { name } of rows) held.add(name);
    if (rows.length > 0) competition?.onGained();
  };

  /** Followers are reconnected soon after the connection broke, for any reason. */
  const watch = (afterMs: number): void => {
    clearTimeout(timer);
    if (follower === undefined || isClosed) return;
    timer = setTimeout(() => {
      const live = current === undefined ? ensure().then(() => current && probe(current)) : probe(current);
      void live.then(
        () => watch(probeMs),
        () => {
          void current?.end().catch(() => undefined);
          lose();
          watch(reconnectMs);
        },
      );
    }, afterMs);
    timer.unref();
  };

  return {
    ensure,
    lostSinceMs: () => lostSinceMs,
    follow(next) {
      follower = next;
      watch(0);
    },
    compete(next) {
      competition = next;
      watch(0);
      const rightTo = (name: string): Right =>
        current === undefined ? 'unknown' : held.has(name) ? 'here' : 'elsewhere';
      return {
        rightTo,
        async giveUp() {
          competition = undefined;
          const client = current;
          if (client !== undefined) for (const name of [...held]) await giveUp(client, name);
        },
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await opening?.catch(() => undefined);
      await current?.end();
    },
  };
}

/** Identifies the lock for exclusive work. */
const aloneLockNumber = 947_0002;
const mostConnections = 5;
/** The time a statement waits for a connection from the pool. */
const turnTimeoutMs = 15_000;

/**
 * Opens a history in PostgreSQL, which any number of monitors share.
 * @param onError called with a short reason when an idle connection breaks; the pool replaces the connection
 * @throws HistoryError if it cannot be reached, or a monitor of an earlier version uses it
 */
export async function openPostgres(url: Secret, onError: (message: string) => void): Promise<SqlDriver> {
  const options = connectionOptions(url);
  const pool = new pg.Pool({ ...options, max: mostConnections, connectionTimeoutMillis: turnTimeoutMs });
  pool.on('error', (error) => onError(reasonOf(error)));
  const session = makePostgresSession(options, onError);
  try {
    await session.ensure();
    await refuseOtherEncodings(pool);
  } catch (thrown) {
    await Promise.all([session.close(), pool.end()]);
    if (thrown instanceof HistoryError) throw thrown;
    throw new HistoryError(
      `The database of DATABASE_URL cannot be used (${reasonOf(thrown)}). Check the address, the name, the password and sslmode in it, that PostgreSQL runs, and that no pooler is in between.`,
    );
  }
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    // The failing statement reports the error; without a listener, it would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => undefined);
    return client;
  };
  return {
    kind: 'postgres',
    async query<Row>({ sql, parameters }: CompiledQuery<Row>) {
      // The connections of the pool may wait for a server that no longer answers.
      if (session.lostSinceMs() !== undefined) await session.ensure();
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
        // Closing the connection releases the lock in any case.
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

/** Answers may contain any character, and a run with one that the database cannot store would never be written. */
async function refuseOtherEncodings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding ?? '';
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new HistorySettingsError(
      `The database of DATABASE_URL has the encoding ${encoding}. Create it with ENCODING 'UTF8'.`,
    );
}

/**
 * Writes the statements of a snapshot as one, and all others one by one: of two notifications for one channel, the
 * second must come after the first.
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
