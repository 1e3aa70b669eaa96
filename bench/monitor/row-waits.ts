import pg from 'pg';
import type { Secret } from '../../engine/secret.ts';

/** The total time that statements waited for rows being written by others. */
export interface RowWaits {
  /** For the rows of shared bodies. */
  readonly bodyMs: number;
  readonly anyMs: number;
  /** The number of polling statements. */
  readonly statements: number;
}

const everyMs = 25;
const waiting = `SELECT query ~* 'into "documents"' AS of_bodies FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`;

/** Polls for statements that wait for a row: each one found has waited for about one polling interval. */
export async function watchRowWaits(url: Secret): Promise<{ readonly end: () => Promise<RowWaits> }> {
  const client = new pg.Client({ connectionString: url.reveal() });
  await client.connect();
  let [bodyMs, anyMs, statements] = [0, 0, 0];
  let lastMs = performance.now();
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const { rows } = await client.query<{ of_bodies: boolean }>(waiting);
    const nowMs = performance.now();
    statements += 1;
    anyMs += rows.length * (nowMs - lastMs);
    bodyMs += rows.filter(({ of_bodies }) => of_bodies).length * (nowMs - lastMs);
    lastMs = nowMs;
  };
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    looking = look().finally(() => {
      isBusy = false;
    });
  }, everyMs);
  return {
    async end() {
      clearInterval(timer);
      await looking;
      await client.end();
      return { bodyMs, anyMs, statements };
    },
  };
}
