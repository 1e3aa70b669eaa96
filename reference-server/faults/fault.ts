import type { ResponseTransform } from '../response-transform.ts';

/** One statement of the document, broken on purpose at one endpoint or everywhere. */
export interface Fault {
  /** Kebab-case; what `--fault` takes. */
  readonly name: string;
  /** The id of the requirement that it breaks. */
  readonly breaks: string;
  /** The id of the check that must catch it. */
  readonly caughtBy: string;
  /** The endpoint as the document writes it, such as `GET /api/v3/projects/:id`, or `everywhere`. */
  readonly at: string;
  /** What a client meets, as one sentence. */
  readonly statement: string;
  /** Makes the transform for one installation; `at` is the fault's own. */
  readonly transform: (at: string) => ResponseTransform;
}

/** All endpoints of the document with a name that is short enough for names of faults. */
export const endpointNames = {
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

export type EndpointName = keyof typeof endpointNames;

/** The endpoints by their short names. */
export const namedEndpoints = Object.entries(endpointNames) as readonly (readonly [EndpointName, string])[];
