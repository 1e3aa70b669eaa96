import { type Answer, emptyAnswer, errorAnswer, htmlAnswer, json, textAnswer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import { hasNoCredential, presentedKey } from '../authentication.ts';
import { declaredAs, everywhere, type TransformAt, transformRefusal } from '../transform-builders.ts';
import { type Fault, withCommon, withoutImports } from './fault.ts';

/** The reference's keys have 64 characters. */
const keyLength = 64;

/** Transforms the refusals of matching requests. */
function refusalWhere(
  applies: (request: ApiRequest) => boolean,
  transform: (usual: Answer) => Answer,
): TransformAt {
  return transformRefusal((answer, request) => (applies(request) ? transform(answer) : answer));
}

/** Refusals that are not the documented error answer. */
export const refusalFaults: readonly Fault[] = withCommon({ caughtBy: 'errors.shape', at: everywhere }, [
  {
    name: 'refusal-redirects-to-login',
    breaks: 'ERROR-1',
    caughtBy: 'auth.no-key-rejected',
    statement: 'Without a valid key a request is redirected to the log-in page.',
    transform: transformRefusal(() => ({ ...htmlAnswer(302, 'Found'), headers: { location: '/login' } })),
  },
  {
    name: 'refusal-as-success',
    breaks: 'AUTH-9',
    caughtBy: 'auth.no-key-rejected',
    statement: 'Without a valid key the error body comes with status 200.',
    transform: transformRefusal(() => errorAnswer(200, 'Unauthorized')),
  },
  {
    name: 'refusal-as-login-page',
    breaks: 'AUTH-9',
    caughtBy: 'auth.no-key-rejected',
    statement: 'Without a valid key the log-in page comes with status 200.',
    transform: transformRefusal(() => htmlAnswer(200, 'Log in')),
  },
  {
    name: 'refusal-as-empty-success',
    breaks: 'AUTH-9',
    caughtBy: 'auth.no-key-rejected',
    at: 'GET /api/v3/projects',
    statement: 'Without a valid key the project list is an empty list.',
    transform: transformRefusal(() => json(200, [])),
  },
  {
    name: 'refusal-as-server-error',
    breaks: 'SERVICE-8',
    caughtBy: 'auth.no-key-rejected',
    statement: 'Without a valid key the service crashes with status 500.',
    transform: transformRefusal(() => errorAnswer(500, 'Unauthorized')),
  },
  {
    name: 'refusal-no-content',
    breaks: 'ERROR-1',
    caughtBy: 'auth.no-key-rejected',
    at: 'GET /api/v3/key_questions',
    statement: 'Without a valid key the answer has status 204.',
    transform: transformRefusal(() => emptyAnswer(204)),
  },
  {
    name: 'refusal-as-html',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    statement: 'Without a valid key a web page says Unauthorized.',
    transform: transformRefusal(() => htmlAnswer(401, 'Unauthorized')),
  },
  {
    name: 'import-refusal-as-html',
    breaks: 'SERVICE-8',
    caughtBy: 'errors.json-body',
    at: 'POST /api/v3/fhir_imports',
    statement: 'An import without a valid key is refused with a web page.',
    transform: transformRefusal(() => htmlAnswer(401, 'Unauthorized')),
  },
  {
    name: 'refusal-as-text',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    at: 'GET /api/v4/projects',
    statement: 'Version 4 refuses with the bare word Unauthorized.',
    transform: transformRefusal(() => textAnswer(401, 'text/plain', 'Unauthorized')),
  },
  {
    name: 'refusal-empty',
    breaks: 'AUTH-9',
    caughtBy: 'errors.json-body',
    statement: 'Without a valid key the answer has no body.',
    transform: transformRefusal((answer) => ({ ...answer, body: undefined })),
  },
  {
    name: 'refusal-declared-as-html',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    at: 'GET /api/v3/users',
    statement: 'The refusal is JSON that is declared as HTML.',
    transform: transformRefusal(declaredAs('text/html; charset=utf-8')),
  },
  {
    name: 'refusal-truncated',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    at: 'GET /api/v3/citations/:id',
    statement: 'The refusal is JSON that ends too early.',
    transform: transformRefusal(() => textAnswer(401, 'application/json', '{"error": "Unauthor')),
  },
  {
    name: 'refusal-says-message',
    breaks: 'ERROR-3',
    statement: 'The refusal has `message` in place of `error`.',
    transform: transformRefusal(() => json(401, { message: 'Unauthorized' })),
  },
  {
    name: 'refusal-error-is-object',
    breaks: 'ERROR-3',
    statement: "The refusal's `error` is an object.",
    transform: transformRefusal(() => json(401, { error: { code: 401, message: 'Unauthorized' } })),
  },
  {
    name: 'refusal-error-is-list',
    breaks: 'AUTH-9',
    at: 'GET /api/v3/extractions/:id',
    statement: "The refusal's `error` is a list.",
    transform: transformRefusal(() => json(401, { error: ['Unauthorized'] })),
  },
  {
    name: 'refusal-errors-plural',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/sd_meta_data',
    statement: 'The refusal has a list `errors` in place of `error`.',
    transform: transformRefusal(() => json(401, { errors: [{ title: 'Unauthorized', status: '401' }] })),
  },
  {
    name: 'refusal-is-string',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'The refusal is a bare JSON string.',
    transform: transformRefusal(() => json(401, 'Unauthorized')),
  },
  {
    name: 'refusal-is-null',
    breaks: 'AUTH-9',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'The refusal is the JSON value null.',
    transform: transformRefusal(() => json(401, null)),
  },
  {
    name: 'refusal-is-operation-outcome',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/projects/:id',
    statement: 'A FHIR endpoint refuses with an OperationOutcome that has no `error`.',
    transform: transformRefusal(() =>
      json(401, {
        resourceType: 'OperationOutcome',
        issue: [{ severity: 'error', code: 'login', diagnostics: 'Unauthorized' }],
      }),
    ),
  },
  {
    name: 'refusal-other-message',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    statement: 'The refusal has a message other than Unauthorized.',
    transform: transformRefusal((answer) => ({ ...answer, body: { error: 'Authentication required' } })),
  },
  {
    name: 'missing-key-is-bad-request',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    statement: 'A request without a key is called bad, with another message; imports are not allowed.',
    settings: withoutImports,
    transform: refusalWhere(hasNoCredential, () => errorAnswer(400, 'API key missing')),
  },
  {
    name: 'missing-key-is-not-found',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    statement: 'A request without a key is answered as if there were nothing; imports are not allowed.',
    settings: withoutImports,
    transform: refusalWhere(hasNoCredential, () => errorAnswer(404, 'Not Found')),
  },
  {
    name: 'import-refusal-other-message',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    at: 'POST /api/v3/fhir_imports',
    statement: 'An import without a valid key is refused with another message.',
    transform: transformRefusal((answer) => ({ ...answer, body: { error: 'You shall not import' } })),
  },
  {
    name: 'refusal-small-letters',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    at: 'GET /api/v3/extractions',
    statement: 'The refusal says `unauthorized` in lower case.',
    transform: transformRefusal((answer) => ({ ...answer, body: { error: 'unauthorized' } })),
  },
  {
    name: 'refusal-forbidden',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    at: 'GET /api/v3/projects',
    statement: 'The refusal has status 403 and the message Forbidden.',
    transform: transformRefusal(() => errorAnswer(403, 'Forbidden')),
  },
  {
    name: 'empty-header-key-refused-with-html',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    statement: 'A header without a key is refused with a web page.',
    transform: refusalWhere(
      ({ headers }) => headers.authorization?.trim() === 'Bearer',
      () => htmlAnswer(400, 'Bad Request'),
    ),
  },
  {
    name: 'empty-query-key-refused-with-object',
    breaks: 'ERROR-3',
    statement: 'An empty key in the query is refused with an `error` that is an object.',
    transform: refusalWhere(
      ({ query }) => query.api_key === '',
      (answer) => ({ ...answer, body: { error: { message: 'Unauthorized' } } }),
    ),
  },
  {
    name: 'short-key-refused-in-other-words',
    breaks: 'ERROR-4',
    caughtBy: 'errors.refusal-message',
    statement: 'A key that is too short is refused with a message that says so, instead of Unauthorized.',
    transform: refusalWhere(
      (request) => {
        const { length } = presentedKey(request) ?? '';
        return length > 0 && length < keyLength;
      },
      () => errorAnswer(401, 'The key is too short'),
    ),
  },
]);
