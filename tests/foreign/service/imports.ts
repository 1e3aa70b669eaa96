import { type IdentifierStyle, identifierOf } from '../domain/identifiers.ts';
import type { ResourceName, Store, User } from '../domain/model.ts';
import { Refusal } from './exchange.ts';

/** How the identifiers of the created resources are returned: by the keys of which the owner of the document speaks. */
export type ImportShape =
  | 'ids'
  | 'bare list'
  | 'created list'
  | 'by type'
  | 'one id'
  | 'transaction response'
  | 'references'
  | 'data'
  | 'map'
  | 'outcome with identifiers'
  | 'import record'
  | 'json:api';

interface Created {
  readonly resourceType: string;
  readonly id: string | number;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The types of the resources in a Bundle of the type collection. Throws a refusal for anything else. */
export function resourceTypesOf(body: unknown): string[] {
  if (!isObject(body) || body.resourceType !== 'Bundle') {
    throw new Refusal('invalid', 'The body must be a FHIR Bundle');
  }
  if (body.type !== 'collection') {
    throw new Refusal('invalid', 'The Bundle must be of the type collection');
  }
  const entries = body.entry;
  if (!Array.isArray(entries)) {
    throw new Refusal('invalid', 'The Bundle must have an entry array');
  }
  return entries.map((entry: unknown) => {
    const resource = isObject(entry) ? entry.resource : undefined;
    const type = isObject(resource) ? resource.resourceType : undefined;
    if (typeof type !== 'string') {
      throw new Refusal('invalid', 'Each entry must hold a resource with a resourceType');
    }
    return type;
  });
}

/** The table that holds the resources of a type, so that they can be read by the identifiers that an import names. */
const tables: Readonly<Record<string, ResourceName>> = {
  Citation: 'citations',
  ArtifactAssessment: 'extractions',
  EvidenceReport: 'sd_meta_data',
};

/** Stores the resources of a Bundle among what the user may read, and returns what was created. */
export function importBundle(store: Store, style: IdentifierStyle, body: unknown, user: User): Created[] {
  return resourceTypesOf(body).map((resourceType) => {
    const sequence = 5000 + store.imported.length;
    store.imported.push({ resourceType, sequence });
    const table = tables[resourceType] ?? 'projects';
    const project = table === 'projects' || user.projects[0] === undefined ? sequence : user.projects[0];
    if (!user.projects.includes(project)) user.projects.push(project);
    store.rows[table].push({ sequence, project, columns: { title: 'Imported', report_title: 'Imported' } });
    return { resourceType, id: identifierOf(style, table, sequence) };
  });
}

function byType(created: readonly Created[]): Record<string, { ids: (string | number)[] }> {
  const types = [...new Set(created.map(({ resourceType }) => resourceType))];
  return Object.fromEntries(
    types.map((type) => [
      type,
      { ids: created.filter((one) => one.resourceType === type).map(({ id }) => id) },
    ]),
  );
}

function referenceTo({ resourceType, id }: Created): string {
  return `${resourceType}/${encodeURIComponent(String(id))}`;
}

const shapes: Readonly<Record<ImportShape, (created: readonly Created[]) => unknown>> = {
  ids: (created) => ({ ids: created.map(({ id }) => id) }),
  'bare list': (created) => created.map(({ id }) => ({ id })),
  'created list': (created) => ({
    message: 'Import finished',
    created: created.map(({ resourceType, id }) => ({ resourceType, id })),
  }),
  'by type': byType,
  'one id': (created) => ({ id: created[0]?.id ?? null, created: created.length }),
  'transaction response': (created) => ({
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: created.map((one) => ({
      resource: { resourceType: one.resourceType, id: String(one.id) },
      response: { status: '201 Created', location: referenceTo(one) },
    })),
  }),
  references: (created) => ({ created: created.map((one) => ({ reference: referenceTo(one) })) }),
  data: (created) => ({ data: created.map(({ id }) => ({ id })) }),
  map: (created) => ({
    entries: Object.fromEntries(created.map(({ id }, place) => [`entry-${place}`, { id }])),
  }),
  'outcome with identifiers': (created) => ({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'information', code: 'informational', diagnostics: 'Imported' }],
    identifiers: created.map(referenceTo),
  }),
  'import record': (created) => ({
    fhir_import: { status: 'finished', resources: byType(created) },
  }),
  'json:api': (created) => ({
    data: created.map(({ resourceType, id }) => ({ type: resourceType, id: String(id) })),
  }),
};

/** The body of the reply to an import. */
export function importBody(shape: ImportShape, created: readonly Created[]): unknown {
  return shapes[shape](created);
}
