import { rewriting, transformSuccess, transformSuccessByQuery } from '../transform-builders.ts';
import { type Fault, withCommon } from './fault.ts';

const value = (text: string) => rewriting(() => text);

/** JSON successes of a kind that the document does not promise. */
export const wrongKindFaults: readonly Fault[] = withCommon({ caughtBy: 'success.list-kind' }, [
  {
    name: 'projects-null',
    breaks: 'RESOURCE-1',
    at: 'GET /api/v3/projects',
    statement: 'The project list is null.',
    transform: transformSuccess(value('null')),
  },
  {
    name: 'projects-string',
    breaks: 'ENDPOINT-1',
    at: 'GET /api/v3/projects',
    statement: 'The project list is a string.',
    transform: transformSuccess(value('"1,2,3"')),
  },
  {
    name: 'citations-number',
    breaks: 'ENDPOINT-3',
    at: 'GET /api/v3/citations',
    statement: 'The list of citations is only their number.',
    transform: transformSuccess(value('12')),
  },
  {
    name: 'key-questions-null',
    breaks: 'ENDPOINT-5',
    at: 'GET /api/v3/key_questions',
    statement: 'The list of key questions is null.',
    transform: transformSuccess(value('null')),
  },
  {
    name: 'key-questions-error-next-to-no-entries',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/key_questions',
    statement: 'An error comes with status 200, next to an empty list of key questions.',
    transform: transformSuccess(value('{"error":"The database timed out.","items":[],"next":null}')),
  },
  {
    name: 'assessments-one-record',
    breaks: 'ENDPOINT-12',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'One artifact assessment, of which a field is null, comes in place of the list.',
    transform: transformSuccess(value('{"id":7,"title":"Risk of bias","state":null}')),
  },
  {
    name: 'key-questions-list-of-nulls',
    breaks: 'ENDPOINT-5',
    at: 'GET /api/v3/key_questions',
    statement: 'The list of key questions holds nothing but null.',
    transform: transformSuccess(value('[null,null]')),
  },
  {
    name: 'sr360-records-not-written',
    breaks: 'ENDPOINT-8',
    at: 'GET /api/v3/sd_meta_data',
    statement: 'Every SR360 record is the text "[object Object]".',
    transform: transformSuccess(value('{"data":["[object Object]","[object Object]"]}')),
  },
  {
    name: 'form-templates-true',
    breaks: 'ENDPOINT-10',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'The list of form templates is the value true.',
    transform: transformSuccess(value('true')),
  },
  {
    name: 'assessments-string',
    breaks: 'ENDPOINT-12',
    at: 'GET /api/v3/artifact_assessments',
    statement: 'The list of artifact assessments is JSON inside a string.',
    transform: transformSuccess(rewriting((text) => JSON.stringify(text))),
  },
  {
    name: 'citation-null',
    breaks: 'ENDPOINT-4',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/citations/:id',
    statement: 'A citation that the list shows is null.',
    transform: transformSuccess(value('null')),
  },
  {
    name: 'users-string',
    breaks: 'ENDPOINT-13',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/users',
    statement: 'The user record is only a name.',
    transform: transformSuccess(value('"ada"')),
  },
  {
    name: 'extractions-error-as-success',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/extractions',
    statement: 'The list of extractions is an error with status 200.',
    transform: transformSuccess(value('{"error":"The extractions could not be read.","status":500}')),
  },
  {
    name: 'sr360-records-outcome-as-success',
    breaks: 'ENDPOINT-8',
    at: 'GET /api/v3/sd_meta_data',
    statement: 'The list of SR360 records is an OperationOutcome about an error, with status 200.',
    transform: transformSuccess(
      value('{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"exception"}]}'),
    ),
  },
  {
    name: 'users-error-as-success',
    breaks: 'ERROR-1',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/users',
    statement: 'The user record is an error with status 200.',
    transform: transformSuccess(value('{"error":"The user could not be read."}')),
  },
  {
    name: 'users-empty-list',
    breaks: 'RESOURCE-9',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/users',
    statement: 'The record of the current user is an empty list.',
    transform: transformSuccess(value('[]')),
  },
  ...(
    [
      ['projects-welcome', 'ENDPOINT-1', 'GET /api/v3/projects', 'a message', '{"message":"Welcome"}'],
      [
        'extractions-count',
        'ENDPOINT-6',
        'GET /api/v3/extractions',
        'only a number in an object',
        '{"count":3}',
      ],
      [
        'key-questions-one-record',
        'ENDPOINT-5',
        'GET /api/v3/key_questions',
        'one key question',
        '{"id":1,"question":"Does it help?","tags":["a"]}',
      ],
    ] as const
  ).map(
    ([name, breaks, at, what, body]): Fault => ({
      name,
      breaks,
      caughtBy: 'success.list-kind',
      at,
      statement: `In place of a list there is ${what}.`,
      transform: transformSuccess(value(body)),
    }),
  ),
  {
    name: 'users-empty-object',
    breaks: 'ENDPOINT-13',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/users',
    statement: 'The record of the current user is an empty object.',
    transform: transformSuccess(value('{}')),
  },
  {
    name: 'citation-empty-object',
    breaks: 'ENDPOINT-4',
    caughtBy: 'success.record-kind',
    at: 'GET /api/v3/citations/:id',
    statement: 'A citation is an empty object in another one.',
    transform: transformSuccess(value('{"citation":{}}')),
  },
  {
    name: 'key-questions-null-by-query',
    breaks: 'ENDPOINT-5',
    at: 'GET /api/v3/key_questions',
    statement: 'The list of key questions is null for a key in the query.',
    transform: transformSuccessByQuery(value('null')),
  },
]);
