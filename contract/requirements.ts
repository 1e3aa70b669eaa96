/**
 * Every statement of the API document, in our own words. Each check names the requirements that it judges; a requirement
 * that no check can judge gives the reason here.
 */

/** SHA-256 of the API document from which this table was written: if the hash changes, read the document again. */
export const documentSha256 = 'be4d5cc67d361d487b39b7e07e8ec276ff8368a95469cdab0f5aef4c8080cc3c';

export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** Present only if no answer of the API could break the requirement: the reason. */
  readonly notObservable?: string;
}

const rows = [
  {
    id: 'SERVICE-1',
    section: '1',
    statement:
      'The service manages systematic-review projects and offers programs access to them through a REST API.',
    notObservable: 'A purpose, not a behaviour: each resource that it names has requirements of its own.',
  },
  { id: 'SERVICE-2', section: '1', statement: 'The API returns a whole project as a FHIR Bundle.' },
  { id: 'SERVICE-3', section: '1', statement: 'The API returns an extraction as a FHIR ArtifactAssessment.' },
  { id: 'SERVICE-4', section: '1', statement: 'The API returns an SR360 record as a FHIR EvidenceReport.' },
  { id: 'SERVICE-5', section: '1', statement: 'A FHIR Bundle can be imported, which creates resources.' },
  { id: 'SERVICE-6', section: '1', statement: 'Every response is JSON.' },
  { id: 'SERVICE-7', section: '1', statement: 'A success has status 200 or 201.' },
  { id: 'SERVICE-8', section: '1', statement: 'An error has a 4xx status and a JSON body.' },
  { id: 'SERVICE-9', section: '1', statement: 'Version 3 is below {base_url}/api/v3/.' },

  {
    id: 'RESOURCE-1',
    section: '2',
    statement:
      'Projects are at `projects`: list entries for published and accessible ones, one project as a FHIR R4 Bundle.',
  },
  { id: 'RESOURCE-2', section: '2', statement: 'Citations are at `citations`.' },
  {
    id: 'RESOURCE-3',
    section: '2',
    statement: 'A citation belongs to a project.',
    notObservable: 'The document names no field or parameter that would show this (GAP-CITATIONS-PROJECT).',
  },
  { id: 'RESOURCE-4', section: '2', statement: 'Key questions are at `key_questions`, as plain resources.' },
  {
    id: 'RESOURCE-5',
    section: '2',
    statement: 'Extractions are at `extractions`; one extraction is a FHIR ArtifactAssessment.',
  },
  {
    id: 'RESOURCE-6',
    section: '2',
    statement: 'SR360 records are at `sd_meta_data`; one record is a FHIR EvidenceReport.',
  },
  {
    id: 'RESOURCE-7',
    section: '2',
    statement: 'Extraction form templates are at `extraction_forms_projects`, as plain resources.',
  },
  {
    id: 'RESOURCE-8',
    section: '2',
    statement: 'Artifact assessments are at `artifact_assessments`, as plain resources.',
  },
  {
    id: 'RESOURCE-9',
    section: '2',
    statement: 'The user at `users` is the owner of the API key in the request.',
  },
  {
    id: 'RESOURCE-10',
    section: '2',
    statement: 'FHIR imports at `fhir_imports` are created by posting a Bundle.',
  },
  {
    id: 'RESOURCE-11',
    section: '2',
    statement:
      'The FHIR resources have the structure that FHIR defines for Bundle, ArtifactAssessment and EvidenceReport.',
  },
  {
    id: 'IMPORT-1',
    section: '2',
    statement: 'An import body has `resourceType`, which is `Bundle`.',
  },
  { id: 'IMPORT-2', section: '2', statement: 'An import body has `type`, which is `collection`.' },
  {
    id: 'IMPORT-3',
    section: '2',
    statement: 'An import body has `entry`, an array of the FHIR resource entries to import.',
  },
  {
    id: 'STATE-1',
    section: '3',
    statement: 'The project list holds projects that are published and accessible.',
    notObservable:
      'The document does not describe how a project gets into that condition, and no field shows it (GAP-PROJECT-STATES).',
  },

  {
    id: 'ENDPOINT-1',
    section: '4',
    statement: 'GET /api/v3/projects lists the published and accessible projects.',
  },
  {
    id: 'ENDPOINT-2',
    section: '4',
    statement: 'GET /api/v3/projects/:id returns the full project as a FHIR R4 Bundle.',
  },
  { id: 'ENDPOINT-3', section: '4', statement: 'GET /api/v3/citations lists the citations of a project.' },
  { id: 'ENDPOINT-4', section: '4', statement: 'GET /api/v3/citations/:id returns one citation.' },
  { id: 'ENDPOINT-5', section: '4', statement: 'GET /api/v3/key_questions lists key questions.' },
  { id: 'ENDPOINT-6', section: '4', statement: 'GET /api/v3/extractions lists extractions.' },
  {
    id: 'ENDPOINT-7',
    section: '4',
    statement: 'GET /api/v3/extractions/:id returns the extraction as a FHIR ArtifactAssessment.',
  },
  { id: 'ENDPOINT-8', section: '4', statement: 'GET /api/v3/sd_meta_data lists SR360 records.' },
  {
    id: 'ENDPOINT-9',
    section: '4',
    statement: 'GET /api/v3/sd_meta_data/:id returns the SR360 record as a FHIR EvidenceReport.',
  },
  {
    id: 'ENDPOINT-10',
    section: '4',
    statement: 'GET /api/v3/extraction_forms_projects lists extraction form templates.',
  },
  {
    id: 'ENDPOINT-11',
    section: '4',
    statement:
      'POST /api/v3/fhir_imports takes a FHIR Bundle and answers 201 with the ids of what it created.',
  },
  {
    id: 'ENDPOINT-12',
    section: '4',
    statement: 'GET /api/v3/artifact_assessments lists artifact assessments.',
  },
  { id: 'ENDPOINT-13', section: '4', statement: 'GET /api/v3/users returns the current user.' },
  {
    id: 'ENDPOINT-14',
    section: '4',
    statement: 'A project Bundle contains all resources of the project.',
    notObservable: 'Only that Bundle shows what a project contains: no list names all its resources.',
  },
  {
    id: 'RULE-1',
    section: '4',
    statement: 'An authorised GET of one project returns a FHIR R4 Bundle.',
  },
  {
    id: 'RULE-2',
    section: '4',
    statement:
      'Posting a valid collection Bundle as application/json returns status 201 and the created ids.',
  },
  {
    id: 'RULE-3',
    section: '4',
    statement: 'A successful request has status 200 or 201; the import has 201.',
  },

  { id: 'AUTH-1', section: '4, 5', statement: 'Every endpoint needs a valid API key.' },
  {
    id: 'AUTH-2',
    section: '5',
    statement: 'A key belongs to a user.',
  },
  {
    id: 'AUTH-3',
    section: '5',
    statement: 'A user copies the key from the Storage tab of the profile page, which the user name opens.',
    notObservable: 'Pages of the web application, not of the API; the reference installation shows them.',
  },
  {
    id: 'AUTH-4',
    section: '5',
    statement: 'A Regenerate action creates a new key.',
    notObservable: 'An action in the web application; the API has no call for it.',
  },
  { id: 'AUTH-5', section: '5', statement: 'Regenerating a key makes the previous one invalid.' },
  { id: 'AUTH-6', section: '5', statement: 'The key can be sent in an `Authorization: Bearer` header.' },
  { id: 'AUTH-7', section: '5', statement: 'The key can be sent in the query parameter `api_key`.' },
  { id: 'AUTH-8', section: '5', statement: 'A valid key sent either way authenticates the request.' },
  {
    id: 'AUTH-9',
    section: '5',
    statement: 'A request without a valid key gets a 4xx answer with the JSON error body.',
  },
  {
    id: 'EVENT-1',
    section: '6',
    statement: 'No webhooks, notifications or other events are described.',
    notObservable: 'The absence of a description: it requires nothing of an installation.',
  },
  { id: 'ERROR-1', section: '7', statement: 'An error has a 4xx status.' },
  { id: 'ERROR-2', section: '7', statement: 'An error body is JSON.' },
  { id: 'ERROR-3', section: '7', statement: 'An error body has `error`, a string with a short message.' },
  { id: 'ERROR-4', section: '7', statement: 'An unauthenticated request gets the message `Unauthorized`.' },
  {
    id: 'LIMIT-1',
    section: '8',
    statement: 'Requests are rate-limited by the IP address of the client.',
    notObservable:
      'The document names no threshold, so no number of requests proves a limit; searching for one would be an attack.',
  },
  {
    id: 'LIMIT-2',
    section: '8',
    statement: 'High request volumes over a long time may be throttled.',
    notObservable:
      'A permission, not a promise; that a run is throttled is a state of it. The body of a throttled 4xx is judged as that of any error.',
  },
  {
    id: 'LIMIT-3',
    section: '8',
    statement: 'The administrator of an installation arranges higher limits.',
    notObservable: 'An agreement between people.',
  },
  { id: 'VERSION-1', section: '9', statement: 'The path contains the version, right after /api/.' },
  {
    id: 'VERSION-2',
    section: '9',
    statement: 'Version 3 is current and covers all endpoints of section 4.',
  },
  { id: 'VERSION-3', section: '9', statement: 'Version 4 has /api/v4/projects.' },
  {
    id: 'VERSION-4',
    section: '9',
    statement: 'Version 4 has nothing else.',
  },
  {
    id: 'VERSION-5',
    section: '9',
    statement: 'Integrations use version 3 for every endpoint of section 4.',
    notObservable: 'Advice to clients, not a behaviour of an installation.',
  },
] as const satisfies readonly Requirement[];

export type RequirementId = (typeof rows)[number]['id'];

/** Of those that an answer could break. */
export type JudgedRequirementId = Exclude<(typeof rows)[number], { readonly notObservable: string }>['id'];

export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = rows;

const places = new Map(rows.map(({ id }, index) => [id, index]));

/** Each of the given requirements once, in the order of the document. */
export function inDocumentOrder(ids: readonly RequirementId[]): readonly RequirementId[] {
  const place = (id: RequirementId): number => places.get(id) ?? rows.length;
  return [...new Set(ids)].sort((one, other) => place(one) - place(other));
}
