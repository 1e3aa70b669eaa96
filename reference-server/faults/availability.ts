import { type Answer, errorAnswer, htmlAnswer } from '../answer.ts';
import { type EndpointName, endpointNames, endpoints } from '../endpoints.ts';
import {
  addingHeaders,
  type TransformAt,
  transformAll,
  transformSuccess,
  transformWhere,
} from '../transform-builders.ts';
import { noSuchEndpoint } from './answers.ts';
import { type Fault, withCommon } from './fault.ts';

/** The requirement that names each endpoint. */
const named: Readonly<Record<EndpointName, string>> = {
  projects: 'ENDPOINT-1',
  project: 'ENDPOINT-2',
  citations: 'RESOURCE-2',
  citation: 'ENDPOINT-4',
  'key-questions': 'RESOURCE-4',
  extractions: 'ENDPOINT-6',
  extraction: 'ENDPOINT-7',
  'sr360-records': 'ENDPOINT-8',
  'sr360-record': 'ENDPOINT-9',
  'form-templates': 'RESOURCE-7',
  import: 'ENDPOINT-11',
  assessments: 'RESOURCE-8',
  users: 'ENDPOINT-13',
  'v4-projects': 'VERSION-3',
};

const always = (answer: Answer): TransformAt => transformAll(() => answer);

const asGzip = addingHeaders({ 'content-encoding': 'gzip' });

/** The endpoint does not exist at all, with and without a key. */
const missingEndpoints = endpointNames.map(
  (name): Fault => ({
    name: `${name}-missing`,
    breaks: named[name],
    caughtBy: name === 'import' ? 'availability.import-answers' : 'availability.endpoint-answers',
    at: endpoints[name],
    statement: `Nothing answers at ${endpoints[name]}.`,
    transform: always(noSuchEndpoint),
  }),
);

/** Missing in other ways than a plain 404. */
const otherwiseMissing: readonly Fault[] = [
  {
    name: 'users-declared-as-gzip',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'GET /api/v3/users',
    statement: 'The user is declared as compressed, and is not.',
    transform: transformAll(asGzip),
  },
  {
    name: 'citation-errors-declared-as-gzip',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    at: 'GET /api/v3/citations/:id',
    statement: 'Errors are declared as compressed, and are not.',
    transform: transformWhere(({ status }) => status >= 400, asGzip),
  },
  {
    name: 'citations-gone',
    breaks: 'ENDPOINT-3',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/citations',
    statement: 'Citations have moved away: status 410.',
    transform: always(errorAnswer(410, 'This resource was moved.')),
  },
  {
    name: 'key-questions-not-allowed',
    breaks: 'ENDPOINT-5',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/key_questions',
    statement: 'Key questions cannot be read: status 405.',
    transform: always(errorAnswer(405, 'The method is not allowed.')),
  },
  {
    name: 'form-templates-not-implemented',
    breaks: 'ERROR-1',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'Form templates are not implemented: status 501.',
    transform: always(errorAnswer(501, 'Not implemented.')),
  },
  {
    name: 'assessments-missing-as-html',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'A web page says that there are no artifact assessments: status 404.',
    transform: always(htmlAnswer(404, 'Not Found')),
  },
  {
    name: 'import-not-allowed',
    breaks: 'RESOURCE-10',
    caughtBy: 'availability.import-answers',
    at: 'POST /api/v3/fhir_imports',
    statement: 'Imports do not accept POST: status 405.',
    transform: always(errorAnswer(405, 'The method is not allowed.')),
  },
  {
    name: 'users-missing-behind-key',
    breaks: 'SERVICE-9',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/users',
    statement:
      'With a valid key there is no such path: status 404; without one the request is refused for its key.',
    transform: transformSuccess(() => noSuchEndpoint),
  },
  {
    name: 'key-questions-missing-behind-key',
    breaks: 'RESOURCE-4',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v3/key_questions',
    statement: 'With a valid key the list of key questions answers exactly as a path that does not exist.',
    transform: transformWhere(
      ({ status }) => status !== 401,
      () => noSuchEndpoint,
    ),
  },
  {
    name: 'v4-projects-gone',
    breaks: 'VERSION-3',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v4/projects',
    statement: 'Version 4 was removed: status 410.',
    transform: transformSuccess(() => errorAnswer(410, 'Version 4 was removed.')),
  },
  {
    name: 'v4-projects-missing-behind-key',
    breaks: 'VERSION-1',
    caughtBy: 'availability.endpoint-answers',
    at: 'GET /api/v4/projects',
    statement: 'Version 4 does not stand in the path: with a valid key there is no such path.',
    transform: transformSuccess(() => noSuchEndpoint),
  },
];

/** A valid key gets a status that refuses neither the key nor the request. */
function refusedBehindKey(name: EndpointName, breaks: string, where: string) {
  return [405, 406, 410].map((status) => ({
    name: `${name}-${status}-behind-key`,
    breaks,
    at: endpoints[name],
    statement: `A valid key gets status ${status} ${where}.`,
    transform: transformSuccess(() => errorAnswer(status, 'Not like this.')),
  }));
}

/** Answers to a valid key that neither a missing parameter nor the id explains. */
const unexplained: readonly Fault[] = withCommon({ caughtBy: 'availability.endpoint-answers' }, [
  {
    name: 'projects-listed-but-forbidden',
    breaks: 'ENDPOINT-2',
    at: 'GET /api/v3/projects/:id',
    statement: 'No listed project may be read: status 403.',
    transform: transformSuccess(() => errorAnswer(403, 'This key may not read the project.')),
  },
  ...refusedBehindKey('key-questions', 'ENDPOINT-5', 'from the list of key questions'),
  {
    name: 'pinned-project-not-taken-for-an-id',
    breaks: 'ENDPOINT-2',
    at: 'GET /api/v3/projects/:id',
    statement: 'The id of a project is refused as malformed: status 400.',
    settings: { PROJECT_ID: '1' },
    transform: transformSuccess(() => errorAnswer(400, 'The id is malformed.')),
  },
  ...refusedBehindKey('citation', 'ENDPOINT-4', 'for every citation'),
]);

export const availabilityFaults: readonly Fault[] = [
  ...missingEndpoints,
  ...otherwiseMissing,
  ...unexplained,
];
