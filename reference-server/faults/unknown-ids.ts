import { type Answer, errorAnswer, htmlAnswer, json } from '../answer.ts';
import { transformOtherError } from '../transform-builders.ts';
import { type EndpointName, endpointNames, type Fault } from './fault.ts';

interface Row {
  readonly name: string;
  readonly breaks: string;
  readonly at: EndpointName;
  readonly statement: string;
  readonly answer: Answer;
}

/** Answers for an id that no record has, which are neither an error of the document nor such a record. */
const rows: readonly Row[] = [
  {
    name: 'unknown-project-crash',
    breaks: 'ERROR-1',
    at: 'project',
    statement: 'An unknown project id ends in a JSON error with status 500.',
    answer: errorAnswer(500, 'Something went wrong.'),
  },
  {
    name: 'unknown-citation-crash-as-html',
    breaks: 'SERVICE-8',
    at: 'citation',
    statement: 'An unknown citation id ends in a web page with status 500.',
    answer: htmlAnswer(500, 'Internal Server Error'),
  },
  {
    name: 'unknown-extraction-as-html',
    breaks: 'ERROR-2',
    at: 'extraction',
    statement: 'An unknown extraction id is told by a web page with status 404.',
    answer: htmlAnswer(404, 'Not Found'),
  },
  {
    name: 'unknown-sr360-record-empty',
    breaks: 'SERVICE-6',
    at: 'sr360-record',
    statement: 'An unknown SR360 record has status 404 and no body.',
    answer: { status: 404, headers: {}, body: undefined },
  },
  {
    name: 'unknown-project-says-message',
    breaks: 'ERROR-3',
    at: 'project',
    statement: 'An unknown project id is told by `message` in place of `error`.',
    answer: json(404, { message: 'Not found', status: 404 }),
  },
  {
    name: 'unknown-extraction-as-outcome',
    breaks: 'ERROR-3',
    at: 'extraction',
    statement: 'An unknown extraction id is told by an OperationOutcome without `error`.',
    answer: json(404, {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'not-found' }],
    }),
  },
  {
    name: 'unknown-extraction-null',
    breaks: 'ERROR-1',
    at: 'extraction',
    statement: 'An unknown extraction id is a success with null.',
    answer: json(200, null),
  },
  {
    name: 'unknown-citation-null',
    breaks: 'SERVICE-8',
    at: 'citation',
    statement: 'An unknown citation id is a success with null.',
    answer: json(200, null),
  },
  {
    name: 'unknown-citation-error-as-success',
    breaks: 'ERROR-1',
    at: 'citation',
    statement: 'An unknown citation id is told by `error`, with status 200.',
    answer: errorAnswer(200, 'There is no such citation.'),
  },
  {
    name: 'unknown-project-empty-list',
    breaks: 'ERROR-1',
    at: 'project',
    statement: 'An unknown project id is a success with an empty list.',
    answer: json(200, []),
  },
  {
    name: 'unknown-sr360-record-other-type',
    breaks: 'SERVICE-8',
    at: 'sr360-record',
    statement: 'An unknown SR360 record is a success with an OperationOutcome.',
    answer: json(200, {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'not-found' }],
    }),
  },
  {
    name: 'unknown-citation-no-content',
    breaks: 'ERROR-1',
    at: 'citation',
    statement: 'An unknown citation id has status 204.',
    answer: { status: 204, headers: {}, body: undefined },
  },
  {
    name: 'unknown-sr360-record-redirects',
    breaks: 'ERROR-1',
    at: 'sr360-record',
    statement: 'An unknown SR360 record is redirected to the list.',
    answer: { status: 302, headers: { location: '/api/v3/sd_meta_data' }, body: undefined },
  },
];

export const unknownIdFaults: readonly Fault[] = rows.map(({ answer, at, ...row }) => ({
  ...row,
  caughtBy: 'errors.unknown-id',
  at: endpointNames[at],
  transform: transformOtherError(() => answer),
}));
