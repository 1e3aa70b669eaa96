import { type Answer, errorAnswer, json, withHeaders } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import type { Json } from '../json.ts';
import type { ResponseTransform } from '../response-transform.ts';
import { everywhere, isOtherError, transformRefusal, transformWhere } from '../transform-builders.ts';
import type { Variant } from './variant.ts';

type Row = readonly [name: string, freedom: string, statement: string, transform: () => ResponseTransform];

const refusing = (change: (usual: Answer, request: ApiRequest) => Answer) => (): ResponseTransform =>
  transformRefusal(change)(everywhere);

const withStatus = (status: number) => refusing(() => errorAnswer(status, 'Unauthorized'));

/** What an id that no record has is answered. */
function unknownId(answerTo: (request: ApiRequest) => Answer): () => ResponseTransform {
  const transform = transformWhere(
    (answer, { id }) => isOtherError(answer) && id !== undefined,
    (_answer, request) => answerTo(request),
  );
  return () => transform(everywhere);
}

const emptyRecords: Readonly<Record<string, Json>> = {
  'GET /api/v3/projects/:id': { resourceType: 'Bundle', type: 'collection' },
  'GET /api/v3/extractions/:id': { resourceType: 'ArtifactAssessment' },
  'GET /api/v3/sd_meta_data/:id': { resourceType: 'EvidenceReport' },
};

const refusals: readonly Row[] = [
  ['refusal-400', 'GAP-ERROR-STATUS', 'A missing or wrong key has status 400.', withStatus(400)],
  ['refusal-403', 'GAP-ERROR-STATUS', 'A missing or wrong key has status 403.', withStatus(403)],
  [
    'refusal-404',
    'GAP-ERROR-STATUS',
    'Without a valid key nothing is shown to exist: status 404.',
    withStatus(404),
  ],
  ['refusal-422', 'GAP-ERROR-STATUS', 'A missing or wrong key has status 422.', withStatus(422)],
  [
    'refusal-498',
    'GAP-ERROR-STATUS',
    'A missing or wrong key has an unregistered 4xx status.',
    withStatus(498),
  ],
  [
    'refusal-403-for-wrong-key',
    'GAP-ERROR-STATUS',
    'A missing key has status 401, a wrong one 403.',
    refusing((answer, { headers, query }) =>
      headers.authorization === undefined && query.api_key === undefined
        ? answer
        : errorAnswer(403, 'Unauthorized'),
    ),
  ],
  [
    'empty-key-called-malformed',
    'GAP-ERROR-MESSAGES',
    'A credential without a key in it is called malformed, with status 400.',
    refusing((answer, { headers, query }) =>
      headers.authorization?.trim() === 'Bearer' || query.api_key === ''
        ? errorAnswer(400, 'The credential is malformed')
        : answer,
    ),
  ],
  [
    'refusal-with-more-fields',
    'GAP-ERROR-FIELDS',
    'A refusal has more fields beside `error`.',
    refusing(() =>
      json(401, {
        error: 'Unauthorized',
        message: 'No valid key was sent.',
        code: 40_101,
        status: 401,
        errors: [{ field: 'api_key', messages: ['is missing'] }],
        error_description: null,
        request_id: '0f9c',
        documentation_url: 'https://evidence.example/docs',
      }),
    ),
  ],
  [
    'refusal-as-outcome-with-error',
    'GAP-ERROR-FIELDS',
    'A refusal is an OperationOutcome that has `error` too.',
    refusing(() =>
      json(401, {
        resourceType: 'OperationOutcome',
        issue: [{ severity: 'error', code: 'login' }],
        error: 'Unauthorized',
      }),
    ),
  ],
  [
    'refusal-without-challenge',
    'GAP-ERROR-STATUS',
    'A refusal has no WWW-Authenticate header.',
    refusing(() => json(401, { error: 'Unauthorized' })),
  ],
  [
    'scheme-in-any-case',
    'GAP-KEY-SCHEME',
    'Only the exact spelling `Bearer` is understood.',
    () => ({
      authenticate: (usual) => (request, users) =>
        request.headers.authorization === undefined || request.headers.authorization.startsWith('Bearer ')
          ? usual(request, users)
          : undefined,
    }),
  ],
  [
    'both-keys-refused',
    'GAP-BOTH-KEYS',
    'A request that sends the key both ways is refused.',
    () => ({
      authenticate: (usual) => (request, users) =>
        request.headers.authorization !== undefined && request.query.api_key !== undefined
          ? undefined
          : usual(request, users),
    }),
  ],
];

const unknownIds: readonly Row[] = [
  ...[400, 403, 410, 422].map(
    (status): Row => [
      `unknown-id-${status}`,
      'GAP-UNKNOWN-ID',
      `An id that no record has is answered by status ${status}.`,
      unknownId(() => errorAnswer(status, 'There is no such record.')),
    ],
  ),
  [
    'unknown-id-unauthorized',
    'GAP-UNKNOWN-ID',
    'An id that no record has is answered as one that the key may not read.',
    unknownId(() => errorAnswer(401, 'Unauthorized')),
  ],
  [
    'unknown-id-empty-record',
    'GAP-UNKNOWN-ID',
    'An id that no record has gives an empty record of the right type.',
    unknownId(({ endpoint = '' }) => json(200, emptyRecords[endpoint] ?? {})),
  ],
  [
    'unknown-id-outcome-with-error',
    'GAP-UNKNOWN-ID',
    'An unknown id is told by an OperationOutcome that has `error` too.',
    unknownId(() =>
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
  ],
  [
    'errors-in-other-language',
    'GAP-ERROR-MESSAGES',
    'Messages other than `Unauthorized` are in another language.',
    unknownId(() => withHeaders(errorAnswer(404, 'Die gesuchte Seite gibt es nicht – 見つかりません'), {})),
  ],
];

const versionFour: readonly Row[] = [
  ['v4-empty-object', { status: 200, body: {} }, 'Version 4 answers an empty object.'],
  ['v4-text', { status: 200, body: 'minimal' }, 'Version 4 answers a JSON string.'],
  [
    'v4-forbidden',
    { status: 403, body: { error: 'Version 4 is not open to this key.' } },
    'Version 4 is not open to every user.',
  ],
  [
    'v4-wants-parameter',
    { status: 400, body: { error: 'The parameter q is missing.' } },
    'Version 4 wants a parameter.',
  ],
  [
    'v4-other-method',
    { status: 405, body: { error: 'Use POST.' } },
    'Version 4 has projects by another method than GET.',
  ],
].map(([name, answer, statement]) => {
  const { status, body } = answer as { status: number; body: Json };
  const transform = transformWhere(
    (usual) => usual.status === 200,
    () => json(status, body),
  );
  return [name as string, 'GAP-V4-ANSWER', statement as string, () => transform('GET /api/v4/projects')];
});

/** Where an answer says too little to be judged. */
const unjudged: Readonly<Record<string, string>> = {
  'unknown-id-unauthorized': 'An answer about the key says nothing about the id.',
  'v4-forbidden': 'No success of version 4 is seen.',
  'v4-wants-parameter': 'No success of version 4 is seen.',
  'v4-other-method': 'No success of version 4 is seen.',
};

export const keyAndErrorVariants: readonly Variant[] = [...refusals, ...unknownIds, ...versionFour].map(
  ([name, freedom, statement, transform]) => {
    const leavesUnjudged = unjudged[name];
    return {
      name,
      freedom,
      statement,
      transform,
      ...(leavesUnjudged === undefined ? {} : { leavesUnjudged }),
    };
  },
);
