import pg from 'pg';
import { type Competition, type Follower, HistoryError, type Right, type Rights } from './driver.ts';
import { reasonOf } from './postgres-options.ts';

/** The connection that a process keeps for as long as it uses a database: it holds a lock, and hears news. */
export interface PostgresSession {
  /** Opens it, again after it broke. Several callers wait for the same attempt. */
  readonly ensure: () => Promise<void>;
  readonly follow: (follower: Follower) => void;
  readonly compete: (competition: Competition) => Rights;
  /** Since when the connection is broken, in milliseconds since 1970; nothing while it stands. */
  readonly lostSinceMs: () => number | undefined;
  readonly close: () => Promise<void>;
}

/** The channel of the news of a history. */
export const newsChannel = 'evidence_contract_news';

/**
 * Identifies the lock of monitors among the advisory locks of a database. All monitors share it. Earlier versions took it
 * for one alone: so none of them writes while several of this one do.
 */
const lockNumber = 947_0001;
/** With the name of a right: the lock of the process that has it. */
const rightLockNumber = 947_0003;
const reconnectMs = 1_000;
/** A session is asked this often whether it still lives, and which rights it can have. */
const probeMs = 2_000;
const answerLimitMs = 10_000;
/** A process that was frozen, or whose machine is gone without a word, loses its rights: PostgreSQL ends its session. */
const silentLimitMs = 15_000;

export function makePostgresSession(
  options: pg.ClientConfig,
  onError: (message: string) => void,
): PostgresSession {
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

  /** Takes what rights it can have; this also shows whether the session lives. */
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

  /** Followers are connected again soon after the connection broke, for any reason. */
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
