import type { RequirementId } from './requirements.ts';

/** The fourteen endpoints that the document names: thirteen of version 3 (section 4), one of version 4 (section 9). */

export type FhirType = 'Bundle' | 'ArtifactAssessment' | 'EvidenceReport';

/** What the document gives as the answer of an endpoint. */
export type AnswerKind = 'list' | 'record' | 'import' | 'unstated';

/** The settings by which an administrator can pin the id that is put in a path. */
export type PinnedId = 'PROJECT_ID' | 'CITATION_ID' | 'EXTRACTION_ID' | 'SD_META_DATA_ID';

interface EndpointRow {
  readonly method: 'GET' | 'POST';
  /** As the document writes it; `:id` stands for an identifier. */
  readonly path: string;
  /** The requirements that speak of this endpoint; one that no endpoint claims speaks of all. */
  readonly states: readonly RequirementId[];
  readonly kind: AnswerKind;
  /** The FHIR resource that a success must be. */
  readonly fhirType?: FhirType;
  /** The list whose entries have the ids that `:id` takes. */
  readonly idsFrom?: string;
  readonly pinnedId?: PinnedId;
  /** A list that belongs to a project: some installations want to be told which (GAP-CITATIONS-PROJECT). */
  readonly projectScoped?: true;
  /** Needs no parameter and no id, so a valid key is all that it can ask for. */
  readonly needsOnlyKey?: true;
  /** What one entry is called in sentences. */
  readonly noun: string;
}

const rows = [
  {
    method: 'GET',
    path: '/api/v3/projects',
    states: ['ENDPOINT-1', 'RESOURCE-1', 'SERVICE-9', 'VERSION-2'],
    kind: 'list',
    needsOnlyKey: true,
    noun: 'project',
  },
  {
    method: 'GET',
    path: '/api/v3/projects/:id',
    states: ['ENDPOINT-2', 'RESOURCE-1', 'SERVICE-2', 'RULE-1', 'SERVICE-9', 'VERSION-2'],
    kind: 'record',
    fhirType: 'Bundle',
    idsFrom: 'GET /api/v3/projects',
    pinnedId: 'PROJECT_ID',
    noun: 'project',
  },
  {
    method: 'GET',
    path: '/api/v3/citations',
    states: ['ENDPOINT-3', 'RESOURCE-2', 'SERVICE-9', 'VERSION-2'],
    kind: 'list',
    projectScoped: true,
    noun: 'citation',
  },
  {
    method: 'GET',
    path: '/api/v3/citations/:id',
    states: ['ENDPOINT-4', 'RESOURCE-2', 'SERVICE-9', 'VERSION-2'],
    kind: 'record',
    idsFrom: 'GET /api/v3/citations',
    pinnedId: 'CITATION_ID',
    noun: 'citation',
  },
  {
    method: 'GET',
    path: '/api/v3/key_questions',
    states: ['ENDPOINT-5', 'RESOURCE-4', 'SERVICE-9', 'VERSION-2'],
    kind: 'list',
    projectScoped: true,
    noun: 'key question',
  },
  {
    method: 'GET',
    path: '/api/v3/extractions',
    states: ['ENDPOINT-6', 'RESOURCE-5', 'SERVICE-9', 'VERSION-2'],
    kind: 'list',
    projectScoped: true,
    noun: 'extraction',
  },
  {
    method: 'GET',
    path: '/api/v3/extractions/:id',
    states: ['ENDPOINT-7', 'RESOURCE-5', 'SERVICE-3', 'SERVICE-9', 'VERSION-2'],
    kind: 'record',
    fhirType: 'ArtifactAssessment',
    idsFrom: 'GET /api/v3/extractions',
    pinnedId: 'EXTRACTION_ID',
    noun: 'extraction',
  },
  {
    method: 'GET',
    path: '/api/v3/sd_meta_data',
    states: ['ENDPOINT-8', 'RESOURCE-6', 'SERVICE-9', 'VERSION-2'],
    kind: 'list',
    projectScoped: true,
    noun: 'SR360 record',
  },
  {
    method: 'GET',
    path: '/api/v3/sd_meta_data/:id',
    states: ['ENDPOINT-9', 'RESOURCE-6', 'SERVICE-4', 'SERVICE-9', 'VERSION-2'],
    kind: 'record',
    fhirType: 'EvidenceReport',
    idsFrom: 'GET /api/v3/sd_meta_data',
    pinnedId: 'SD_META_DATA_ID',
    noun: 'SR360 record',
  },
  {
    method: 'GET',
    path: '/api/v3/extraction_forms_projects',
    states: ['ENDPOINT-10', 'RESOURCE-7', 'SERVICE-9', 'VERSION-2'],
    kind: 'list',
    projectScoped: true,
    noun: 'extraction form template',
  },
  {
    method: 'POST',
    path: '/api/v3/fhir_imports',
    states: ['ENDPOINT-11', 'RESOURCE-10', 'SERVICE-9', 'VERSION-2'],
    kind: 'import',
    noun: 'import',
  },
  {
    method: 'GET',
    path: '/api/v3/artifact_assessments',
    states: ['ENDPOINT-12', 'RESOURCE-8', 'SERVICE-9', 'VERSION-2'],
    kind: 'list',
    projectScoped: true,
    noun: 'artifact assessment',
  },
  {
    method: 'GET',
    path: '/api/v3/users',
    states: ['ENDPOINT-13', 'RESOURCE-9', 'SERVICE-9', 'VERSION-2'],
    kind: 'record',
    needsOnlyKey: true,
    noun: 'user',
  },
  {
    method: 'GET',
    path: '/api/v4/projects',
    states: ['VERSION-3'],
    kind: 'unstated',
    needsOnlyKey: true,
    noun: 'project',
  },
] as const satisfies readonly EndpointRow[];

type Row = (typeof rows)[number];

/** Method and path as the document writes them: the name of an endpoint in records, reports and metrics. */
export type EndpointId = `${Row['method']} ${Row['path']}`;

export interface Endpoint extends Omit<EndpointRow, 'idsFrom'> {
  readonly id: EndpointId;
  readonly idsFrom?: EndpointId;
}

export const endpoints: readonly Endpoint[] = (rows as readonly EndpointRow[]).map(
  (row) => ({ ...row, id: `${row.method} ${row.path}` }) as Endpoint,
);

/**
 * Finds an endpoint by its id.
 * @throws Error when no row has this id: a mistake in the suite, never of an installation.
 */
export function endpointOf(id: EndpointId): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (found === undefined) throw new Error(`No endpoint is named ${id}.`);
  return found;
}

/** Those of the given requirements that speak of this endpoint, or of no endpoint in particular. */
export function requirementsAt(
  endpoint: Endpoint,
  given: readonly RequirementId[],
): readonly RequirementId[] {
  return given.filter(
    (id) => endpoint.states.includes(id) || !endpoints.some(({ states }) => states.includes(id)),
  );
}
