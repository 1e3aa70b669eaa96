import { type IdentifierStyle, identifierOf } from '../domain/identifiers.ts';
import type { Store } from '../domain/model.ts';
import { Refusal } from './exchange.ts';

/** How the identifiers of the created resources are returned, which the document leaves open. */
export type ImportShape =
  | 'ids'
  | 'bare list'
  | 'created list'
  | 'by type'
  | 'project only'
  | 'transaction response'
  | 'references'
  | 'data'
  | 'map'
  | 'outcome with ids'
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

/** Stores the resources of a Bundle and returns what was created. */
export function importBundle(store: Store, style: IdentifierStyle, body: unknown): Created[] {
  return resourceTypesOf(body).map((resourceType) => {
    const sequence = 5000 + store.imported.length;
    store.imported.push({ resourceType, sequence });
    return { resourceType, id: identifierOf(style, resourceType, sequence) };
  });
}

function byType(created: readonly Created[]): Record<string, (string | number)[]> {
  const types = [...new Set(created.map(({ resourceType }) => resourceType))];
  return Object.fromEntries(
    types.map((type) => [type, created.filter((one) => one.resourceType === type).map(({ id }) => id)]),
  );
}

const shapes: Readonly<Record<ImportShape, (created: readonly Created[]) => unknown>> = {
  ids: (created) => ({ ids: created.map(({ id }) => id) }),
  'bare list': (created) => created.map(({ id }) => id),
  'created list': (created) => ({
    message: 'Import finished',
    created: created.map(({ resourceType, id }) => ({ resourceType, id })),
  }),
  'by type': byType,
  'project only': (created) => ({ project_id: created[0]?.id ?? 0, resources: byType(created) }),
  'transaction response': (created) => ({
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: created.map(({ resourceType, id }) => ({
      response: { status: '201 Created', location: `${resourceType}/${id}` },
    })),
  }),
  references: (created) => ({ references: created.map(({ resourceType, id }) => `${resourceType}/${id}`) }),
  data: (created) => ({ data: created.map(({ id }) => ({ id })) }),
  map: (created) => ({ id_map: Object.fromEntries(created.map(({ id }, place) => [`entry-${place}`, id])) }),
  'outcome with ids': (created) => ({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'information', code: 'informational', diagnostics: 'Imported' }],
    identifiers: created.map(({ id }) => ({ value: String(id) })),
  }),
  'import record': (created) => ({
    fhir_import: { id: 77, status: 'finished', resource_ids: byType(created) },
  }),
  'json:api': (created) => ({
    data: created.map(({ resourceType, id }) => ({ type: resourceType, id: String(id) })),
  }),
};

/** The body of the reply to an import. */
export function importBody(shape: ImportShape, created: readonly Created[]): unknown {
  return shapes[shape](created);
}
