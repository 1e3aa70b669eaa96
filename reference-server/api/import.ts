import { randomUUID } from 'node:crypto';
import { type Answer, ApiError, json } from '../answer.ts';
import { type Entry, resolverOf, rewriteReferences } from '../fhir/fhir-references.ts';
import { importIssues, nestsTooDeeply } from '../fhir/import-issues.ts';
import { addressOf, at, type JsonObject, type ProjectResource, recordsOf, textAt } from '../fhir/records.ts';
import type { ImportIssue } from '../options.ts';
import { type AddedImport, addImport, type NewRecord } from '../store/add-project.ts';
import type { RecordKind } from '../store/records.ts';
import type { Call, Handler } from './handler.ts';

/**
 * `POST /api/v3/fhir_imports`: creates a new project from a collection Bundle, as a whole or not at all, and answers
 * 201 with the identifiers of the created records. Anything other than a valid Bundle is refused with a 4xx that states
 * the mistakes and their places.
 */
export const importBundle: Handler = async (call) => {
  const { request, store, user, options } = call;
  requireJson(request.headers['content-type']);
  const text = decoded(await call.readBody());
  const bundle = parsed(text);
  if (nestsTooDeeply(bundle)) {
    throw new ApiError(400, 'The body nests too deeply for a Bundle.');
  }
  refuse(importIssues(bundle));
  refuse((await options.validateImport?.(text)) ?? []);
  const resources = resourcesOf(bundle);
  const records = recordsOf(resources);
  const added = addImport(store, {
    ownerId: user.id,
    memberIds: [],
    fhirId: randomUUID(),
    ...nameOf(resources),
    published: true,
    createdAt: new Date().toISOString(),
    resources: resources.map(({ fhirId, resource }) => ({ fhirId, body: JSON.stringify(resource) })),
    records,
  });
  return createdAnswer(call, added, resources, records);
};

function requireJson(contentType: string | undefined): void {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && type !== 'application/fhir+json') {
    throw new ApiError(415, 'The header Content-Type must be application/json.');
  }
}

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ApiError(400, 'The body is not valid UTF-8.');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const position = /position \d+/.exec((error as Error).message)?.[0];
    throw new ApiError(400, `The body is not valid JSON${position === undefined ? '' : `, at ${position}`}.`);
  }
}

function refuse(issues: readonly ImportIssue[]): void {
  if (issues.length > 0) {
    const places = issues.map(({ path, message }) => `${path} ${message}`);
    throw new ApiError(400, `The Bundle was not imported. ${places.join(' ')}`);
  }
}

/** The Bundle's resources with new ids of this installation, and references rewritten to them. */
function resourcesOf(bundle: unknown): readonly ProjectResource[] {
  const entries = at(bundle, 'entry') as readonly { fullUrl?: string; resource: JsonObject }[];
  const known: readonly Entry[] = entries.map(({ fullUrl, resource }) => ({ fullUrl, resource }));
  const fhirIds = known.map(() => randomUUID());
  const resolve = resolverOf(known, fhirIds.map(addressOf));
  return known.map((entry, index) => {
    const fhirId = fhirIds[index] ?? randomUUID();
    rewriteReferences(entry, resolve);
    return { fhirId, resource: Object.assign(entry.resource, { id: fhirId }) };
  });
}

function nameOf(resources: readonly ProjectResource[]): { name: string; description: string } {
  const study = resources.find(({ resource }) => resource.resourceType === 'ResearchStudy')?.resource;
  return {
    name: textAt(study, 'title') ?? `Import of ${resources.length} resources`,
    description: textAt(study, 'description') ?? 'Created by a FHIR import.',
  };
}

/** Kinds of records with additional details. */
const detailed: readonly RecordKind[] = ['citations', 'extractions', 'sd_meta_data'];

function createdAnswer(
  { request }: Call,
  added: AddedImport,
  resources: readonly ProjectResource[],
  records: readonly NewRecord[],
): Answer {
  const project = `/api/v3/projects/${added.id}`;
  const recordsCreated = records.map(({ kind, fhirId }, index) => {
    const id = added.recordIds[index] ?? null;
    return {
      kind,
      id,
      fhir_id: fhirId,
      ...(detailed.includes(kind) ? { path: `/api/v3/${kind}/${id}` } : {}),
    };
  });
  const body = {
    id: added.importId,
    project_id: added.id,
    resources: resources.map(({ fhirId, resource }) => ({
      resource_type: String(resource.resourceType),
      fhir_id: fhirId,
    })),
    records: recordsCreated,
  };
  return json(201, body, { location: `${request.basePath}${project}` });
}
