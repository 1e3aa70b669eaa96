import { type Answer, htmlAnswer, textAnswer, textOf, withHeaders } from '../answer.ts';
import { transformSuccess, transformSuccessByQuery } from '../transform-builders.ts';
import { type EndpointName, endpointNames, type Fault } from './fault.ts';

interface Row {
  readonly name: string;
  readonly breaks: string;
  readonly caughtBy: string;
  readonly at: EndpointName;
  readonly statement: string;
  readonly change: (usual: Answer) => Answer;
}

const broken = (change: (text: string) => string | Buffer) => (answer: Answer) => {
  const text = change(textOf(answer));
  return { ...answer, body: Buffer.isBuffer(text) ? text : Buffer.from(text, 'utf8') };
};

/** Successes that are not JSON. */
const notJson: readonly Row[] = [
  {
    name: 'projects-as-html',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'projects',
    statement: 'The project list is a web page.',
    change: () => htmlAnswer(200, 'Projects'),
  },
  {
    name: 'v4-projects-as-html',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'v4-projects',
    statement: 'Version 4 answers a web page.',
    change: () => htmlAnswer(200, 'Projects'),
  },
  {
    name: 'project-truncated',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'project',
    statement: 'The project Bundle ends in the middle, with a Content-Length that agrees.',
    change: broken((text) => text.slice(0, text.length / 2)),
  },
  {
    name: 'users-empty-body',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'users',
    statement: 'The user record has no body.',
    change: (answer) => ({ ...answer, body: undefined }),
  },
  {
    name: 'extraction-as-xml',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'extraction',
    statement: 'An extraction is given as FHIR XML.',
    change: () =>
      textAnswer(200, 'application/fhir+xml', '<ArtifactAssessment xmlns="http://hl7.org/fhir"/>'),
  },
  {
    name: 'key-questions-as-lines',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'key-questions',
    statement: 'Key questions come as one JSON object a line, which is no JSON as a whole.',
    change: broken((text) => text.slice(1, -1).replaceAll('},{', '}\n{')),
  },
  {
    name: 'extractions-guarded',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'extractions',
    statement: 'A guard against script inclusion stands before the JSON.',
    change: broken((text) => `)]}',\n${text}`),
  },
  {
    name: 'sr360-records-not-a-number',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'sr360-records',
    statement: 'A number that JSON does not have, NaN, stands in the list.',
    change: broken((text) => text.replace(/:\d+/, ':NaN')),
  },
  {
    name: 'assessments-not-utf8',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'assessments',
    statement: 'The list is written in Latin-1 without saying so.',
    change: broken((text) => Buffer.from(text.replace('title":"', 'title":"Zürich '), 'latin1')),
  },
  {
    name: 'citation-with-php-notice',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'citation',
    statement: 'A warning of the server stands before the JSON.',
    change: broken((text) => `Warning: undefined index in citation.rb on line 12\n${text}`),
  },
];

/** JSON that is declared as something else. */
const wrongType: readonly Row[] = [
  {
    name: 'projects-declared-as-html',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    at: 'projects',
    statement: 'The project list is JSON that is declared as HTML.',
    change: (answer) => withHeaders(answer, { 'content-type': 'text/html; charset=utf-8' }),
  },
  {
    name: 'sr360-record-declared-as-xml',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    at: 'sr360-record',
    statement: 'An SR360 record is JSON that is declared as FHIR XML.',
    change: (answer) => withHeaders(answer, { 'content-type': 'application/fhir+xml' }),
  },
  {
    name: 'users-declared-as-text',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    at: 'users',
    statement: 'The user record is JSON that is declared as plain text.',
    change: (answer) => withHeaders(answer, { 'content-type': 'text/plain' }),
  },
];

const value = (text: string) => broken(() => text);

/** JSON of a kind that the document does not give. */
const wrongKind: readonly Row[] = [
  {
    name: 'projects-null',
    breaks: 'RESOURCE-1',
    caughtBy: 'success.list-kind',
    at: 'projects',
    statement: 'The project list is null.',
    change: value('null'),
  },
  {
    name: 'projects-string',
    breaks: 'ENDPOINT-1',
    caughtBy: 'success.list-kind',
    at: 'projects',
    statement: 'The project list is a string.',
    change: value('"1,2,3"'),
  },
  {
    name: 'citations-number',
    breaks: 'ENDPOINT-3',
    caughtBy: 'success.list-kind',
    at: 'citations',
    statement: 'The list of citations is the number of them.',
    change: value('12'),
  },
  {
    name: 'key-questions-null',
    breaks: 'ENDPOINT-5',
    caughtBy: 'success.list-kind',
    at: 'key-questions',
    statement: 'The list of key questions is null.',
    change: value('null'),
  },
  {
    name: 'form-templates-true',
    breaks: 'ENDPOINT-10',
    caughtBy: 'success.list-kind',
    at: 'form-templates',
    statement: 'The list of form templates is the value true.',
    change: value('true'),
  },
  {
    name: 'assessments-string',
    breaks: 'ENDPOINT-12',
    caughtBy: 'success.list-kind',
    at: 'assessments',
    statement: 'The list of artifact assessments is JSON inside a string.',
    change: broken((text) => JSON.stringify(text)),
  },
  {
    name: 'citation-null',
    breaks: 'ENDPOINT-4',
    caughtBy: 'success.record-kind',
    at: 'citation',
    statement: 'A citation that the list shows is null.',
    change: value('null'),
  },
  {
    name: 'users-string',
    breaks: 'ENDPOINT-13',
    caughtBy: 'success.record-kind',
    at: 'users',
    statement: 'The user record is only a name.',
    change: value('"ada"'),
  },
  {
    name: 'extractions-error-as-success',
    breaks: 'ERROR-1',
    caughtBy: 'success.list-kind',
    at: 'extractions',
    statement: 'The list of extractions is an error with status 200.',
    change: value('{"error":"The extractions could not be read.","status":500}'),
  },
  {
    name: 'sr360-records-outcome-as-success',
    breaks: 'ENDPOINT-8',
    caughtBy: 'success.list-kind',
    at: 'sr360-records',
    statement: 'The list of SR360 records is an OperationOutcome about an error, with status 200.',
    change: value('{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"exception"}]}'),
  },
  {
    name: 'users-error-as-success',
    breaks: 'ERROR-1',
    caughtBy: 'success.record-kind',
    at: 'users',
    statement: 'The user record is an error with status 200.',
    change: value('{"error":"The user could not be read."}'),
  },
  {
    name: 'users-empty-list',
    breaks: 'RESOURCE-9',
    caughtBy: 'success.record-kind',
    at: 'users',
    statement: 'There is nobody in the answer about the current user.',
    change: value('[]'),
  },
];

/** Successes that are wrong for a key in the query alone. */
const byQuery: readonly Row[] = [
  {
    name: 'citations-truncated-by-query',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    at: 'citations',
    statement: 'The list of citations ends in the middle for a key in the query.',
    change: broken((text) => text.slice(0, text.length / 2)),
  },
  {
    name: 'users-declared-as-html-by-query',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    at: 'users',
    statement: 'The user record is declared as HTML for a key in the query.',
    change: (answer) => withHeaders(answer, { 'content-type': 'text/html' }),
  },
  {
    name: 'key-questions-null-by-query',
    breaks: 'ENDPOINT-5',
    caughtBy: 'success.list-kind',
    at: 'key-questions',
    statement: 'The list of key questions is null for a key in the query.',
    change: value('null'),
  },
  {
    name: 'extraction-without-type-by-query',
    breaks: 'ENDPOINT-7',
    caughtBy: 'fhir.resource-type',
    at: 'extraction',
    statement: 'An extraction loses its resourceType for a key in the query.',
    change: broken((text) => text.replace('"resourceType":"ArtifactAssessment",', '')),
  },
];

export const successFaults: readonly Fault[] = [
  ...[...notJson, ...wrongType, ...wrongKind].map((row) => faultOf(row, transformSuccess)),
  ...byQuery.map((row) => faultOf(row, transformSuccessByQuery)),
];

function faultOf({ change, at, ...row }: Row, changing: typeof transformSuccess): Fault {
  return { ...row, at: endpointNames[at], transform: changing(change) };
}
