import pg from 'pg';
import { type Follower, HistoryError } from './driver.ts';
import { reasonOf } from './postgres-options.ts';

/** The connection that a process keeps for as long as it uses a database: it holds a lock, and hears news. */
export interface PostgresSession {
  /** Opens it, again after it broke. Several callers wait for the same attempt. */
  readonly ensure: () => Promise<void>;
  readonly follow: (follower: Follower) => void;
  /** Since when the connection is broken, in milliseconds since 1970; nothing while it stands. */
  readonly lostSinceMs: () => number | undefined;
  readonly close: () => Promise<void>;
}

/** The channel of the news of a history. */
export const newsChannel = 'evidence_contract_news';

/**
 * Identifies the lock of monitors among the advisory locks of a database. All monitors share it. Earlier versions took it
 * for one alone: so none of them writes beside several of this one.
 */
const lockNumber = 947_0001;
const reconnectMs = 1_000;
/** A session that says nothing for so long is asked whether it still lives. */
const probeMs = 10_000;

export function makePostgresSession(
  options: pg.ClientConfig,
  onError: (message: string) => void,
): PostgresSession {
  let current: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let follower: Follower | undefined;
  let wasOpen = false;
  let lostSinceMs: number | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const lose = (): void => {
    current = undefined;
    lostSinceMs ??= Date.now();
  };

  const open = async (): Promise<void> => {
    const client = new pg.Client({ ...options, query_timeout: probeMs });
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
      await client.query(`LISTEN ${newsChannel}`);
      if (isClosed) throw new HistoryError('The history is closed.');
      current = client;
      lostSinceMs = undefined;
      if (wasOpen) follower?.onGap();
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

  /** Whoever follows is connected again soon after the connection broke, however it broke. */
  const watch = (afterMs: number): void => {
    clearTimeout(timer);
    if (follower === undefined || isClosed) return;
    timer = setTimeout(() => {
      const live = current?.query('SELECT 1') ?? ensure();
      void Promise.resolve(live).then(
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
      watch(probeMs);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await opening?.catch(() => undefined);
      await current?.end();
    },
  };
}
