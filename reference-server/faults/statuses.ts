import { htmlAnswer, json, withHeaders } from '../answer.ts';
import { everywhere, transformSuccess, transformWhere } from '../transform-builders.ts';
import { crash } from './answers.ts';
import { type Fault, withCommon } from './fault.ts';

/** An answer with a status that the document does not mention. */
export const statusFaults: readonly Fault[] = withCommon({ caughtBy: 'availability.documented-status' }, [
  {
    name: 'users-crash',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/users',
    statement: 'Every valid request ends in a JSON error with status 500.',
    transform: transformSuccess(() => crash),
  },
  {
    name: 'users-crash-and-ask-to-wait',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/users',
    statement: 'Every valid request ends in a JSON error with status 500 that asks to come back later.',
    transform: transformSuccess(() => withHeaders(crash, { 'retry-after': '30' })),
  },
  {
    name: 'citations-crash',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/citations',
    statement: 'Without a project the list is refused; with one it ends in a JSON error with status 500.',
    transform: transformSuccess(() => crash),
  },
  {
    name: 'citations-without-project-as-html',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    at: 'GET /api/v3/citations',
    statement: 'Without a project the list is refused by a web page with status 400.',
    transform: transformWhere(
      ({ status }, { query }) => status === 400 && query.project_id === undefined,
      () => htmlAnswer(400, 'Which project?'),
    ),
  },
  {
    name: 'citation-crash-as-html',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/citations/:id',
    statement: 'Every valid request ends in a web page with status 500.',
    transform: transformSuccess(() => htmlAnswer(500, 'Internal Server Error')),
  },
  {
    name: 'extractions-unavailable',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/extractions',
    statement: 'Every valid request ends in a web page with status 503, however often it is sent.',
    transform: transformSuccess(() => htmlAnswer(503, 'Service Temporarily Unavailable')),
  },
  {
    name: 'form-templates-no-content',
    breaks: 'SERVICE-7',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'A success has status 204 and no body.',
    transform: transformSuccess((answer) => ({ ...answer, status: 204, body: undefined })),
  },
  {
    name: 'assessments-accepted',
    breaks: 'RULE-3',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'A success has status 202.',
    transform: transformSuccess((answer) => ({ ...answer, status: 202 })),
  },
  {
    name: 'sr360-records-non-authoritative',
    breaks: 'SERVICE-7',
    at: 'GET /api/v3/sd_meta_data',
    statement: 'A success has status 203.',
    transform: transformSuccess((answer) => ({ ...answer, status: 203 })),
  },
  {
    name: 'key-questions-redirect',
    breaks: 'SERVICE-7',
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
    caughtBy: 'errors.json-body',
    at: 'GET /api/v3/extractions',
    statement: 'Every valid request is refused by a web page with status 400.',
    transform: transformSuccess(() => htmlAnswer(400, 'Bad Request')),
  },
  {
    name: 'citation-error-says-message',
    breaks: 'ERROR-3',
    caughtBy: 'errors.shape',
    at: 'GET /api/v3/citations/:id',
    statement: 'Every valid request is refused with `message` in place of `error`.',
    transform: transformSuccess(() => json(422, { message: 'The citation cannot be shown.' })),
  },
  {
    name: 'extractions-bad-gateway',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/extractions',
    statement: 'The gateway does not reach this part of the service: a web page with status 502.',
    transform: transformSuccess(() => htmlAnswer(502, 'Bad Gateway')),
  },
  {
    name: 'one-in-three-crashes',
    breaks: 'SERVICE-8',
    at: everywhere,
    statement: 'Every third valid request ends in a JSON error with status 500.',
    transform: (at) => {
      let successes = 0;
      return transformSuccess((answer) => {
        successes += 1;
        return successes % 3 === 0 ? crash : answer;
      })(at);
    },
  },
]);
