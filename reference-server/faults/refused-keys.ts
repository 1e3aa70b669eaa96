import { errorAnswer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import { hasHeaderCredential, hasQueryCredential } from '../authentication.ts';
import {
  everywhere,
  isSuccess,
  type TransformAt,
  transformAuthentication,
  transformWhere,
} from '../transform-builders.ts';
import type { Fault } from './fault.ts';

function closedFor(keepsOut: (request: ApiRequest) => boolean): TransformAt {
  return transformAuthentication(
    (usual) => (request, users) => (keepsOut(request) ? undefined : usual(request, users)),
  );
}

/** Requests with a valid key are refused. */
export const refusedKeyFaults: readonly Fault[] = [
  {
    name: 'header-ignored',
    breaks: 'AUTH-6',
    caughtBy: 'auth.header-key-accepted',
    at: everywhere,
    statement: 'Every endpoint ignores the Authorization header.',
    transform: closedFor(hasHeaderCredential),
  },
  {
    name: 'extraction-header-ignored',
    breaks: 'AUTH-8',
    caughtBy: 'auth.header-key-accepted',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An extraction is shown for a key in the query only.',
    transform: closedFor(hasHeaderCredential),
  },
  {
    name: 'form-templates-need-a-key-in-the-query',
    breaks: 'AUTH-8',
    caughtBy: 'auth.header-key-accepted',
    at: 'GET /api/v3/extraction_forms_projects',
    statement: 'Form templates answer a request without `api_key` with a mistake in its parameters.',
    transform: transformWhere(
      (answer, request) => isSuccess(answer) && !hasQueryCredential(request),
      () => errorAnswer(400, 'api_key is required'),
    ),
  },
  {
    name: 'query-key-ignored',
    breaks: 'AUTH-7',
    caughtBy: 'auth.query-key-accepted',
    at: everywhere,
    statement: 'Every endpoint ignores the parameter `api_key`.',
    transform: closedFor(hasQueryCredential),
  },
  {
    name: 'citations-query-key-ignored',
    breaks: 'AUTH-8',
    caughtBy: 'auth.query-key-accepted',
    at: 'GET /api/v3/citations',
    statement: 'Citations are listed for a key in the header only.',
    transform: closedFor(hasQueryCredential),
  },
  {
    name: 'v4-projects-query-key-ignored',
    breaks: 'AUTH-7',
    caughtBy: 'auth.query-key-accepted',
    at: 'GET /api/v4/projects',
    statement: 'Version 4 accepts a key in the header only.',
    transform: closedFor(hasQueryCredential),
  },
  {
    name: 'import-header-ignored',
    breaks: 'AUTH-6',
    caughtBy: 'auth.import-header-key-accepted',
    at: 'POST /api/v3/fhir_imports',
    statement: 'An import accepts a key in the query only.',
    transform: closedFor(hasHeaderCredential),
  },
  {
    name: 'import-query-key-ignored',
    breaks: 'AUTH-7',
    caughtBy: 'auth.import-query-key-accepted',
    at: 'POST /api/v3/fhir_imports',
    statement: 'An import accepts a key in the header only.',
    transform: closedFor(hasQueryCredential),
  },
];
