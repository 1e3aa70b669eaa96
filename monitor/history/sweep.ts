import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import { documentIdsOf, type ReferenceColumns } from './detail-columns.ts';
import type { SqlDriver } from './driver.ts';
import type { QueryBuilder } from './query-builder.ts';
import { documentUseMs } from './statements.ts';

/** Rows that are read, or go, at once, so that no run waits long for its commit. */
const batch = 1000;

/** A row in an order of time. */
interface Timed {
  readonly id: string;
  readonly ms: number;
}

/** From one time, included, up to another. */
interface Span {
  readonly fromMs: number;
  readonly beforeMs: number;
}

/**
 * Makes the function that removes documents that no run refers to any more, to be called each time that runs were removed.
 *
 * A document was last used a day after `used_ms` at most. So of those that were last used before the oldest run, none is
 * needed; and of those before the oldest passing run, only those that the other runs refer to, which are kept longer.
 */
export function makeDocumentSweep(
  driver: SqlDriver,
  builder: QueryBuilder,
  nowMs: number,
): () => Promise<void> {
  const referenced = new Set<string>();
  let referencedBeforeMs = 0;
  let sweptBeforeMs = 0;

  const startOfOldest = async (runs: 'passing' | 'all'): Promise<number> => {
    const oldest = builder.selectFrom('runs').select('started_ms').orderBy('started_ms').limit(1);
    const query = runs === 'all' ? oldest : oldest.where('state', '=', 'conforming');
    return (await driver.query(query.compile()))[0]?.started_ms ?? nowMs;
  };

  /** Notes which documents the runs refer to that started before the oldest passing run: they are kept for their failures. */
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

/** Reads rows in order of time, some at once, and lets other work go on in between. */
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

/** Asks for the time once more, since a run that ended meanwhile may have used the document again. */
function removeDocument(builder: QueryBuilder, id: string, beforeMs: number): CompiledQuery {
  return builder.deleteFrom('documents').where('id', '=', id).where('used_ms', '<', beforeMs).compile();
}
