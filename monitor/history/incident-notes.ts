import type { IncidentNote } from '../model.ts';
import type { SqlDriver } from './driver.ts';
import { makeInsert } from './insert.ts';
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

export function makeIncidentNotes(driver: SqlDriver, builder: QueryBuilder): IncidentNotes {
  const insert = makeInsert(builder, 'incident_notes', (statement) => statement);
  return {
    async add({ incident, installation, atMs, who, message }) {
      await driver.commit([insert({ incident, installation, at_ms: atMs, who, message })]);
    },
    async list({ installation, limit }) {
      let query = builder.selectFrom('incident_notes').selectAll().orderBy('at_ms', 'desc').limit(limit);
      if (installation !== undefined) query = query.where('installation', '=', installation);
      const rows = await driver.query(query.compile());
      return rows.map(({ at_ms, ...rest }) => ({ ...rest, atMs: at_ms }));
    },
  };
}
