import type { Json } from '../json.ts';
import type { Project } from '../store/projects.ts';
import type { StoredResource } from '../store/records.ts';

/** The naming system of this installation's own identifiers. */
export const identifierSystem = 'https://research-evidence.example/identifiers';

/**
 * A project as a FHIR Bundle of type collection with all its resources. Resources name each other by
 * `urn:uuid:` addresses, which the entries' fullUrls carry, so each reference resolves inside the Bundle.
 */
export function projectBundle(project: Project, resources: readonly StoredResource[]): Json {
  return {
    resourceType: 'Bundle',
    id: project.fhirId,
    meta: { lastUpdated: project.updatedAt },
    identifier: { system: identifierSystem, value: `project-${project.id}` },
    type: 'collection',
    timestamp: project.updatedAt,
    entry: resources.map(({ fhirId, body }) => ({
      fullUrl: addressOf(fhirId),
      resource: JSON.parse(body) as Json,
    })),
  };
}

/** The address by which resources refer to each other. */
export function addressOf(fhirId: string): string {
  return `urn:uuid:${fhirId}`;
}
