import { STATUS_CODES } from 'node:http';
import { type Answer, textOf, withoutHeader } from '../answer.ts';
import { declaredAs, transformAll, transformSuccess, transformWhere } from '../transform-builders.ts';
import { type Variant, withFreedom } from './variant.ts';

function problemDetails(answer: Answer): Answer {
  const { error } = JSON.parse(textOf(answer)) as { error: string };
  return {
    status: answer.status,
    headers: { 'content-type': 'application/problem+json' },
    body: { type: 'about:blank', title: error, status: answer.status, detail: error, error },
  };
}

/** An error as written by Boom and the frameworks that follow it. */
function withStatusCode(answer: Answer): Answer {
  const { error } = JSON.parse(textOf(answer)) as { error: string };
  const { status: statusCode } = answer;
  return { ...answer, body: { statusCode, error, message: STATUS_CODES[statusCode] ?? 'Error' } };
}

/** The declared types of bodies. */
export const contentTypeVariants: readonly Variant[] = withFreedom('GAP-CONTENT-TYPE', [
  {
    name: 'charset-in-capitals',
    statement: 'The content type is written in capitals, with a quoted character set.',
    transform: transformAll(declaredAs('Application/JSON; Charset="UTF-8"')),
  },
  {
    name: 'fhir-json',
    statement: 'Successes are declared as FHIR JSON.',
    transform: transformSuccess(declaredAs('application/fhir+json; charset=utf-8; fhirVersion=4.0')),
  },
  {
    name: 'json-api-type',
    statement: 'Everything is declared as JSON:API.',
    transform: transformAll(declaredAs('application/vnd.api+json')),
  },
  {
    name: 'vendor-json-type',
    statement: "Everything is declared as a vendor's JSON type.",
    transform: transformAll(declaredAs('application/vnd.evidence.v3+json; charset=utf-8')),
  },
  {
    name: 'everything-as-text',
    statement: 'Everything is JSON that is declared as plain text.',
    transform: transformAll(declaredAs('text/plain; charset=utf-8')),
  },
  {
    name: 'errors-as-text',
    freedom: 'GAP-ERROR-CONTENT-TYPE',
    statement: 'Errors are JSON that is declared as plain text.',
    transform: transformWhere(({ status }) => status >= 400, declaredAs('text/plain; charset=utf-8')),
  },
  {
    name: 'fhir-declared-as-xml',
    statement: 'Successes are JSON that is declared as FHIR XML.',
    transform: transformSuccess(declaredAs('application/fhir+xml')),
  },
  {
    name: 'everything-as-bytes',
    statement: 'Everything is JSON that is declared as bytes.',
    transform: transformAll(declaredAs('application/octet-stream')),
  },
  {
    name: 'no-content-type',
    statement: 'No content type is declared.',
    transform: transformAll((answer) => withoutHeader(answer, 'content-type')),
  },
  {
    name: 'errors-with-status-code',
    freedom: 'GAP-ERROR-FIELDS',
    statement: 'Errors have `statusCode` and `message`, which say the status, besides `error`.',
    transform: transformWhere(({ status }) => status >= 400, withStatusCode),
    // Its 404 differs from that of an unknown path, by which a missing list is detected.
    hidesFaultsOf: ['sr360-records-missing'],
  },
  {
    name: 'problem-json',
    freedom: 'GAP-ERROR-FIELDS',
    statement: 'Errors are declared as problem details, with `error` among their fields.',
    transform: transformWhere(({ status }) => status >= 400, problemDetails),
    // Its 404 differs from that of an unknown path, by which a missing list is detected.
    hidesFaultsOf: ['sr360-records-missing'],
  },
]);
