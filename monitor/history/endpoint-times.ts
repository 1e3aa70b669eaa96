import type { EndpointId } from '../../contract/document/endpoints.ts';
import type { GridOutcome } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { QueryBuilder } from './query-builder.ts';
import { cellsOf } from './run-columns.ts';

/** The result of an endpoint in a run: its outcome, and the time of the slowest request with a valid key. */
export interface EndpointTime {
  readonly atMs: number;
  readonly outcome: GridOutcome;
  readonly ms?: number;
}

export interface EndpointQuery {
  readonly installation: string;
  readonly endpoint: EndpointId;
  readonly sinceMs: number;
}

/** A month of runs every quarter of an hour. */
const mostRuns = 3000;

/** The results of an endpoint in the latest standard and full runs that count, oldest first. */
export async function endpointTimes(
  driver: SqlDriver,
  builder: QueryBuilder,
  { installation, endpoint, sinceMs }: EndpointQuery,
): Promise<readonly EndpointTime[]> {
  const query = builder
    .selectFrom('runs')
    .select(['started_ms', 'endpoints'])
    .where('installation', '=', installation)
    .where('tier', 'in', ['standard', 'full'])
    .where('in_maintenance', '=', 0)
    .where('started_ms', '>=', sinceMs)
    .orderBy('started_ms', 'desc')
    .limit(mostRuns);
  const rows = await driver.query(query.compile());
  return rows.toReversed().flatMap((columns) => {
    const cell = cellsOf(columns)[endpoint];
    return cell === undefined ? [] : [{ atMs: columns.started_ms, ...cell }];
  });
}
