import type { CompiledQuery } from 'kysely';
import { groupBy } from '../../engine/group-by.ts';
import { type MonitoredTier, monitoredTiers, type RunRow } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { QueryBuilder } from './query-builder.ts';
import { type RunColumns, runColumnNames, runRowOf } from './run-columns.ts';

/** The last runs of each of these installations, oldest first, by one statement. */
export async function recentRuns(
  driver: SqlDriver,
  builder: QueryBuilder,
  installations: readonly string[],
  most: number,
  tiers: readonly MonitoredTier[] = monitoredTiers,
): Promise<ReadonlyMap<string, readonly RunRow[]>> {
  const rows = await driver.query(queries[driver.kind](builder, installations, most, tiers));
  const groups = groupBy(rows, ({ installation }) => installation);
  const oldestFirst = (one: RunRow, other: RunRow): number => one.startedMs - other.startedMs;
  return new Map(
    [...groups].map(([name, columns]) => [name, columns.map(runRowOf).toSorted(oldestFirst).slice(-most)]),
  );
}

type RecentRunsQuery = (
  builder: QueryBuilder,
  installations: readonly string[],
  most: number,
  tiers: readonly MonitoredTier[],
) => CompiledQuery<RunColumns>;

/**
 * Each takes an installation's few rows from the index, regardless of the number of its runs. SQLite has no lateral
 * joins, and the planner of PostgreSQL may read the whole table if the oldest of these runs is looked up first.
 */
const queries: Readonly<Record<SqlDriver['kind'], RecentRunsQuery>> = {
  sqlite: (builder, installations, most, tiers) =>
    builder
      .selectFrom('snapshots')
      .crossJoin('runs')
      .select(runColumnNames.map((name) => `runs.${name}` as const))
      .where('snapshots.installation', 'in', installations)
      .whereRef('runs.installation', '=', 'snapshots.installation')
      .where('runs.tier', 'in', tiers)
      .where(({ eb, fn, selectFrom, val }) =>
        eb(
          'runs.started_ms',
          '>=',
          fn.coalesce(
            selectFrom('runs as later')
              .select('later.started_ms')
              .whereRef('later.installation', '=', 'snapshots.installation')
              .where('later.tier', 'in', tiers)
              .orderBy('later.started_ms', 'desc')
              .limit(1)
              .offset(most - 1),
            val(0),
          ),
        ),
      )
      .compile() as CompiledQuery<RunColumns>,
  postgres: (builder, installations, most, tiers) =>
    builder
      .selectFrom('snapshots')
      .crossJoinLateral(({ selectFrom }) =>
        selectFrom('runs')
          .select(runColumnNames)
          .whereRef('runs.installation', '=', 'snapshots.installation')
          .where('runs.tier', 'in', tiers)
          .orderBy('runs.started_ms', 'desc')
          .limit(most)
          .as('last'),
      )
      .selectAll('last')
      .where('snapshots.installation', 'in', installations)
      .compile(),
};
