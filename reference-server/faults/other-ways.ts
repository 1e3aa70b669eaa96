import { type Answer, emptyAnswer, errorAnswer, htmlAnswer, json } from '../answer.ts';
import { hasHeaderCredential, hasNoCredential, hasQueryCredential, presentedKey } from '../authentication.ts';
import {
  declaredAs,
  isOtherError,
  type TransformAt,
  transformBody,
  transformRefusal,
  transformSuccess,
  transformSuccessByQuery,
  transformWhere,
  transformWithMemory,
} from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

/** Refuses a missing key as documented once, and differently later. */
function laterRefusals(refusal: Answer): TransformAt {
  return transformWithMemory(() => {
    let count = 0;
    return (answer, request) => {
      if (answer.status !== 401 || !hasNoCredential(request)) return answer;
      count += 1;
      return count > 1 ? refusal : answer;
    };
  });
}

const asPage = declaredAs('text/html');

/** Faults of one kind of request only: by query, or repeated; and errors that look like successes. */
export const otherWayFaults: readonly Fault[] = withCommon({ caughtBy: 'auth.query-key-accepted' }, [
  {
    name: 'key-questions-by-query-empty',
    at: 'GET /api/v3/key_questions',
    breaks: 'AUTH-8',
    statement: 'With the key in the query the list is empty, as for somebody who is not known.',
    transform: transformSuccessByQuery(() => json(200, [])),
  },
  {
    name: 'query-key-forbidden-without-a-body',
    at: 'GET /api/v3/sd_meta_data',
    breaks: 'AUTH-7',
    statement: 'With the key in the query the list is forbidden, by status 403 and no body.',
    transform: transformSuccessByQuery(() => emptyAnswer(403)),
  },
  {
    name: 'key-questions-by-query-empty-object',
    at: 'GET /api/v3/key_questions',
    breaks: 'AUTH-8',
    statement: 'With the key in the query the list is an empty object.',
    transform: transformSuccessByQuery(() => json(200, {})),
  },
  {
    name: 'citation-absent-by-query',
    at: 'GET /api/v3/citations/:id',
    breaks: 'AUTH-8',
    statement: 'With the key in the query the record is not found, however often it is asked for.',
    transform: transformSuccessByQuery(() => errorAnswer(404, 'Not Found')),
  },
  {
    name: 'import-by-query-refused-as-html',
    at: 'POST /api/v3/fhir_imports',
    breaks: 'ERROR-2',
    caughtBy: 'import.other-type-answered',
    statement: 'With the key in the query a Bundle is refused with a web page.',
    transform: transformWhere(
      (answer, request) => isOtherError(answer) && hasQueryCredential(request),
      () => htmlAnswer(422, 'Unprocessable'),
    ),
  },
  {
    name: 'refusal-as-html-later',
    at: 'GET /api/v3/projects',
    breaks: 'ERROR-2',
    caughtBy: 'errors.json-body',
    statement: 'A missing key is refused with a web page from the second time on.',
    transform: laterRefusals(htmlAnswer(401, 'Unauthorized')),
  },
  {
    name: 'version-four-error-as-success',
    at: 'GET /api/v4/projects',
    breaks: 'ERROR-1',
    caughtBy: 'availability.documented-status',
    statement: 'Version 4 reports an error with status 200.',
    transform: transformBody(() => ({ error: 'The database is down.' })),
  },
  {
    name: 'list-of-inspected-objects',
    at: 'GET /api/v3/key_questions',
    breaks: 'ENDPOINT-5',
    caughtBy: 'success.list-kind',
    statement: 'The entries of a list are what Ruby shows of an object that was not made into JSON.',
    transform: transformBody(() => ['#<KeyQuestion:0x00007f01>', '#<KeyQuestion:0x00007f02>']),
  },
  {
    name: 'list-of-yes-and-no',
    at: 'GET /api/v3/artifact_assessments',
    breaks: 'ENDPOINT-12',
    caughtBy: 'success.list-kind',
    statement: 'The entries of a list are yes or no.',
    transform: transformBody(() => [true, false]),
  },
  {
    name: 'import-names-its-errors-alone',
    at: 'POST /api/v3/fhir_imports',
    breaks: 'RULE-2',
    caughtBy: 'import.identifiers',
    statement: 'An import is answered with status 201 and a list of errors.',
    transform: transformSuccess(() => json(201, { errors: ['invalid'] })),
  },
  {
    name: 'empty-key-refused-as-a-page',
    at: 'GET /api/v3/projects',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    statement: 'The JSON that refuses an empty key is declared as a web page.',
    transform: transformRefusal((answer, request) =>
      hasHeaderCredential(request) && presentedKey(request) === undefined ? asPage(answer, request) : answer,
    ),
  },
]);
