import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { latencyColumns } from '../latency-buckets.ts';
import type { DayFigures, Figures, RunRow } from '../model.ts';
import type { ActionQuery, LatencyQuery, RunQuery } from './history.ts';
import type { QueryBuilder } from './query-builder.ts';
import { type RunColumns, runColumnNames } from './run-columns.ts';
import { hourMs } from './statements.ts';
import type {
  ActionsTable,
  DocumentsTable,
  HoursTable,
  NotesTable,
  RunsTable,
  SnapshotsTable,
  StateChangesTable,
} from './tables.ts';

/** The read queries of a history. */

/** Sums of the hours in a step of time. */
export type LatencySums = Omit<HoursTable, 'installation' | 'hour_ms' | 'requests' | 'throttled' | 'runs'> & {
  readonly at_ms: number;
};

const mostRows = 1000;
/** The columns that shares of runs are computed from. */
export const shareColumns = ['counted', 'up', 'conforming'] as const;
const dayLengthMs = 24 * hourMs;

/** The snapshots of all installations, or of the named ones. */
export function snapshotsQuery(
  builder: QueryBuilder,
  installations?: readonly string[],
): CompiledQuery<SnapshotsTable> {
  const all = builder.selectFrom('snapshots').selectAll();
  return (installations === undefined ? all : all.where('installation', 'in', installations)).compile();
}

/** One run with its detail. */
export function runQuery(builder: QueryBuilder, id: string): CompiledQuery<RunsTable> {
  return builder.selectFrom('runs').selectAll().where('id', '=', id).compile();
}

/** When documents were last used, to the stored precision; without a row for missing documents. */
export function documentUsesQuery(
  builder: QueryBuilder,
  ids: readonly string[],
): CompiledQuery<{ readonly id: string; readonly used_ms: number }> {
  return builder.selectFrom('documents').select(['id', 'used_ms']).where('id', 'in', ids).compile();
}

export function documentsQuery(
  builder: QueryBuilder,
  ids: readonly string[],
): CompiledQuery<Pick<DocumentsTable, 'id' | 'body'>> {
  return builder.selectFrom('documents').select(['id', 'body']).where('id', 'in', ids).compile();
}

/** Runs without their detail, newest first. */
export function runsQuery(builder: QueryBuilder, query: RunQuery): CompiledQuery<RunColumns> {
  return selectRuns(builder, query).compile();
}

/** Runs with the results of each endpoint, newest first. */
export function runsWithCellsQuery(
  builder: QueryBuilder,
  query: RunQuery,
): CompiledQuery<RunColumns & Pick<RunsTable, 'endpoints'>> {
  return selectRuns(builder, query).select('endpoints').compile();
}

function selectRuns(builder: QueryBuilder, { installation, tiers, sinceMs, beforeMs, limit }: RunQuery) {
  return builder
    .selectFrom('runs')
    .select(runColumnNames)
    .where(({ eb, and }) =>
      and([
        ...given(installation, (name) => eb('installation', '=', name)),
        ...given(tiers, (some) => eb('tier', 'in', some)),
        ...given(sinceMs, (ms) => eb('started_ms', '>=', ms)),
        ...given(beforeMs, (ms) => eb('started_ms', '<', ms)),
      ]),
    )
    .orderBy('started_ms', 'desc')
    .limit(limitOf(limit));
}

/** The run of the same installation just before or after another. */
export function neighbourQuery(
  builder: QueryBuilder,
  { installation, startedMs }: RunRow,
  side: 'before' | 'after',
): CompiledQuery<Pick<RunsTable, 'id'>> {
  return builder
    .selectFrom('runs')
    .select('id')
    .where('installation', '=', installation)
    .where('started_ms', side === 'before' ? '<' : '>', startedMs)
    .orderBy('started_ms', side === 'before' ? 'desc' : 'asc')
    .limit(1)
    .compile();
}

/** Changes of state, newest first. */
export function changesQuery(
  builder: QueryBuilder,
  { installation, sinceMs, limit }: Omit<RunQuery, 'tiers' | 'beforeMs'>,
): CompiledQuery<StateChangesTable> {
  return builder
    .selectFrom('state_changes')
    .selectAll()
    .where(({ eb, and }) =>
      and([
        ...given(installation, (name) => eb('installation', '=', name)),
        ...given(sinceMs, (ms) => eb('at_ms', '>=', ms)),
      ]),
    )
    .orderBy('at_ms', 'desc')
    .limit(limitOf(limit))
    .compile();
}

/** Notes of an installation, newest first. */
export function notesQuery(
  builder: QueryBuilder,
  installation: string,
  limit: number,
): CompiledQuery<NotesTable> {
  return builder
    .selectFrom('notes')
    .selectAll()
    .where('installation', '=', installation)
    .orderBy('at_ms', 'desc')
    .limit(limitOf(limit))
    .compile();
}

/** Actions through the network, newest first. */
export function actionsQuery(
  builder: QueryBuilder,
  { installation, beforeMs, limit }: ActionQuery,
): CompiledQuery<ActionsTable> {
  return builder
    .selectFrom('actions')
    .selectAll()
    .where(({ eb, and }) =>
      and([
        ...given(installation, (name) => eb('installation', '=', name)),
        ...given(beforeMs, (ms) => eb('at_ms', '<', ms)),
      ]),
    )
    .orderBy('at_ms', 'desc')
    .limit(limitOf(limit))
    .compile();
}

/** Figures by installation, from the full hour before a time on. */
export function figuresQuery(
  builder: QueryBuilder,
  sinceMs: number,
  installation: string | undefined,
): CompiledQuery<Figures & { readonly installation: string }> {
  return builder
    .selectFrom('hours')
    .select(({ fn }) => [
      'installation',
      ...([...shareColumns, 'requests', 'throttled'] as const).map((name) => fn.sum<number>(name).as(name)),
    ])
    .where(({ eb, and }) =>
      and([
        eb('hour_ms', '>=', Math.floor(sinceMs / hourMs) * hourMs),
        ...given(installation, (name) => eb('installation', '=', name)),
      ]),
    )
    .groupBy('installation')
    .compile();
}

/** Figures of each day by installation, from the day of a time on. */
export function daysQuery(
  builder: QueryBuilder,
  sinceMs: number,
  installation: string | undefined,
): CompiledQuery<DayFigures & { readonly installation: string }> {
  return builder
    .selectFrom('hours')
    .select(({ fn }) => [
      'installation',
      startOfHoursDay.as('dayMs'),
      ...shareColumns.map((name) => fn.sum<number>(name).as(name)),
    ])
    .where(({ eb, and }) =>
      and([
        eb('hour_ms', '>=', startOfDay(sinceMs)),
        ...given(installation, (name) => eb('installation', '=', name)),
      ]),
    )
    .groupBy(['installation', startOfHoursDay])
    .orderBy('installation')
    .orderBy(startOfHoursDay)
    .compile();
}

/** Response times of an installation, summed up by steps of time. */
export function latenciesQuery(
  builder: QueryBuilder,
  { installation, sinceMs, stepMs }: LatencyQuery,
): CompiledQuery<LatencySums> {
  const step = sql<number>`hour_ms - hour_ms % ${sql.lit(stepMs)}`;
  return builder
    .selectFrom('hours')
    .select(({ fn }) => [
      step.as('at_ms'),
      ...([...shareColumns, 'median_sum_ms', 'median_count', ...latencyColumns] as const).map((name) =>
        fn.sum<number>(name).as(name),
      ),
    ])
    .where('installation', '=', installation)
    .where('hour_ms', '>=', Math.floor(sinceMs / stepMs) * stepMs)
    .groupBy(step)
    .orderBy(step)
    .compile() as CompiledQuery<LatencySums>;
}

/** The same as `startOfDay`, for the column of hours. */
export const startOfHoursDay: RawBuilder<number> = sql`hour_ms - hour_ms % ${sql.lit(dayLengthMs)}`;

/** The start of the UTC day of a moment. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / dayLengthMs) * dayLengthMs;
}

/** A condition on a value, if one is given. */
function given<Value, Condition>(
  value: Value | undefined,
  condition: (value: Value) => Condition,
): readonly Condition[] {
  return value === undefined ? [] : [condition(value)];
}

function limitOf(wanted: number): number {
  return Math.max(1, Math.min(mostRows, wanted));
}
