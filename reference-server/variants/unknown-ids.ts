import { type Answer, errorAnswer, json } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import type { Json } from '../json.ts';
import { isOtherError, type TransformAt, transformWhere } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

function unknownId(answerTo: (request: ApiRequest) => Answer): TransformAt {
  return transformWhere(
    (answer, { id }) => isOtherError(answer) && id !== undefined,
    (_answer, request) => answerTo(request),
  );
}

const emptyRecords: Readonly<Record<string, Json>> = {
  'GET /api/v3/projects/:id': { resourceType: 'Bundle', type: 'collection' },
  'GET /api/v3/extractions/:id': { resourceType: 'ArtifactAssessment' },
  'GET /api/v3/sd_meta_data/:id': { resourceType: 'EvidenceReport' },
};

/** How an id that no record has may be answered. */
export const unknownIdVariants: readonly Variant[] = [
  ...[400, 403, 410, 422].map((status) => ({
    name: `unknown-id-${status}`,
    freedom: 'GAP-UNKNOWN-ID',
    statement: `An unknown id is answered with status ${status}.`,
    transform: unknownId(() => errorAnswer(status, 'There is no such record.')),
  })),
  {
    name: 'unknown-id-unauthorized',
    freedom: 'GAP-UNKNOWN-ID',
    statement: 'An unknown id is answered like a wrong key: 401 Unauthorized.',
    transform: unknownId(() => errorAnswer(401, 'Unauthorized')),
    leavesUnjudged: 'An answer about the key says nothing about the id.',
  },
  {
    name: 'unknown-id-empty-record',
    freedom: 'GAP-UNKNOWN-ID',
    statement: 'An unknown id is answered with an empty record of the right type.',
    transform: unknownId(({ endpoint = '' }) => json(200, emptyRecords[endpoint] ?? {})),
  },
  {
    name: 'unknown-id-outcome-with-error',
    freedom: 'GAP-UNKNOWN-ID',
    statement: 'An unknown id is answered by an OperationOutcome that has `error` too.',
    transform: unknownId(() =>
      json(
        404,
        {
          resourceType: 'OperationOutcome',
          issue: [{ severity: 'error', code: 'not-found' }],
          error: 'Not found',
        },
        { 'content-type': 'application/fhir+json' },
      ),
    ),
  },
  {
    name: 'errors-in-other-language',
    freedom: 'GAP-ERROR-MESSAGES',
    statement: 'Messages other than `Unauthorized` are in another language.',
    transform: unknownId(() => errorAnswer(404, 'Die gesuchte Seite gibt es nicht – 見つかりません')),
  },
];
