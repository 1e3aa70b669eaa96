import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import type { Retention } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { PruneReport } from './history.ts';
import type { QueryBuilder } from './query-builder.ts';
import { documentIdsOf, type ReferenceColumns } from './run-columns.ts';
import { documentUseMs, hourMs } from './statements.ts';

/** The number of rows to read or remove at once, so that no run waits long for its commit. */
const batch = 1000;

/** A row with a time. */
interface Timed {
  readonly id: string;
  readonly ms: number;
}

/** From one time, inclusive, to another. */
interface Span {
  readonly fromMs: number;
  readonly beforeMs: number;
}

/**
 * Makes the function that removes documents that no run refers to any more, to be called whenever runs were removed.
 * `used_ms` lags behind the last use of a document by a day at most. Documents last used before the oldest run are
 * therefore not needed; of those last used before the oldest passing run, only the documents of failed runs are, since
 * those are kept longer.
 */
function makeDocumentSweep(driver: SqlDriver, builder: QueryBuilder, nowMs: number): () => Promise<void> {
  const referenced = new Set<string>();
  let referencedBeforeMs = 0;
  let sweptBeforeMs = 0;

  const startOfOldest = async (runs: 'passing' | 'all'): Promise<number> => {
    const oldest = builder.selectFrom('runs').select('started_ms').orderBy('started_ms').limit(1);
    const query = runs === 'all' ? oldest : oldest.where('state', '=', 'conforming');
    return (await driver.query(query.compile()))[0]?.started_ms ?? nowMs;
  };

  /** Notes the documents of runs that started before the oldest passing run: they are kept for their failures. */
  const noteReferences = async (beforeMs: number): Promise<void> => {
    for await (const rows of pages(driver, runsPage(builder, { fromMs: referencedBeforeMs, beforeMs }))) {
      for (const id of rows.flatMap(documentIdsOf)) referenced.add(id);
    }
    referencedBeforeMs = Math.max(referencedBeforeMs, beforeMs);
  };

  const sweep = async (span: Span, kept: ReadonlySet<string>): Promise<void> => {
    for await (const rows of pages(driver, documentsPage(builder, span))) {
      const unused = rows.filter(({ id }) => !kept.has(id));
      await driver.commit(unused.map(({ id }) => removeDocument(builder, id, span.beforeMs)));
    }
  };

  return async () => {
    const unneededMs = (await startOfOldest('all')) - documentUseMs;
    await sweep({ fromMs: 0, beforeMs: unneededMs }, new Set());
    const passingMs = await startOfOldest('passing');
    await noteReferences(passingMs);
    const beforeMs = passingMs - documentUseMs;
    await sweep({ fromMs: Math.max(unneededMs, sweptBeforeMs), beforeMs }, referenced);
    sweptBeforeMs = Math.max(sweptBeforeMs, beforeMs);
  };
}

/** Reads rows in order of time, in batches, and yields to other work in between. */
async function* pages<Row extends Timed>(
  driver: SqlDriver,
  pageAfter: (last: Timed | undefined) => CompiledQuery<Row>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const rows = await driver.query(pageAfter(last));
    yield rows;
    last = rows.length < batch ? undefined : rows.at(-1);
    if (last !== undefined) await setImmediate();
  } while (last !== undefined);
}

function runsPage(builder: QueryBuilder, { fromMs, beforeMs }: Span) {
  return (last: Timed = { id: '', ms: fromMs }): CompiledQuery<Timed & ReferenceColumns> =>
    builder
      .selectFrom('runs')
      .select(['id', 'started_ms as ms', 'failures', 'observations_id', 'verdicts_id'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('started_ms', 'id'), '>', tuple(last.ms, last.id)))
      .where('started_ms', '<', beforeMs)
      .orderBy('started_ms')
      .orderBy('id')
      .limit(batch)
      .compile();
}

function documentsPage(builder: QueryBuilder, { fromMs, beforeMs }: Span) {
  return (last: Timed = { id: '', ms: fromMs }): CompiledQuery<Timed> =>
    builder
      .selectFrom('documents')
      .select(['id', 'used_ms as ms'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('used_ms', 'id'), '>', tuple(last.ms, last.id)))
      .where('used_ms', '<', beforeMs)
      .orderBy('used_ms')
      .orderBy('id')
      .limit(batch)
      .compile();
}

/** Checks the time once more, since a run that ended meanwhile may have used the document again. */
function removeDocument(builder: QueryBuilder, id: string, beforeMs: number): CompiledQuery {
  return builder.deleteFrom('documents').where('id', '=', id).where('used_ms', '<', beforeMs).compile();
}

/** Batches in one pass over a store that is too large; the next pass continues. */
const mostBatches = 200;

/**
 * How long everything is kept. Older runs without problems lose their exchanges, which take more room than the rest; of
 * pulses without problems, the majority of all runs, only the first of each hour is kept. No page shows the others:
 * their sums are in the rows of the hours.
 */
const keepAllMs = 86_400_000;
/** How far back the first pass looks for pulses to remove, and the size of its steps, so that no run waits long. */
const [thinBackMs, thinStepMs] = [2 * keepAllMs, 300_000];

/** Uptime is shown for the last 30 days, and each monitor subtracts older hours at the start of an hour. */
const leastRollupsMs = 32 * 86_400_000;

/** The number of actions to keep, regardless of their age: a script may act every second. */
const mostActions = 10_000;

/** The runs to remove first: those without problems, or all. */
type Runs = 'passing' | 'all';

/** Makes the `prune` of a history: each pass continues to remove pulses where the previous one ended. */
export function makePrune(
  driver: SqlDriver,
  builder: QueryBuilder,
): (nowMs: number, retention: Retention) => Promise<PruneReport> {
  let thinnedUntilMs = 0;
  return async (nowMs, retention) => {
    const untilMs = nowMs - keepAllMs;
    const fromMs = Math.max(thinnedUntilMs, untilMs - thinBackMs);
    const pulsesRemoved = await thinPulses(driver, builder, fromMs, untilMs);
    thinnedUntilMs = untilMs;
    const { runsRemoved, bytes } = await prune(driver, builder, nowMs, retention);
    return { runsRemoved: runsRemoved + pulsesRemoved, bytes };
  };
}

/**
 * Removes rows past their retention time; then, while the store is too large, the oldest passing runs, and if there are
 * none, the oldest of all.
 */
async function prune(
  driver: SqlDriver,
  builder: QueryBuilder,
  nowMs: number,
  { passingMs, failuresMs, rollupsMs, maximumBytes }: Retention,
): Promise<PruneReport> {
  let runsRemoved = await inBatches(driver, removeRuns(builder, 'passing', nowMs - passingMs));
  runsRemoved += await inBatches(driver, removeRuns(builder, 'all', nowMs - failuresMs));
  await inBatches(driver, dropVerdicts(builder, nowMs - passingMs));
  await inBatches(driver, dropExchanges(builder, nowMs - keepAllMs));
  await driver.commit([
    ...(['state_changes', 'notes', 'actions', 'incident_notes'] as const).map((table) =>
      builder
        .deleteFrom(table)
        .where('at_ms', '<', nowMs - failuresMs)
        .compile(),
    ),
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
  // PostgreSQL keeps the space of deleted rows, so its size means nothing here; its administrator limits it.
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

/** Removes a batch of the oldest runs. */
function removeRuns(builder: QueryBuilder, runs: Runs, beforeMs?: number): CompiledQuery {
  let oldest = builder.selectFrom('runs').select('id').orderBy('started_ms').limit(batch);
  if (runs === 'passing') oldest = oldest.where('state', '=', 'conforming');
  if (beforeMs !== undefined) oldest = oldest.where('started_ms', '<', beforeMs);
  return builder.deleteFrom('runs').where('id', 'in', oldest).compile();
}

async function thinPulses(
  driver: SqlDriver,
  builder: QueryBuilder,
  fromMs: number,
  untilMs: number,
): Promise<number> {
  // A young history has nothing to step through.
  const oldest = builder
    .selectFrom('runs')
    .select('started_ms')
    .where('started_ms', '>=', fromMs)
    .where('started_ms', '<', untilMs)
    .orderBy('started_ms')
    .limit(1);
  const [first] = await driver.query(oldest.compile());
  let removed = 0;
  for (let atMs = Number(first?.started_ms ?? untilMs); atMs < untilMs; atMs += thinStepMs) {
    const beforeMs = Math.min(atMs + thinStepMs, untilMs);
    removed += await inBatches(driver, removePulses(builder, atMs, beforeMs));
    await setImmediate();
  }
  return removed;
}

/** Removes a batch of pulses without problems and changes of state, except the first one of each hour. */
function removePulses(builder: QueryBuilder, fromMs: number, beforeMs: number): CompiledQuery {
  const unneeded = builder
    .selectFrom('runs as pulse')
    .select('pulse.id')
    .where('pulse.started_ms', '>=', fromMs)
    .where('pulse.started_ms', '<', beforeMs)
    .where('pulse.tier', '=', 'pulse')
    .where('pulse.state', '=', 'conforming')
    .where(({ exists, not, selectFrom }) =>
      exists(
        selectFrom('runs as earlier')
          .select('earlier.id')
          .whereRef('earlier.installation', '=', 'pulse.installation')
          .where('earlier.tier', '=', 'pulse')
          .where('earlier.state', '=', 'conforming')
          .whereRef('earlier.started_ms', '<', 'pulse.started_ms')
          .where(
            'earlier.started_ms',
            '>=',
            sql<number>`pulse.started_ms - pulse.started_ms % ${sql.lit(hourMs)}`,
          ),
      ).and(
        not(
          exists(
            selectFrom('state_changes as change')
              .select('change.run_id')
              .whereRef('change.installation', '=', 'pulse.installation')
              .whereRef('change.run_id', '=', 'pulse.id')
              .whereRef('change.at_ms', '>=', 'pulse.started_ms')
              .whereRef('change.at_ms', '<=', 'pulse.finished_ms'),
          ),
        ),
      ),
    )
    .limit(batch);
  return builder.deleteFrom('runs').where('id', 'in', unneeded).compile();
}

/** Removes the verdicts that are not failures from a batch of runs. */
function dropVerdicts(builder: QueryBuilder, beforeMs: number): CompiledQuery {
  const old = builder
    .selectFrom('runs')
    .select('id')
    .where('started_ms', '<', beforeMs)
    .where('verdicts_id', 'is not', null)
    .limit(batch);
  return builder.updateTable('runs').set({ verdicts_id: null }).where('id', 'in', old).compile();
}

/** Removes the exchanges of a batch of runs without problems. */
function dropExchanges(builder: QueryBuilder, beforeMs: number): CompiledQuery {
  const old = builder
    .selectFrom('runs')
    .select('id')
    .where('started_ms', '<', beforeMs)
    .where('started_ms', '>=', beforeMs - 7 * keepAllMs)
    .where('state', '=', 'conforming')
    .where('exchanges', 'is not', null)
    .limit(batch);
  return builder.updateTable('runs').set({ exchanges: null }).where('id', 'in', old).compile();
}

/** Removes all actions except the newest `kept` ones. */
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
