import type { Retention } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { Reach } from './history.ts';
import type { QueryBuilder } from './query-builder.ts';
import { hourMs } from './statements.ts';

/** How long runs that found nothing wrong are promised to be kept, in milliseconds. */
export function promisedMs({ passingMs, failuresMs }: Retention): number {
  return Math.min(passingMs, failuresMs);
}

/**
 * How far back a store reaches, and whether that is as far as promised. Hours outlive the runs that they count: if an hour
 * within the promised time has counted runs that found nothing wrong, and all of that hour are gone, the size has removed
 * them.
 */
export async function reach(
  driver: SqlDriver,
  builder: QueryBuilder,
  nowMs: number,
  retention: Retention,
): Promise<Reach> {
  const sinceMs = nowMs - promisedMs(retention);
  const runs = builder.selectFrom('runs').select('started_ms').orderBy('started_ms').limit(1);
  const passing = runs.where('started_ms', '>=', sinceMs).where('state', '=', 'conforming');
  const hours = builder
    .selectFrom('hours')
    .select('hour_ms')
    .where('hour_ms', '>=', sinceMs)
    .where('conforming', '>', 0)
    .orderBy('hour_ms')
    .limit(1);
  const [[oldest], [oldestPassing], [hour]] = await Promise.all([
    driver.query(runs.compile()),
    driver.query(passing.compile()),
    driver.query(hours.compile()),
  ]);
  const countedUntilMs = hour === undefined ? Number.POSITIVE_INFINITY : hour.hour_ms + hourMs;
  return {
    bytes: await driver.size(),
    ...(oldest === undefined ? {} : { oldestMs: oldest.started_ms }),
    ...(oldestPassing === undefined ? {} : { passingMs: oldestPassing.started_ms }),
    isCut: hour !== undefined && (oldestPassing === undefined || oldestPassing.started_ms >= countedUntilMs),
  };
}
