import type { JsonFields } from '../json.ts';
import type { Store } from './open.ts';
import { accessibleTo, type Part, type Project, type Slice } from './projects.ts';
import type { User } from './users.ts';

/** The kinds of records that belong to a project, named as the document's path segments. */
export type RecordKind =
  | 'citations'
  | 'key_questions'
  | 'extractions'
  | 'sd_meta_data'
  | 'extraction_forms_projects'
  | 'artifact_assessments';

/** One record: its list entry, and its underlying FHIR resource, if any. */
export interface ProjectRecord {
  readonly id: number;
  readonly projectId: number;
  readonly fhirId: string | undefined;
  readonly fields: JsonFields;
  readonly createdAt: string;
}

/** A FHIR resource of a project, as JSON text. */
export interface StoredResource {
  readonly fhirId: string;
  readonly body: string;
}

const columns =
  'records.id, project_id AS projectId, records.fhir_id AS fhirId, fields, records.created_at AS createdAt';
const readable = `FROM records JOIN projects ON projects.id = records.project_id WHERE kind = :kind AND ${accessibleTo}`;

/** The records of a kind in all projects that the user may read, or in one of them, oldest first. */
export function accessibleRecords(
  store: Store,
  user: User,
  kind: RecordKind,
  projectId: number | undefined,
  slice: Slice,
): Part<ProjectRecord> {
  const condition = projectId === undefined ? readable : `${readable} AND project_id = :project`;
  const values = { kind, user: user.id, ...(projectId === undefined ? {} : { project: projectId }) };
  const { total } = store.database.prepare(`SELECT count(*) AS total ${condition}`).all(values)[0] as {
    total: number;
  };
  const rows = store.database
    .prepare(`SELECT ${columns} ${condition} ORDER BY records.id LIMIT :count OFFSET :offset`)
    .all({ ...values, count: slice.count, offset: slice.offset });
  return { items: rows.map(recordFrom), total };
}

/** One record that the user may read; `undefined` if there is none. */
export function accessibleRecord(
  store: Store,
  user: User,
  kind: RecordKind,
  id: number,
): ProjectRecord | undefined {
  const rows = store.database
    .prepare(`SELECT ${columns} ${readable} AND records.id = :id`)
    .all({ kind, user: user.id, id });
  return rows.map(recordFrom)[0];
}

/** The FHIR resources of a project in the order of its Bundle. */
export function resourcesOf(store: Store, project: Project): readonly StoredResource[] {
  return store.database
    .prepare('SELECT fhir_id AS fhirId, body FROM resources WHERE project_id = ? ORDER BY position')
    .all(project.id) as StoredResource[];
}

/** The JSON text of the FHIR resource behind a record; `undefined` if it has none. */
export function resourceBody(store: Store, record: ProjectRecord): string | undefined {
  const row = store.database
    .prepare('SELECT body FROM resources WHERE fhir_id = ?')
    .all(record.fhirId ?? '')[0];
  return (row as { body: string } | undefined)?.body;
}

function recordFrom(row: unknown): ProjectRecord {
  const record = row as Omit<ProjectRecord, 'fields' | 'fhirId'> & { fields: string; fhirId: string | null };
  return {
    ...record,
    fhirId: record.fhirId ?? undefined,
    fields: JSON.parse(record.fields) as JsonFields,
  };
}
