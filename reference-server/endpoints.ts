/** The endpoints as the document writes them, each with a short name for use in names of faults. */
export const endpoints = {
  projects: 'GET /api/v3/projects',
  project: 'GET /api/v3/projects/:id',
  citations: 'GET /api/v3/citations',
  citation: 'GET /api/v3/citations/:id',
  'key-questions': 'GET /api/v3/key_questions',
  extractions: 'GET /api/v3/extractions',
  extraction: 'GET /api/v3/extractions/:id',
  'sr360-records': 'GET /api/v3/sd_meta_data',
  'sr360-record': 'GET /api/v3/sd_meta_data/:id',
  'form-templates': 'GET /api/v3/extraction_forms_projects',
  import: 'POST /api/v3/fhir_imports',
  assessments: 'GET /api/v3/artifact_assessments',
  users: 'GET /api/v3/users',
  'v4-projects': 'GET /api/v4/projects',
} as const;

export type EndpointName = keyof typeof endpoints;
/** Method and path of an endpoint as the document writes them. */
export type Endpoint = (typeof endpoints)[EndpointName];

export const endpointNames = Object.keys(endpoints) as readonly EndpointName[];

/** The method and the path of an endpoint. */
export function routeOf(endpoint: Endpoint): { readonly method: 'GET' | 'POST'; readonly path: string } {
  const [method = '', path = ''] = endpoint.split(' ');
  return { method: method === 'POST' ? 'POST' : 'GET', path };
}
