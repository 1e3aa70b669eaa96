import type { JsonFields } from '../json.ts';
import { inTransaction, type Store } from './open.ts';
import type { Project } from './projects.ts';
import type { RecordKind, StoredResource } from './records.ts';

/** The id of the project's citation for a FHIR resource; `undefined` for any other resource. */
export type CitationIdOf = (fhirId: string) => number | undefined;

/** A record to add; `fhirId` names one of the project's resources. Citations come first. */
export interface NewRecord {
  readonly kind: RecordKind;
  readonly fhirId: string | undefined;
  readonly fields: (citationIdOf: CitationIdOf) => JsonFields;
}

/** A project to add, with all its content. */
export interface NewProject extends Omit<Project, 'id' | 'updatedAt'> {
  readonly memberIds: readonly number[];
  readonly resources: Iterable<StoredResource>;
  readonly records: Iterable<NewRecord>;
}

/** The created records: the project's id and, in the order given, the ids of its records. */
export interface AddedProject {
  readonly id: number;
  readonly recordIds: readonly number[];
}

/** An import is a project created from a Bundle; it has its own id. */
export interface AddedImport extends AddedProject {
  readonly importId: number;
}

/** Adds an imported project in one transaction: a crash leaves all of it, or nothing. */
export function addImport(store: Store, project: NewProject): AddedImport {
  return inTransaction(store, () => {
    const added = addProject(store, project);
    const { lastInsertRowid } = store.database
      .prepare('INSERT INTO imports (user_id, project_id, created_at) VALUES (?, ?, ?)')
      .run(project.ownerId, added.id, project.createdAt);
    return { ...added, importId: Number(lastInsertRowid) };
  });
}

/** Adds a project with its members, resources and records. The caller holds the transaction. */
export function addProject(store: Store, project: NewProject): AddedProject {
  const { database } = store;
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO projects (owner_id, fhir_id, name, description, published, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      project.ownerId,
      project.fhirId,
      project.name,
      project.description,
      project.published ? 1 : 0,
      project.createdAt,
      project.createdAt,
    );
  const id = Number(lastInsertRowid);
  for (const memberId of project.memberIds) {
    database.prepare('INSERT INTO members (project_id, user_id) VALUES (?, ?)').run(id, memberId);
  }
  const addResource = database.prepare(
    'INSERT INTO resources (fhir_id, project_id, position, body) VALUES (?, ?, ?, ?)',
  );
  let position = 0;
  for (const resource of project.resources) {
    addResource.run(resource.fhirId, id, position, resource.body);
    position += 1;
  }
  const addRecord = database.prepare(
    'INSERT INTO records (kind, project_id, fhir_id, fields, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const recordIds: number[] = [];
  const citationIds = new Map<string, number>();
  for (const record of project.records) {
    const fields = JSON.stringify(record.fields((fhirId) => citationIds.get(fhirId)));
    const row = addRecord.run(record.kind, id, record.fhirId ?? null, fields, project.createdAt);
    const recordId = Number(row.lastInsertRowid);
    recordIds.push(recordId);
    if (record.kind === 'citations' && record.fhirId !== undefined) {
      citationIds.set(record.fhirId, recordId);
    }
  }
  return { id, recordIds };
}
