import { sql } from 'kysely';
import { groupBy } from '../../engine/group-by.ts';
import type { ShareCounts } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { HourCounts, ShareTimes, ShareTotals } from './history.ts';
import { shareColumns, startOfHoursDay } from './queries.ts';
import type { QueryBuilder } from './query-builder.ts';

const nothing: ShareCounts = { counted: 0, up: 0, conforming: 0 };

/** The counts for the shares and days of installations, by one statement that reads each hour once. */
export async function shareTotals(
  driver: SqlDriver,
  builder: QueryBuilder,
  sinceMs: ShareTimes,
  installations: readonly string[],
): Promise<ReadonlyMap<string, ShareTotals>> {
  const { days, ...times } = sinceMs;
  // The number of periods that an hour belongs to: each lies within the next longer one.
  const within = sql<number>`CASE WHEN hour_ms >= ${times.day} THEN 3 WHEN hour_ms >= ${times.week} THEN 2 WHEN hour_ms >= ${times.month} THEN 1 ELSE 0 END`;
  const query = builder
    .selectFrom('hours')
    .select(({ fn }) => [
      'installation',
      startOfHoursDay.as('dayMs'),
      within.as('within'),
      ...shareColumns.map((name) => fn.sum<number>(name).as(name)),
    ])
    .where('installation', 'in', installations)
    .where('hour_ms', '>=', Math.min(days, times.month))
    .groupBy(['installation', 'dayMs', 'within'])
    .compile();
  const groups = groupBy(await driver.query(query), ({ installation }) => installation);
  return new Map(
    [...groups].map(([name, rows]) => {
      const byDay = groupBy(
        rows.filter(({ dayMs }) => dayMs >= days),
        ({ dayMs }) => dayMs,
      );
      const ofDays = [...byDay].map(([dayMs, some]) => ({ dayMs, ...sumOf(some) }));
      return [
        name,
        {
          day: sumOf(rows.filter((row) => row.within >= 3)),
          week: sumOf(rows.filter((row) => row.within >= 2)),
          month: sumOf(rows.filter((row) => row.within >= 1)),
          days: ofDays.toSorted((one, other) => one.dayMs - other.dayMs),
        },
      ];
    }),
  );
}

/** The counts for shares in single hours: they are looked up one by one among thousands of rows. */
export async function hourCounts(
  driver: SqlDriver,
  builder: QueryBuilder,
  hours: readonly number[],
  installations: readonly string[],
): Promise<ReadonlyMap<string, readonly HourCounts[]>> {
  const query = builder
    .selectFrom('hours')
    .select(['installation', 'hour_ms as hourMs', ...shareColumns])
    .where('installation', 'in', installations)
    .where('hour_ms', 'in', hours)
    .compile();
  return groupBy(await driver.query(query), ({ installation }) => installation);
}

/** Adds up counts for shares. Pure. */
export function sumOf(all: readonly ShareCounts[]): ShareCounts {
  return all.reduce(
    (sum, { counted, up, conforming }) => ({
      counted: sum.counted + counted,
      up: sum.up + up,
      conforming: sum.conforming + conforming,
    }),
    nothing,
  );
}
