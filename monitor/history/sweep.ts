import { setImmediate } from 'node:timers/promises';
import type { Row, SqlDriver } from './driver.ts';
import { documentIdsOf, documentUseMs } from './rows.ts';

/** Rows that are looked at, or go, at once, so that the schedule never waits long. */
const batch = 1000;
const removeOne = 'DELETE FROM documents WHERE id = ? AND used_ms < ?';

/**
 * Makes what removes documents that no run refers to any more, to be called each time that runs were removed.
 *
 * A document was last used a day after `used_ms` at most. So of those that were last used before the oldest run, none is
 * needed; and of those before the oldest good run, only what the others refer to, which are kept longer.
 */
export function makeDocumentSweep(driver: SqlDriver, nowMs: number): () => Promise<void> {
  const kept = new Set<string>();
  let keptBeforeMs = 0;
  let sweptBeforeMs = 0;

  const startOfOldest = async (where: string): Promise<number> => {
    const sql = `SELECT started_ms FROM runs ${where} ORDER BY started_ms LIMIT 1`;
    return Number((await driver.query(sql))[0]?.started_ms ?? nowMs);
  };

  /** Reads rows in order of a time, some at once. */
  async function* pages(columns: string, table: string, time: string, fromMs: number, beforeMs: number) {
    let [ms, id]: [number, string] = [fromMs, ''];
    for (let rows: readonly Row[] = []; ; ) {
      rows = await driver.query(
        `SELECT id, ${time} AS ms, ${columns} FROM ${table} WHERE (${time}, id) > (?, ?) AND ${time} < ?
         ORDER BY ${time}, id LIMIT ${batch}`,
        [ms, id, beforeMs],
      );
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      [ms, id] = [Number(last.ms), String(last.id)];
      await setImmediate();
    }
  }

  /** Documents of the runs before the oldest good one: these runs are kept for what they found. */
  const keepThose = async (beforeMs: number): Promise<void> => {
    const columns = 'failures, observations_id, verdicts_id';
    for await (const rows of pages(columns, 'runs', 'started_ms', keptBeforeMs, beforeMs)) {
      for (const id of rows.flatMap(documentIdsOf)) kept.add(id);
    }
    keptBeforeMs = Math.max(keptBeforeMs, beforeMs);
  };

  const sweep = async (fromMs: number, beforeMs: number, but: ReadonlySet<string>): Promise<void> => {
    for await (const rows of pages('used_ms', 'documents', 'used_ms', fromMs, beforeMs)) {
      const unused = rows.map(({ id }) => String(id)).filter((id) => !but.has(id));
      // The time once more: a run that ended meanwhile may have used it again.
      await driver.commit(unused.map((id) => ({ sql: removeOne, values: [id, beforeMs] })));
    }
  };

  return async () => {
    const needlessMs = (await startOfOldest('')) - documentUseMs;
    await sweep(0, needlessMs, new Set());
    const goodMs = await startOfOldest("WHERE state = 'conforming'");
    await keepThose(goodMs);
    await sweep(Math.max(needlessMs, sweptBeforeMs), goodMs - documentUseMs, kept);
    sweptBeforeMs = Math.max(sweptBeforeMs, goodMs - documentUseMs);
  };
}
