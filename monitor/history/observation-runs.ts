import { sql } from 'kysely';
import type { Observation } from '../../contract/gaps/observe.ts';
import type { Software } from '../../engine/record/software.ts';
import type { EndpointCells } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { ObservationQuery, ObservationRun } from './history.ts';
import { documentsQuery } from './queries.ts';
import type { QueryBuilder } from './query-builder.ts';

/** Rows without their texts are small. */
const mostRuns = 3000;
/** The number of distinct sets of observations to read: older ones are left out. */
const mostSets = 40;

/** The observations of an installation's latest runs, newest first, limited by the number of distinct sets. */
export async function observationRuns(
  driver: SqlDriver,
  builder: QueryBuilder,
  { installation, tiers, sinceMs, untilMs }: ObservationQuery,
): Promise<readonly ObservationRun[]> {
  let query = builder
    .selectFrom('runs')
    .select(['id', 'started_ms', 'observations_id', 'software'])
    .select(sql<string | null>`CASE WHEN state = 'conforming' THEN NULL ELSE endpoints END`.as('endpoints'))
    .where('installation', '=', installation)
    .where('tier', 'in', tiers)
    .where('observations_id', 'is not', null)
    .orderBy('started_ms', 'desc')
    .limit(mostRuns);
  if (untilMs !== undefined) query = query.where('started_ms', '<=', untilMs);
  if (sinceMs !== undefined) query = query.where('started_ms', '>=', sinceMs);
  const rows = await driver.query(query.compile());
  const ids = [...new Set(rows.flatMap(({ observations_id }) => observations_id ?? []))].slice(0, mostSets);
  if (ids.length === 0) return [];
  const documents = await driver.query(documentsQuery(builder, ids));
  const sets = new Map(documents.map(({ id, body }) => [id, JSON.parse(body) as readonly Observation[]]));
  const unknown = rows.findIndex(({ observations_id }) => !sets.has(observations_id ?? ''));
  const known = unknown === -1 ? rows : rows.slice(0, unknown);
  return known.map(({ id, started_ms, observations_id, software, endpoints }) => ({
    id,
    startedMs: started_ms,
    observations: sets.get(observations_id ?? '') ?? [],
    ...(software === null ? {} : { software: JSON.parse(software) as Software }),
    ...(endpoints === null ? {} : { failing: failingOf(JSON.parse(endpoints) as EndpointCells) }),
  }));
}

function failingOf(cells: EndpointCells): ReadonlySet<string> {
  return new Set(Object.entries(cells).flatMap(([id, { outcome }]) => (outcome === 'fail' ? [id] : [])));
}
