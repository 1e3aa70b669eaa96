import { type Answer, errorAnswer, htmlAnswer, json } from '../answer.ts';
import { transformSuccess, transformWhere } from '../transform-builders.ts';
import { type EndpointName, type Fault, namedEndpoints } from './fault.ts';

/** The requirement that names each endpoint. */
const named: Readonly<Record<EndpointName, string>> = {
  projects: 'ENDPOINT-1',
  project: 'ENDPOINT-2',
  citations: 'ENDPOINT-3',
  citation: 'ENDPOINT-4',
  'key-questions': 'ENDPOINT-5',
  extractions: 'ENDPOINT-6',
  extraction: 'ENDPOINT-7',
  'sr360-records': 'ENDPOINT-8',
  'sr360-record': 'ENDPOINT-9',
  'form-templates': 'ENDPOINT-10',
  import: 'ENDPOINT-11',
  assessments: 'ENDPOINT-12',
  users: 'ENDPOINT-13',
  'v4-projects': 'VERSION-3',
};

const gone = always(errorAnswer(404, 'There is no such endpoint.'));

/** The endpoint is not there at all: with and without a key. */
const missingEndpoints = namedEndpoints.map(
  ([name, at]): Fault => ({
    name: `${name}-missing`,
    breaks: named[name],
    caughtBy: name === 'import' ? 'availability.import-answers' : 'availability.endpoint-answers',
    at,
    statement: `Nothing answers at ${at}.`,
    transform: gone,
  }),
);

/** Gone in other ways than by a plain 404. */
const otherwiseMissing: readonly Fault[] = [
  {
    name: 'citations-gone',
    breaks: 'RESOURCE-2',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/citations',
    statement: 'Citations were moved away: status 410.',
    transform: always(errorAnswer(410, 'This resource was moved.')),
  },
  {
    name: 'key-questions-not-allowed',
    breaks: 'RESOURCE-4',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/key_questions',
    statement: 'Key questions cannot be read: status 405.',
    transform: always(errorAnswer(405, 'The method is not allowed.')),
  },
  {
    name: 'form-templates-not-implemented',
    breaks: 'RESOURCE-7',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'Form templates are not implemented: status 501.',
    transform: always(errorAnswer(501, 'Not implemented.')),
  },
  {
    name: 'assessments-missing-as-html',
    breaks: 'RESOURCE-8',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'A web page says that there are no artifact assessments: status 404.',
    transform: always(htmlAnswer(404, 'Not Found')),
  },
  {
    name: 'import-not-allowed',
    breaks: 'RESOURCE-10',
    caughtBy: 'availability.import-answers',
    at: 'POST /api/v3/fhir_imports',
    statement: 'Nothing can be posted to the imports: status 405.',
    transform: always(errorAnswer(405, 'The method is not allowed.')),
  },
  {
    name: 'users-missing-behind-key',
    breaks: 'SERVICE-9',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/users',
    statement: 'A valid key is told that there is no such path; without one the key is asked for.',
    transform: transformSuccess(() => errorAnswer(404, 'There is no such endpoint.')),
  },
  {
    name: 'key-questions-missing-behind-key',
    breaks: 'RESOURCE-4',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/key_questions',
    statement: 'A valid key is told at the list of key questions what it is told at paths that do not exist.',
    transform: transformWhere(
      ({ status }) => status !== 401,
      () => errorAnswer(404, 'There is no such endpoint.'),
    ),
  },
  {
    name: 'v4-projects-missing-behind-key',
    breaks: 'VERSION-1',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v4/projects',
    statement: 'Version 4 is not where the version belongs: a valid key is told that there is no such path.',
    transform: transformSuccess(() => errorAnswer(404, 'There is no such endpoint.')),
  },
];

/** An answer comes, but with a status that the document does not know. */
const strangeStatuses: readonly Fault[] = [
  {
    name: 'users-crash',
    breaks: 'ERROR-1',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/users',
    statement: 'Every valid request ends in a JSON error with status 500.',
    transform: transformSuccess(() => errorAnswer(500, 'Something went wrong.')),
  },
  {
    name: 'citations-crash',
    breaks: 'ERROR-1',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/citations',
    statement: 'The list is refused without a project, and with one ends in a JSON error with status 500.',
    transform: transformSuccess(() => errorAnswer(500, 'Something went wrong.')),
  },
  {
    name: 'citations-without-project-as-html',
    breaks: 'ERROR-2',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/citations',
    statement: 'The list is refused without a project by a web page with status 400.',
    transform: () => ({
      transformAnswer: (answer, { endpoint, query }) =>
        endpoint === 'GET /api/v3/citations' && query.project_id === undefined && answer.status === 400
          ? htmlAnswer(400, 'Which project?')
          : answer,
    }),
  },
  {
    name: 'citation-crash-as-html',
    breaks: 'SERVICE-8',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/citations/:id',
    statement: 'Every valid request ends in a web page with status 500.',
    transform: transformSuccess(() => htmlAnswer(500, 'Internal Server Error')),
  },
  {
    name: 'extractions-unavailable',
    breaks: 'ERROR-1',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/extractions',
    statement: 'Every valid request ends in a web page with status 503, however often it is sent.',
    transform: transformSuccess(() => htmlAnswer(503, 'Service Temporarily Unavailable')),
  },
  {
    name: 'form-templates-no-content',
    breaks: 'SERVICE-7',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'A success has status 204 and no body.',
    transform: transformSuccess((answer) => ({ ...answer, status: 204, body: undefined })),
  },
  {
    name: 'assessments-accepted',
    breaks: 'RULE-3',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'A success has status 202.',
    transform: transformSuccess((answer) => ({ ...answer, status: 202 })),
  },
  {
    name: 'sr360-records-non-authoritative',
    breaks: 'SERVICE-7',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/sd_meta_data',
    statement: 'A success has status 203.',
    transform: transformSuccess((answer) => ({ ...answer, status: 203 })),
  },
  {
    name: 'key-questions-redirect',
    breaks: 'SERVICE-7',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/key_questions',
    statement: 'A valid request is redirected to another path.',
    transform: transformSuccess((answer) => ({
      ...answer,
      status: 301,
      headers: { location: '/api/v5/key_questions' },
    })),
  },
  {
    name: 'extractions-error-as-html',
    breaks: 'ERROR-2',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/extractions',
    statement: 'Every valid request is refused by a web page with status 400.',
    transform: transformSuccess(() => htmlAnswer(400, 'Bad Request')),
  },
  {
    name: 'citation-error-says-message',
    breaks: 'ERROR-3',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/citations/:id',
    statement: 'Every valid request is refused with `message` in place of `error`.',
    transform: transformSuccess(() => json(422, { message: 'The citation cannot be shown.' })),
  },
  {
    name: 'extractions-bad-gateway',
    breaks: 'SERVICE-8',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/extractions',
    statement: 'The gateway does not reach this part of the service: a web page with status 502.',
    transform: transformSuccess(() => htmlAnswer(502, 'Bad Gateway')),
  },
];

export const availabilityFaults: readonly Fault[] = [
  ...missingEndpoints,
  ...otherwiseMissing,
  ...strangeStatuses,
];

function always(answer: Answer): Fault['transform'] {
  return transformWhere(
    () => true,
    () => answer,
  );
}
