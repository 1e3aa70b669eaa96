import { setImmediate } from 'node:timers/promises';
import type { Retention } from '../settings.ts';
import type { SqlDriver } from './driver.ts';
import type { PruneReport } from './history.ts';
import { documentUseMs } from './rows.ts';

/** Rows that go in one transaction, so that the schedule never waits long. */
const batch = 1000;
/** Batches of a pass over a store that is too large; the next pass goes on. */
const mostBatches = 200;

/** Removes what is older than its time; then, while the store is too large, the oldest good runs, then the oldest. */
export async function prune(driver: SqlDriver, nowMs: number, retention: Retention): Promise<PruneReport> {
  const old = (sql: string, beforeMs: number): Promise<number> =>
    inBatches(driver, `DELETE FROM ${sql} LIMIT ${batch})`, [beforeMs]);
  let runsRemoved = await old(
    "runs WHERE id IN (SELECT id FROM runs WHERE started_ms < ? AND state = 'conforming' ORDER BY started_ms",
    nowMs - retention.passingMs,
  );
  runsRemoved += await old(
    'runs WHERE id IN (SELECT id FROM runs WHERE started_ms < ? ORDER BY started_ms',
    nowMs - retention.failuresMs,
  );
  await inBatches(
    driver,
    `UPDATE runs SET verdicts_id = NULL WHERE id IN
      (SELECT id FROM runs WHERE started_ms < ? AND verdicts_id IS NOT NULL LIMIT ${batch})`,
    [nowMs - retention.passingMs],
  );
  await driver.commit([
    { sql: 'DELETE FROM state_changes WHERE at_ms < ?', values: [nowMs - retention.failuresMs] },
    { sql: 'DELETE FROM hours WHERE hour_ms < ?', values: [nowMs - retention.rollupsMs] },
  ]);
  await removeUnusedDocuments(driver, nowMs);
  // PostgreSQL keeps the space of what is deleted, so its size says nothing here; its administrator bounds it.
  const rounds = driver.kind === 'sqlite' ? mostBatches : 0;
  for (let round = 0; round < rounds && (await driver.size()) > retention.maximumBytes; round += 1) {
    const good = await removeOldest(driver, "WHERE state = 'conforming'");
    const removed = good === 0 ? await removeOldest(driver, '') : good;
    if (removed === 0) break;
    runsRemoved += removed;
    await removeUnusedDocuments(driver, nowMs);
    await setImmediate();
  }
  await driver.giveBackSpace();
  return { runsRemoved, bytes: await driver.size() };
}

async function removeOldest(driver: SqlDriver, where: string): Promise<number> {
  const sql = `DELETE FROM runs WHERE id IN (SELECT id FROM runs ${where} ORDER BY started_ms LIMIT ${batch})`;
  return (await driver.commit([{ sql, values: [] }]))[0] ?? 0;
}

/** A document is used by no run that is older than its last use: what was last used before all runs goes. */
async function removeUnusedDocuments(driver: SqlDriver, nowMs: number): Promise<void> {
  const [row] = await driver.query('SELECT MIN(started_ms) AS oldest FROM runs');
  const oldestMs = row?.oldest === null ? nowMs : Number(row?.oldest ?? nowMs);
  await inBatches(
    driver,
    `DELETE FROM documents WHERE id IN (SELECT id FROM documents WHERE used_ms < ? LIMIT ${batch})`,
    [oldestMs - documentUseMs],
  );
}

async function inBatches(driver: SqlDriver, sql: string, values: readonly number[]): Promise<number> {
  let total = 0;
  for (;;) {
    const [changed = 0] = await driver.commit([{ sql, values }]);
    total += changed;
    if (changed < batch) return total;
    await setImmediate();
  }
}
