import { rewriting, transformSuccess, transformSuccessByQuery } from '../transform-builders.ts';
import type { Fault } from './fault.ts';

const value = (text: string) => rewriting(() => text);

/** Successes that are JSON of a kind that the document does not give. */
export const wrongKindFaults: readonly Fault[] = [
  {
    name: 'projects-null',
    breaks: 'RESOURCE-1',
    caughtBy: 'success.list-kind',
    at: 'GET /api/v3/projects',
    statement: 'The project list is null.',
    transform: transformSuccess(value('null')),
  },
  {
    name: 'projects-string',
    breaks: 'ENDPOINT-1',
    caughtBy: 'success.list-kind',
    at: 'GET /api/v3/projects',
    statement: 'The project list is a string.',
    transform: transformSuccess(value('"1,2,3"')),
  },
  {
    name: 'citations-number',
    breaks: 'ENDPOINT-3',
    caughtBy: 'success.list-kind',
    at: 'GET /api/v3/citations',
    statement: 'The list of citations is only their number.',
    transform: transformSuccess(value('12')),
  },
  {
    name: 'key-questions-null',
    breaks: 'ENDPOINT-5',
    caughtBy: 'success.list-kind',
    at: 'GET /api/v3/key_questions',
    statement: 'The list of key questions is null.',
    transform: transformSuccess(value('null')),
  },
  {
    name: 'form-templates-true',
    breaks: 'ENDPOINT-10',
    caughtBy: 'success.list-kind',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'The list of form templates is the value true.',
    transform: transformSuccess(value('true')),
  },
  {
    name: 'assessments-string',
    breaks: 'ENDPOINT-12',
    caughtBy: 'success.list-kind',
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
    caughtBy: 'success.list-kind',
    at: 'GET /api/v3/extractions',
    statement: 'The list of extractions is an error with status 200.',
    transform: transformSuccess(value('{"error":"The extractions could not be read.","status":500}')),
  },
  {
    name: 'sr360-records-outcome-as-success',
    breaks: 'ENDPOINT-8',
    caughtBy: 'success.list-kind',
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
  {
    name: 'key-questions-null-by-query',
    breaks: 'ENDPOINT-5',
    caughtBy: 'success.list-kind',
    at: 'GET /api/v3/key_questions',
    statement: 'The list of key questions is null for a key in the query.',
    transform: transformSuccessByQuery(value('null')),
  },
];
