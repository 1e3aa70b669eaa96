import type { CompiledQuery } from 'kysely';
import type { IncidentNote } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import type { QueryBuilder } from './query-builder.ts';

/** Notes on incidents, as the history keeps them. */
export interface IncidentNotes {
  readonly add: (note: IncidentNote) => Promise<void>;
  /** Of one installation or of all, newest first. */
  readonly list: (query: {
    readonly installation?: string;
    readonly limit: number;
  }) => Promise<readonly IncidentNote[]>;
}

export function makeIncidentNotes(
  driver: SqlDriver,
  builder: QueryBuilder,
  insert: (note: IncidentNote) => CompiledQuery,
): IncidentNotes {
  return {
    async add(note) {
      await driver.commit([insert(note)]);
    },
    async list({ installation, limit }) {
      let query = builder.selectFrom('incident_notes').selectAll().orderBy('at_ms', 'desc').limit(limit);
      if (installation !== undefined) query = query.where('installation', '=', installation);
      const rows = await driver.query(query.compile());
      return rows.map(({ at_ms, is_public, ...rest }) => ({
        ...rest,
        atMs: at_ms,
        isPublic: is_public === 1,
      }));
    },
  };
}
