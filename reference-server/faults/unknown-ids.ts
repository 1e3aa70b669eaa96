import { type Answer, emptyAnswer, errorAnswer, htmlAnswer, json, withHeaders } from '../answer.ts';
import { endpoints } from '../endpoints.ts';
import { isFields, type JsonFields } from '../json.ts';
import {
  everywhere,
  isAt,
  isOtherError,
  isSuccess,
  type TransformAt,
  transformOtherError,
  transformWhere,
  transformWithMemory,
} from '../transform-builders.ts';
import { crash, operationOutcome } from './answers.ts';
import { type Fault, withCommon } from './fault.ts';

/** Numbers are ids of the reference installation. */
const malformedId = (answer: Answer): TransformAt =>
  transformWhere(
    (usual, { id }) => isOtherError(usual) && /\D/.test(id ?? ''),
    () => answer,
  );

/** Answers any unknown id with the first record that was read. */
const firstForUnknown = transformWithMemory(() => {
  let first: Answer | undefined;
  return (answer) => {
    if (isSuccess(answer)) first ??= answer;
    return isOtherError(answer) ? (first ?? answer) : answer;
  };
});

/** Ignores the id: known and unknown ones get the first record that was read, after `change`. */
function sameForAnyId(change: (record: JsonFields) => JsonFields): TransformAt {
  return transformWithMemory(() => {
    let first: Answer | undefined;
    return (answer) => {
      const { body } = answer;
      if (isSuccess(answer) && !Buffer.isBuffer(body) && isFields(body)) first ??= json(200, change(body));
      return isSuccess(answer) || isOtherError(answer) ? (first ?? answer) : answer;
    };
  });
}

/** Gives a different answer to the ids that are read only after an import. */
function afterImport(answer: Answer): TransformAt {
  return (at = everywhere) => {
    let isImported = false;
    return {
      transformAnswer: (usual, request) => {
        isImported ||= request.endpoint === endpoints.import && usual.status === 201;
        return isImported && isAt(request, at) ? answer : usual;
      },
    };
  };
}

const unknownId = (answer: Answer): TransformAt => transformOtherError(() => answer);

/** Answers to an unknown id that are neither a documented error nor a record of the right kind. */
export const unknownIdFaults: readonly Fault[] = withCommon({ caughtBy: 'errors.unknown-id' }, [
  {
    name: 'unknown-project-crash',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/projects/:id',
    statement: 'An unknown project id ends in a JSON error with status 500.',
    transform: unknownId(crash),
  },
  {
    name: 'unknown-citation-crash-as-html',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/citations/:id',
    statement: 'An unknown citation id ends in a web page with status 500.',
    transform: unknownId(htmlAnswer(500, 'Internal Server Error')),
  },
  {
    name: 'unknown-extraction-as-html',
    breaks: 'ERROR-2',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An unknown extraction id is answered by a web page with status 404.',
    transform: unknownId(htmlAnswer(404, 'Not Found')),
  },
  {
    name: 'unknown-sr360-record-empty',
    breaks: 'SERVICE-6',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'An unknown SR360 record has status 404 and no body.',
    transform: unknownId(emptyAnswer(404)),
  },
  {
    name: 'unknown-project-says-message',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/projects/:id',
    statement: 'An unknown project id is answered with `message` in place of `error`.',
    transform: unknownId(json(404, { message: 'Not found', status: 404 })),
  },
  {
    name: 'unknown-extraction-as-outcome',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An unknown extraction id is answered by an OperationOutcome without `error`.',
    transform: unknownId(json(404, operationOutcome('not-found'))),
  },
  {
    name: 'extraction-of-any-id',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/extractions/:id',
    statement:
      'Any id gets the same extraction, also one that no extraction has; its FHIR id is not a valid id of a path.',
    transform: sameForAnyId((record) => ({ ...record, id: 'assessment' })),
  },
  {
    name: 'citation-of-any-id-in-an-envelope',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/citations/:id',
    statement: 'Any id gets the same citation, also one that no citation has, in an object of its own.',
    transform: sameForAnyId((citation) => ({ citation })),
  },
  {
    name: 'unknown-extraction-null',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/extractions/:id',
    statement: 'An unknown extraction id is answered with null and status 200.',
    transform: unknownId(json(200, null)),
  },
  {
    name: 'unknown-citation-declared-as-html',
    breaks: 'SERVICE-6',
    at: 'GET /api/v3/citations/:id',
    statement: 'The error for an unknown citation id is JSON that is declared as HTML.',
    transform: unknownId(withHeaders(errorAnswer(404, 'Not Found'), { 'content-type': 'text/html' })),
  },
  {
    name: 'unknown-citation-null',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/citations/:id',
    statement: 'An unknown citation id is answered with null and status 200.',
    transform: unknownId(json(200, null)),
  },
  {
    name: 'unknown-citation-error-as-success',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/citations/:id',
    statement: 'An unknown citation id is answered with `error` and status 200.',
    transform: unknownId(errorAnswer(200, 'There is no such citation.')),
  },
  {
    name: 'unknown-citation-error-with-details-as-success',
    breaks: 'ERROR-1',
    caughtBy: 'errors.unknown-id',
    at: 'GET /api/v3/citations/:id',
    statement: 'An unknown citation is an error with a further field, and with status 200.',
    transform: unknownId(json(200, { error: 'No such citation', resource: 'citation' })),
  },
  {
    name: 'unknown-project-empty-list',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/projects/:id',
    statement: 'An unknown project id is answered with an empty list and status 200.',
    transform: unknownId(json(200, [])),
  },
  {
    name: 'unknown-sr360-record-other-type',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'An unknown SR360 record is answered with an OperationOutcome and status 200.',
    transform: unknownId(json(200, operationOutcome('not-found'))),
  },
  {
    name: 'unknown-citation-no-content',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/citations/:id',
    statement: 'An unknown citation id has status 204.',
    transform: unknownId(emptyAnswer(204)),
  },
  {
    name: 'unknown-sr360-record-redirects',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'An unknown SR360 record is redirected to the list.',
    transform: unknownId(emptyAnswer(302, { location: '/api/v3/sd_meta_data' })),
  },
  {
    name: 'malformed-citation-id-crash',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/citations/:id',
    statement: 'Letters in the place of a number end in status 500: the database refuses to compare them.',
    transform: malformedId(crash),
  },
  {
    name: 'malformed-project-id-crash-as-html',
    breaks: 'SERVICE-8',
    at: 'GET /api/v3/projects/:id',
    statement: 'Letters in the place of a number end in a web page with status 500.',
    transform: malformedId(htmlAnswer(500, 'Internal Server Error')),
  },
  {
    name: 'malformed-extraction-id-null',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/extractions/:id',
    statement: 'Letters in the place of a number are answered with null and status 200.',
    transform: malformedId(json(200, null)),
  },
  {
    name: 'malformed-sr360-id-without-error',
    breaks: 'ERROR-3',
    at: 'GET /api/v3/sd_meta_data/:id',
    statement: 'Letters in the place of a number are refused as frameworks do: status 422 with `detail`.',
    transform: malformedId(json(422, { detail: [{ loc: ['path', 'id'], msg: 'Not a number' }] })),
  },
  {
    name: 'unknown-citation-gets-the-first',
    breaks: 'ERROR-1',
    at: 'GET /api/v3/citations/:id',
    statement: 'An id that no citation has gets the first one.',
    transform: firstForUnknown,
  },
  {
    name: 'imported-project-crash',
    breaks: 'ERROR-1',
    caughtBy: 'availability.documented-status',
    at: 'GET /api/v3/projects/:id',
    statement: 'What an import created ends in status 500 when it is read.',
    transform: afterImport(crash),
  },
]);
