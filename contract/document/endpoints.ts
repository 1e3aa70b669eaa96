import type { RequirementId } from './requirements.ts';

/** The endpoints that the document names: those of version 3 (section 4), and one of version 4 (section 9). */

export type FhirType = 'Bundle' | 'ArtifactAssessment' | 'EvidenceReport';

/** The settings that pin the id in a path. */
export type PinnedId = 'PROJECT_ID' | 'CITATION_ID' | 'EXTRACTION_ID' | 'SD_META_DATA_ID';

interface EndpointRow {
  /** The requirements that state that this endpoint exists. */
  readonly existence: readonly RequirementId[];
  /** The requirements that state what a success here returns; missing if they are the same. */
  readonly answer?: readonly RequirementId[];
  /** The requirements that mention this endpoint, but are judged at another. */
  readonly mentions?: readonly RequirementId[];
  /** What an endpoint answers according to the document. */
  readonly kind: 'list' | 'record' | 'import' | 'unstated';
  /** The FHIR resource that a success must be. */
  readonly fhirType?: FhirType;
  readonly pinnedId?: PinnedId;
  /** The kinds of resource, by names of paths or of FHIR, that an import may create and this endpoint reads. */
  readonly reads?: readonly string[];
  /** A list that belongs to a project: some installations require a project parameter (GAP-CITATIONS-PROJECT). */
  readonly projectScoped?: true;
  /** Another page of this list is requested, if the first one shows how. */
  readonly isPaged?: true;
  /** Requires neither parameter nor id: a request with a valid key must succeed. */
  readonly needsOnlyKey?: true;
  /** The word for one entry in sentences. */
  readonly noun: string;
}

/** By method and path, as the document writes them; `:id` stands for an identifier. */
const rows = {
  'GET /api/v3/projects': {
    existence: ['ENDPOINT-1'],
    answer: ['ENDPOINT-1', 'RESOURCE-1'],
    kind: 'list',
    needsOnlyKey: true,
    noun: 'project',
  },
  'GET /api/v3/projects/:id': {
    existence: ['ENDPOINT-2'],
    answer: ['ENDPOINT-2', 'RESOURCE-1', 'SERVICE-2', 'RULE-1'],
    kind: 'record',
    fhirType: 'Bundle',
    pinnedId: 'PROJECT_ID',
    reads: ['projects', 'project'],
    noun: 'project',
  },
  'GET /api/v3/citations': {
    existence: ['ENDPOINT-3', 'RESOURCE-2'],
    kind: 'list',
    projectScoped: true,
    isPaged: true,
    noun: 'citation',
  },
  'GET /api/v3/citations/:id': {
    existence: ['ENDPOINT-4', 'RESOURCE-2'],
    kind: 'record',
    pinnedId: 'CITATION_ID',
    reads: ['citations', 'citation'],
    noun: 'citation',
  },
  'GET /api/v3/key_questions': {
    existence: ['ENDPOINT-5', 'RESOURCE-4'],
    kind: 'list',
    projectScoped: true,
    noun: 'key question',
  },
  'GET /api/v3/extractions': {
    existence: ['ENDPOINT-6'],
    mentions: ['RESOURCE-5'],
    kind: 'list',
    projectScoped: true,
    noun: 'extraction',
  },
  'GET /api/v3/extractions/:id': {
    existence: ['ENDPOINT-7'],
    answer: ['ENDPOINT-7', 'RESOURCE-5', 'SERVICE-3'],
    kind: 'record',
    fhirType: 'ArtifactAssessment',
    pinnedId: 'EXTRACTION_ID',
    reads: ['extractions', 'extraction', 'artifactassessment'],
    noun: 'extraction',
  },
  'GET /api/v3/sd_meta_data': {
    existence: ['ENDPOINT-8'],
    mentions: ['RESOURCE-6'],
    kind: 'list',
    projectScoped: true,
    noun: 'SR360 record',
  },
  'GET /api/v3/sd_meta_data/:id': {
    existence: ['ENDPOINT-9'],
    answer: ['ENDPOINT-9', 'RESOURCE-6', 'SERVICE-4'],
    kind: 'record',
    fhirType: 'EvidenceReport',
    pinnedId: 'SD_META_DATA_ID',
    reads: ['sd_meta_data', 'evidencereport'],
    noun: 'SR360 record',
  },
  'GET /api/v3/extraction_forms_projects': {
    existence: ['ENDPOINT-10', 'RESOURCE-7'],
    kind: 'list',
    projectScoped: true,
    noun: 'extraction form template',
  },
  'POST /api/v3/fhir_imports': {
    existence: ['ENDPOINT-11', 'RESOURCE-10'],
    answer: ['ENDPOINT-11'],
    kind: 'import',
    noun: 'import',
  },
  'GET /api/v3/artifact_assessments': {
    existence: ['ENDPOINT-12', 'RESOURCE-8'],
    kind: 'list',
    projectScoped: true,
    noun: 'artifact assessment',
  },
  'GET /api/v3/users': {
    existence: ['ENDPOINT-13'],
    answer: ['ENDPOINT-13', 'RESOURCE-9'],
    kind: 'record',
    needsOnlyKey: true,
    noun: 'user',
  },
  'GET /api/v4/projects': {
    existence: ['VERSION-3'],
    answer: [],
    mentions: ['VERSION-4'],
    kind: 'unstated',
    needsOnlyKey: true,
    noun: 'project',
  },
} as const satisfies Readonly<Record<`${'GET' | 'POST'} /${string}`, EndpointRow>>;

/** Method and path as in the document: the name of an endpoint in records, reports and metrics. */
export type EndpointId = keyof typeof rows;

export interface Endpoint extends Omit<EndpointRow, 'mentions' | 'answer'> {
  readonly id: EndpointId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The path segment of its resource, such as `citations`. */
  readonly resource: string;
  readonly answer: readonly RequirementId[];
  /** The list whose entries have the ids that `:id` takes. */
  readonly idsFrom?: EndpointId;
  /** Every requirement about this endpoint. A requirement stated for no single endpoint concerns all of them. */
  readonly states: readonly RequirementId[];
}

export const endpoints: readonly Endpoint[] = Object.entries<EndpointRow>(rows).map(
  ([id, { existence, answer = existence, mentions = [], ...row }]) => {
    const [method, path = ''] = id.split(' ');
    // The document's statements about version 3 hold for each of its endpoints.
    const ofVersion = path.startsWith('/api/v3/') ? (['SERVICE-9', 'VERSION-2'] as const) : [];
    const states = [...new Set([...existence, ...answer, ...mentions, ...ofVersion])];
    const resource = path.split('/')[3] ?? '';
    // The keys are row names.
    return {
      ...row,
      ...(id.endsWith('/:id') && { idsFrom: id.slice(0, -'/:id'.length) }),
      id,
      method,
      path,
      resource,
      existence: [...existence, ...ofVersion],
      answer,
      states,
    } as Endpoint;
  },
);

/**
 * Finds an endpoint by its id.
 * @throws Error if no row has this id: a bug in the suite
 */
export function endpointOf(id: EndpointId): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (found === undefined) throw new Error(`No endpoint is named ${id}.`);
  return found;
}

/** The endpoints that may read what an import created. */
export const recordEndpoints: readonly Endpoint[] = endpoints.filter(({ reads }) => reads !== undefined);

/** True for every endpoint except the import: a request there changes nothing. */
export function isRead({ kind }: Endpoint): boolean {
  return kind !== 'import';
}

/** True for the reads of version 3, whose answers the document states. */
export function isOfVersionThree({ kind }: Endpoint): boolean {
  return kind !== 'import' && kind !== 'unstated';
}
