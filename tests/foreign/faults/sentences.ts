/** The sentences of the API document that the faults break, as the document writes them. */
export const sentences = {
  'base path': 'Section 1: The base path of the current version is `{base_url}/api/v3/`.',
  json: 'Section 1: All responses are JSON.',
  'success status': 'Section 1: Successful responses have HTTP status 200 or 201.',
  'error status': 'Section 1: Errors have status 4xx and a JSON body.',
  'FHIR structures':
    'Section 2: The FHIR resources follow the FHIR R4 structures for Bundle, ArtifactAssessment and EvidenceReport.',
  'current user': 'Section 2: Information about the current user (the owner of the API key).',
  accessible: 'Section 4: List of published and accessible projects.',
  bundle:
    'Section 4, rule 1: When a GET on `/api/v3/projects/:id` is authorised, then the response is a FHIR R4 Bundle.',
  'whole project': 'Section 4: The full project as a FHIR R4 Bundle containing all project resources.',
  assessment: 'Section 4: The extraction as a FHIR ArtifactAssessment.',
  report: 'Section 4: The SR360 record as a FHIR EvidenceReport.',
  'one citation': 'Section 4: One citation.',
  list: 'Section 4: The response of the endpoint is a list.',
  'import status': 'Section 4: Status 201 on success, with the identifiers of the created resources.',
  'import identifiers':
    'Section 4, rule 2: When a POST to `/api/v3/fhir_imports` carries header `Content-Type: application/json` and a valid Bundle of type `collection`, then the status is 201 and the body carries the identifiers of the created resources.',
  'key required': 'Section 5: Every endpoint requires a valid API key.',
  'two ways': 'Section 5: The key is sent in one of two ways.',
  'either way':
    'Section 5, rule 1: When a request carries a valid key in either way, then it is authenticated.',
  regenerated: 'Section 5, rule 2: When a key has been regenerated, then the old key is no longer valid.',
  'no valid key':
    'Section 5, rule 3: When a request carries no valid key, then it gets a 4xx response with a JSON error body (section 7).',
  'error shape':
    'Section 7: Errors are returned with a 4xx status and a JSON body of this shape: `error`, string.',
  'message Unauthorized': 'Section 7: an unauthenticated request receives the message `Unauthorized`.',
} as const;

/** The short name of a sentence. */
export type SentenceName = keyof typeof sentences;
