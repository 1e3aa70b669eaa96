import { setImmediate } from 'node:timers/promises';
import type { Retention } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { PruneReport } from './history.ts';
import { makeDocumentSweep } from './sweep.ts';

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
    { sql: 'DELETE FROM notes WHERE at_ms < ?', values: [nowMs - retention.failuresMs] },
    { sql: 'DELETE FROM hours WHERE hour_ms < ?', values: [nowMs - retention.rollupsMs] },
  ]);
  const removeUnusedDocuments = makeDocumentSweep(driver, nowMs);
  await removeUnusedDocuments();
  // PostgreSQL keeps the space of what is deleted, so its size says nothing here; its administrator bounds it.
  const rounds = driver.kind === 'sqlite' ? mostBatches : 0;
  for (let round = 0; round < rounds && (await driver.size()) > retention.maximumBytes; round += 1) {
    const good = await removeOldest(driver, "WHERE state = 'conforming'");
    const removed = good === 0 ? await removeOldest(driver, '') : good;
    if (removed === 0) break;
    runsRemoved += removed;
    await removeUnusedDocuments();
    await setImmediate();
  }
  await driver.giveBackSpace(retention.maximumBytes);
  return { runsRemoved, bytes: await driver.size() };
}

async function removeOldest(driver: SqlDriver, where: string): Promise<number> {
  const sql = `DELETE FROM runs WHERE id IN (SELECT id FROM runs ${where} ORDER BY started_ms LIMIT ${batch})`;
  return (await driver.commit([{ sql, values: [] }]))[0] ?? 0;
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
