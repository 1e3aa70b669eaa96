/**
 * Every statement of the API document, in our own words. Each check names the requirements that it judges; a
 * requirement that no check can judge states the reason here.
 */

/** SHA-256 of the API document from which this table was written: if the hash changes, read the document again. */
export const documentSha256 = 'be4d5cc67d361d487b39b7e07e8ec276ff8368a95469cdab0f5aef4c8080cc3c';

export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** The reason why no answer of the API could break the requirement; missing if one could. */
  readonly notObservable?: string;
}

/** A statement, followed by the reason if no answer of the API could break it. */
type Row = string | readonly [statement: string, notObservable: string];

/** By the section that states them, in the order of the document. */
const sections = {
  '§1': {
    'SERVICE-1': [
      'The service manages systematic-review projects and offers programs access to them through a REST API.',
      'A purpose, not a behaviour: each resource that it names has requirements of its own.',
    ],
    'SERVICE-2': 'The API returns a whole project as a FHIR Bundle.',
    'SERVICE-3': 'The API returns an extraction as a FHIR ArtifactAssessment.',
    'SERVICE-4': 'The API returns an SR360 record as a FHIR EvidenceReport.',
    'SERVICE-5': 'A FHIR Bundle can be imported, which creates resources.',
    'SERVICE-6': 'Every response is JSON.',
    'SERVICE-7': 'A success has status 200 or 201.',
    'SERVICE-8': 'An error has a 4xx status and a JSON body.',
    'SERVICE-9': 'Version 3 is below {base_url}/api/v3/.',
  },
  '§2': {
    'RESOURCE-1':
      'Projects are at `projects`: list entries for published and accessible ones, one project as a FHIR R4 Bundle.',
    'RESOURCE-2': 'Citations are at `citations`.',
    'RESOURCE-3': [
      'A citation belongs to a project.',
      'The document names no field or parameter that would show this (GAP-CITATIONS-PROJECT).',
    ],
    'RESOURCE-4': 'Key questions are at `key_questions`, as plain resources.',
    'RESOURCE-5': 'Extractions are at `extractions`; one extraction is a FHIR ArtifactAssessment.',
    'RESOURCE-6': 'SR360 records are at `sd_meta_data`; one record is a FHIR EvidenceReport.',
    'RESOURCE-7': 'Extraction form templates are at `extraction_forms_projects`, as plain resources.',
    'RESOURCE-8': 'Artifact assessments are at `artifact_assessments`, as plain resources.',
    'RESOURCE-9': 'The user at `users` is the owner of the API key in the request.',
    'RESOURCE-10': 'FHIR imports at `fhir_imports` are created by posting a Bundle.',
    'RESOURCE-11':
      'The FHIR resources have the structure that FHIR defines for Bundle, ArtifactAssessment and EvidenceReport.',
    'IMPORT-1': 'An import body has `resourceType`, which is `Bundle`.',
    'IMPORT-2': 'An import body has `type`, which is `collection`.',
    'IMPORT-3': 'An import body has `entry`, an array of the FHIR resource entries to import.',
  },
  '§3': {
    'STATE-1': [
      'The project list holds projects that are published and accessible.',
      'The document does not describe how a project gets into that condition, and no field shows it (GAP-PROJECT-STATES).',
    ],
  },
  '§4': {
    'ENDPOINT-1': 'GET /api/v3/projects lists the published and accessible projects.',
    'ENDPOINT-2': 'GET /api/v3/projects/:id returns the full project as a FHIR R4 Bundle.',
    'ENDPOINT-3': 'GET /api/v3/citations lists the citations of a project.',
    'ENDPOINT-4': 'GET /api/v3/citations/:id returns one citation.',
    'ENDPOINT-5': 'GET /api/v3/key_questions lists key questions.',
    'ENDPOINT-6': 'GET /api/v3/extractions lists extractions.',
    'ENDPOINT-7': 'GET /api/v3/extractions/:id returns the extraction as a FHIR ArtifactAssessment.',
    'ENDPOINT-8': 'GET /api/v3/sd_meta_data lists SR360 records.',
    'ENDPOINT-9': 'GET /api/v3/sd_meta_data/:id returns the SR360 record as a FHIR EvidenceReport.',
    'ENDPOINT-10': 'GET /api/v3/extraction_forms_projects lists extraction form templates.',
    'ENDPOINT-11':
      'POST /api/v3/fhir_imports takes a FHIR Bundle and answers 201 with the ids of what it created.',
    'ENDPOINT-12': 'GET /api/v3/artifact_assessments lists artifact assessments.',
    'ENDPOINT-13': 'GET /api/v3/users returns the current user.',
    'ENDPOINT-14': [
      'A project Bundle contains all resources of the project.',
      'Only that Bundle shows what a project contains: no list names all its resources.',
    ],
    'RULE-1': 'An authorised GET of one project returns a FHIR R4 Bundle.',
    'RULE-2': 'Posting a valid collection Bundle as application/json returns status 201 and the created ids.',
    'RULE-3': 'A successful request has status 200 or 201; the import has 201.',
  },
  '§4, 5': {
    'AUTH-1': 'Every endpoint needs a valid API key.',
  },
  '§5': {
    'AUTH-2': 'A key belongs to a user.',
    'AUTH-3': [
      'A user copies the key from the Storage tab of the profile page, which the user name opens.',
      'Pages of the web application, not of the API; the reference installation shows them.',
    ],
    'AUTH-4': [
      'A Regenerate action creates a new key.',
      'An action in the web application; the API has no call for it.',
    ],
    'AUTH-5': 'Regenerating a key makes the previous one invalid.',
    'AUTH-6': 'The key can be sent in an `Authorization: Bearer` header.',
    'AUTH-7': 'The key can be sent in the query parameter `api_key`.',
    'AUTH-8': 'A valid key sent either way authenticates the request.',
    'AUTH-9': 'A request without a valid key gets a 4xx answer with the JSON error body.',
  },
  '§6': {
    'EVENT-1': [
      'No webhooks, notifications or other events are described.',
      'The absence of a description: it requires nothing of an installation.',
    ],
  },
  '§7': {
    'ERROR-1': 'An error has a 4xx status.',
    'ERROR-2': 'An error body is JSON.',
    'ERROR-3': 'An error body has `error`, a string with a short message.',
    'ERROR-4': 'An unauthenticated request gets the message `Unauthorized`.',
  },
  '§8': {
    'LIMIT-1': [
      'Requests are rate-limited by the IP address of the client.',
      'The document names no threshold, so no number of requests proves a limit; searching for one would be an attack.',
    ],
    'LIMIT-2': [
      'High request volumes over a long time may be throttled.',
      'A permission, not a promise; that a run is throttled is a state of it. The body of a throttled 4xx is judged as that of any error.',
    ],
    'LIMIT-3': [
      'The administrator of an installation arranges higher limits.',
      'An agreement between people.',
    ],
  },
  '§9': {
    'VERSION-1': 'The path contains the version, right after /api/.',
    'VERSION-2': 'Version 3 is current and covers all endpoints of section 4.',
    'VERSION-3': 'Version 4 has /api/v4/projects.',
    'VERSION-4': 'Version 4 has nothing else.',
    'VERSION-5': [
      'Integrations use version 3 for every endpoint of section 4.',
      'Advice to clients, not a behaviour of an installation.',
    ],
  },
} as const satisfies Readonly<Record<`§${string}`, Readonly<Record<string, Row>>>>;

type Rows = (typeof sections)[keyof typeof sections];
type KeysOf<T> = T extends unknown ? keyof T : never;
type JudgedIn<T> = T extends unknown ? { [K in keyof T]: T[K] extends string ? K : never }[keyof T] : never;

export type RequirementId = KeysOf<Rows>;

/** The requirements that an answer could break. */
export type JudgedRequirementId = JudgedIn<Rows>;

export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = Object.entries(
  sections,
).flatMap(([place, rows]) =>
  Object.entries<Row>(rows).map(([key, row]) => {
    const id = key as RequirementId;
    const section = place.slice(1);
    if (typeof row === 'string') return { id, section, statement: row };
    const [statement, notObservable] = row;
    return { id, section, statement, notObservable };
  }),
);

/** The given requirements without duplicates, in the order of the document. */
export function inDocumentOrder(ids: readonly RequirementId[]): readonly RequirementId[] {
  return requirements.map(({ id }) => id).filter((id) => ids.includes(id));
}
