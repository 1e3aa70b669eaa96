import { type Answer, errorAnswer, htmlAnswer, json } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import type { Endpoint } from '../endpoints.ts';
import { noSuchEndpoint } from '../faults/answers.ts';
import type { Json } from '../json.ts';
import {
  atEndpoint,
  isOtherError,
  type ResponseTransform,
  type TransformAt,
  transformSuccess,
  transformWhere,
} from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

function unknownId(answerTo: (request: ApiRequest) => Answer): TransformAt {
  return transformWhere(
    (answer, { id }) => isOtherError(answer) && id !== undefined,
    (_answer, request) => answerTo(request),
  );
}

const deadProject = 9_797;

/** Lists a project first that no user can read. */
function withDeadProject(error: Answer): () => ResponseTransform {
  return () => ({
    transformAnswer: (answer, { endpoint, id, query }) => {
      const isAboutIt = id === String(deadProject) || query.project_id === String(deadProject);
      if (isOtherError(answer) && isAboutIt) return error;
      if (endpoint !== 'GET /api/v3/projects' || !Array.isArray(answer.body)) return answer;
      return { ...answer, body: [{ id: deadProject, name: 'Closed' }, ...answer.body] };
    },
  });
}

/** Answers every request for the first requested record with an error. */
function firstRecord(at: Endpoint, error: Answer): () => ResponseTransform {
  return () => {
    let first: string | undefined;
    return transformSuccess((answer, { id }) => {
      first ??= id;
      return id === first ? error : answer;
    })(at);
  };
}

/** Answers differently after one usual answer. */
function afterFirstAnswer(at: Endpoint, other: Answer): () => ResponseTransform {
  return () => {
    let answered = 0;
    return transformSuccess((answer) => {
      answered += 1;
      return answered > 1 ? other : answer;
    })(at);
  };
}

const emptyRecords: Readonly<Record<string, Json>> = {
  'GET /api/v3/projects/:id': { resourceType: 'Bundle', type: 'collection' },
  'GET /api/v3/extractions/:id': { resourceType: 'ArtifactAssessment' },
  'GET /api/v3/sd_meta_data/:id': { resourceType: 'EvidenceReport' },
};

/** The possible answers to an unknown id. */
export const unknownIdVariants: readonly Variant[] = withFreedom('GAP-UNKNOWN-ID', [
  ...[400, 403, 410, 422].map((status) => ({
    name: `unknown-id-${status}`,
    statement: `An unknown id is answered with status ${status}.`,
    transform: unknownId(() => errorAnswer(status, 'There is no such record.')),
  })),
  {
    name: 'malformed-id-unknown-to-the-router',
    freedom: 'section 4',
    statement:
      'Letters in the place of a number are taken for an address that does not exist: a web page with status 404.',
    transform: transformWhere(
      (answer, { id }) => isOtherError(answer) && /\D/.test(id ?? ''),
      () => htmlAnswer(404, 'Not Found'),
    ),
  },
  {
    name: 'unknown-id-unauthorized',
    statement: 'An unknown id is answered like a wrong key: 401 Unauthorized.',
    transform: unknownId(() => errorAnswer(401, 'Unauthorized')),
  },
  {
    name: 'unknown-id-empty-record',
    statement: 'An unknown id is answered with an empty record of the right type.',
    transform: unknownId(({ endpoint = '' }) => json(200, emptyRecords[endpoint] ?? {})),
    leavesUnjudged: 'An empty citation does not show whether it is a record or an error.',
  },
  {
    name: 'unknown-id-outcome-with-error',
    statement: 'An unknown id is answered by an OperationOutcome that has `error` too.',
    transform: unknownId(() =>
      json(
        404,
        {
          resourceType: 'OperationOutcome',
          issue: [{ severity: 'error', code: 'not-found' }],
          error: 'Not found',
        },
        { 'content-type': 'application/fhir+json' },
      ),
    ),
  },
  {
    name: 'first-project-forbidden',
    freedom: 'section 4',
    statement: 'One of the listed projects may not be read.',
    transform: withDeadProject(errorAnswer(403, 'This project is closed.')),
  },
  {
    name: 'first-project-gone',
    freedom: 'section 4',
    statement: 'One of the listed projects was removed since the list was made.',
    transform: withDeadProject(errorAnswer(410, 'This project was removed.')),
  },
  {
    name: 'first-citation-not-found',
    freedom: 'section 4',
    statement: 'One of the listed citations was removed since the list was made.',
    hidesFaultsOf: ['citation-405', 'citation-406', 'citation-410', 'second-citation'],
    transform: firstRecord('GET /api/v3/citations/:id', errorAnswer(404, 'There is no such citation.')),
  },
  {
    name: 'extraction-removed-in-between',
    freedom: 'section 3',
    statement: 'An extraction is removed right after it was shown.',
    transform: afterFirstAnswer(
      'GET /api/v3/extractions/:id',
      errorAnswer(404, 'There is no such extraction.'),
    ),
    leavesUnjudged: 'What is asked with the key in the query is no longer there.',
  },
  {
    name: 'citations-not-found-by-listed-ids',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'The list of citations shows ids that no path takes.',
    transform: atEndpoint(
      'GET /api/v3/citations/:id',
      transformSuccess(() => errorAnswer(404, 'There is no such citation.')),
    ),
    leavesUnjudged: 'No citation is found, and the document does not say which id its path takes.',
    state: 'incomplete',
  },
  {
    name: 'records-not-found-by-listed-ids',
    freedom: 'GAP-LIST-FIELDS',
    statement:
      'One list shows ids that no path takes, and such an id is answered as a path that does not exist.',
    transform: atEndpoint(
      'GET /api/v3/citations/:id',
      transformSuccess(() => noSuchEndpoint),
    ),
    leavesUnjudged: 'The document does not say which id a path takes.',
    state: 'incomplete',
  },
  {
    name: 'projects-not-found-by-listed-ids',
    freedom: 'GAP-LIST-FIELDS',
    statement: 'The list of projects shows ids that no path takes.',
    transform: atEndpoint(
      'GET /api/v3/projects/:id',
      transformSuccess(() => errorAnswer(404, 'There is no such project.')),
    ),
    leavesUnjudged: 'No project is found, and the document does not say which id its path takes.',
    state: 'incomplete',
  },
  {
    name: 'errors-in-other-language',
    freedom: 'GAP-ERROR-MESSAGES',
    statement: 'Messages other than `Unauthorized` are in another language.',
    transform: unknownId(() => errorAnswer(404, 'Die gesuchte Seite gibt es nicht – 見つかりません')),
  },
]);
