import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { Retention } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { PruneReport } from './history.ts';
import type { QueryBuilder } from './query-builder.ts';
import { makeDocumentSweep } from './sweep.ts';

/** Rows that go in one transaction, so that no run waits long for its commit. */
const batch = 1000;
/** Batches of a pass over a store that is too large; the next pass goes on. */
const mostBatches = 200;

/** How long a run that found nothing keeps its exchanges: they take as much room as the rest of it. */
const keepExchangesMs = 86_400_000;

/** Uptime is shown of the last 30 days, and each monitor takes off what is older when an hour begins. */
const leastRollupsMs = 32 * 86_400_000;

/** Actions that are kept, however new the others are: a script may act every second. */
const mostActions = 10_000;

/** Which runs go first: those that found nothing to keep, or all. */
type Runs = 'passing' | 'all';

/**
 * Removes what is past its retention time; then, while the store is too large, the oldest passing runs, and if none is left,
 * the oldest of all.
 */
export async function prune(
  driver: SqlDriver,
  builder: QueryBuilder,
  nowMs: number,
  { passingMs, failuresMs, rollupsMs, maximumBytes }: Retention,
): Promise<PruneReport> {
  let runsRemoved = await inBatches(driver, removeRuns(builder, 'passing', nowMs - passingMs));
  runsRemoved += await inBatches(driver, removeRuns(builder, 'all', nowMs - failuresMs));
  await inBatches(driver, dropVerdicts(builder, nowMs - passingMs));
  await inBatches(driver, dropExchanges(builder, nowMs - keepExchangesMs));
  await driver.commit([
    builder
      .deleteFrom('state_changes')
      .where('at_ms', '<', nowMs - failuresMs)
      .compile(),
    builder
      .deleteFrom('notes')
      .where('at_ms', '<', nowMs - failuresMs)
      .compile(),
    builder
      .deleteFrom('actions')
      .where('at_ms', '<', nowMs - failuresMs)
      .compile(),
    builder
      .deleteFrom('incident_notes')
      .where('at_ms', '<', nowMs - failuresMs)
      .compile(),
    removeActionsBeyond(builder, mostActions),
    builder
      .deleteFrom('hours')
      .where('hour_ms', '<', nowMs - Math.max(rollupsMs, leastRollupsMs))
      .compile(),
    builder
      .deleteFrom('outbox')
      .where('settled_ms', '<', nowMs - passingMs)
      .compile(),
  ]);
  const removeUnusedDocuments = makeDocumentSweep(driver, builder, nowMs);
  await removeUnusedDocuments();
  // PostgreSQL keeps the space of deleted rows, so its size says nothing here; its administrator bounds it.
  const rounds = driver.kind === 'sqlite' ? mostBatches : 0;
  for (let round = 0; round < rounds && (await driver.size()) > maximumBytes; round += 1) {
    const passing = await changed(driver, removeRuns(builder, 'passing'));
    const removed = passing === 0 ? await changed(driver, removeRuns(builder, 'all')) : passing;
    if (removed === 0) break;
    runsRemoved += removed;
    await removeUnusedDocuments();
    await setImmediate();
  }
  await driver.giveBackSpace(maximumBytes);
  return { runsRemoved, bytes: await driver.size() };
}

/** Removes the oldest runs, one batch of them. */
function removeRuns(builder: QueryBuilder, runs: Runs, beforeMs?: number): CompiledQuery {
  let oldest = builder.selectFrom('runs').select('id').orderBy('started_ms').limit(batch);
  if (runs === 'passing') oldest = oldest.where('state', '=', 'conforming');
  if (beforeMs !== undefined) oldest = oldest.where('started_ms', '<', beforeMs);
  return builder.deleteFrom('runs').where('id', 'in', oldest).compile();
}

/** Lets runs forget the verdicts that are no failures, one batch of them. */
function dropVerdicts(builder: QueryBuilder, beforeMs: number): CompiledQuery {
  const old = builder
    .selectFrom('runs')
    .select('id')
    .where('started_ms', '<', beforeMs)
    .where('verdicts_id', 'is not', null)
    .limit(batch);
  return builder.updateTable('runs').set({ verdicts_id: null }).where('id', 'in', old).compile();
}

/** Lets runs that found nothing forget their exchanges, one batch of them. */
function dropExchanges(builder: QueryBuilder, beforeMs: number): CompiledQuery {
  const old = builder
    .selectFrom('runs')
    .select('id')
    .where('started_ms', '<', beforeMs)
    .where('started_ms', '>=', beforeMs - 7 * keepExchangesMs)
    .where('state', '=', 'conforming')
    .where('exchanges', 'is not', null)
    .limit(batch);
  return builder.updateTable('runs').set({ exchanges: null }).where('id', 'in', old).compile();
}

/** Removes all actions but the newest ones, `kept` of them. */
function removeActionsBeyond(builder: QueryBuilder, kept: number): CompiledQuery {
  const oldestKept = builder
    .selectFrom('actions')
    .select('at_ms')
    .orderBy('at_ms', 'desc')
    .limit(1)
    .offset(kept - 1);
  return builder.deleteFrom('actions').where('at_ms', '<', oldestKept).compile();
}

async function changed(driver: SqlDriver, statement: CompiledQuery): Promise<number> {
  return (await driver.commit([statement]))[0] ?? 0;
}

async function inBatches(driver: SqlDriver, statement: CompiledQuery): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await changed(driver, statement);
    total += count;
    if (count < batch) return total;
    await setImmediate();
  }
}
