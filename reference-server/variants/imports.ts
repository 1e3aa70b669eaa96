import { type Answer, errorAnswer, json } from '../answer.ts';
import { carriesEmptyBundle } from '../api-request.ts';
import type { Json } from '../json.ts';
import {
  atEndpoint,
  type ResponseTransform,
  type TransformAt,
  transformBody,
  transformOtherError,
  transformRefusal,
  transformSuccess,
} from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const ofImport = (transform: TransformAt) => atEndpoint('POST /api/v3/fhir_imports', transform);

/** Refuses otherwise successful imports until the one with this number. */
function onlyFrom(number: number, refusal: () => Answer): () => ResponseTransform {
  return () => {
    let count = 0;
    return ofImport(
      transformSuccess((answer) => {
        count += 1;
        return count < number ? refusal() : answer;
      }),
    )();
  };
}

/** The reference's answer to an import. */
interface Created {
  readonly project_id: number;
  readonly records: readonly { readonly kind: string; readonly id: number }[];
}

/** The possible formats of created records' identifiers, made from those of the reference. */
const shapes: readonly (readonly [name: string, statement: string, body: (created: Created) => Json])[] = [
  ['import-answers-ids', 'a list of numbers in `ids`', ({ project_id }) => ({ ids: [project_id] })],
  [
    'import-answers-objects',
    'a list of objects with their types',
    ({ records }) => records.map(({ kind, id }) => ({ type: kind, id: String(id), status: 'created' })),
  ],
  [
    'import-answers-wrapped',
    'an object in `result`',
    ({ project_id }) => ({ result: { project: { id: project_id } }, message: 'Bundle imported' }),
  ],
  [
    'import-answers-reference',
    'a list of FHIR references',
    ({ records }) => ({
      resources: records.map(({ id }) => ({ reference: `Citation/${id}/_history/1` })),
    }),
  ],
  ['import-answers-its-own-id', 'the id of the import itself', () => ({ id: 'import-1', status: 'done' })],
  ['import-answers-its-own-name', 'the id of the import under its name', () => ({ fhir_import: { id: 61 } })],
  [
    'import-answers-identifiers',
    'a list in `identifiers`',
    ({ project_id }) => ({ count: 1, identifiers: [`/api/v3/projects/${project_id}`] }),
  ],
  [
    'import-answers-by-type',
    'an object with the ids of each type',
    ({ records }) =>
      Object.fromEntries(
        [...new Set(records.map(({ kind }) => kind))].map((kind) => [
          kind,
          { ids: records.filter((one) => one.kind === kind).map(({ id }) => id) },
        ]),
      ),
  ],
  [
    'import-answers-transaction',
    'a Bundle of type transaction-response',
    ({ project_id }) => ({
      resourceType: 'Bundle',
      type: 'transaction-response',
      entry: [
        {
          resource: { resourceType: 'Bundle', id: String(project_id) },
          response: { status: '201 Created', location: `projects/${project_id}` },
        },
      ],
    }),
  ],
  [
    'import-answers-outcome',
    'an OperationOutcome with a list in `identifiers`',
    ({ project_id }) => ({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'information', code: 'informational', diagnostics: 'Imported' }],
      identifiers: [`projects/${project_id}`],
    }),
  ],
  [
    'import-answers-collection',
    'the Bundle as it was stored',
    ({ project_id }) => ({ resourceType: 'Bundle', type: 'collection', id: String(project_id), entry: [] }),
  ],
];

/** Refuses an empty Bundle before it checks the key. */
function emptyBundleFirst(status: number): () => ResponseTransform {
  return ofImport(
    transformRefusal((answer, request) =>
      carriesEmptyBundle(request) ? errorAnswer(status, 'The Bundle has no entry.') : answer,
    ),
  );
}

/** Possible answers to a bad body: its handling is open. */
const badBodies: readonly (readonly [name: string, statement: string, answer: Answer])[] = [
  [
    'import-takes-everything',
    'Bad bodies are accepted with status 201.',
    json(201, { id: 5, warnings: ['empty'] }),
  ],
  [
    'import-takes-with-200',
    'Bad bodies are answered with status 200, and nothing is created.',
    json(200, { created: [] }),
  ],
  ['import-refuses-409', 'Bad bodies have status 409.', errorAnswer(409, 'Nothing was imported.')],
  ['import-refuses-413', 'Bad bodies have status 413.', errorAnswer(413, 'Nothing was imported.')],
  [
    'import-refuses-with-outcome',
    'Bad bodies are answered by an OperationOutcome that has `error` too.',
    json(422, {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'structure', diagnostics: 'entry' }],
      error: 'Nothing was imported.',
    }),
  ],
];

/** How imports may be answered. */
export const importVariants: readonly Variant[] = [
  {
    name: 'import-forbidden-to-this-user',
    freedom: 'section 4',
    statement: 'The user of the key may not import: status 403.',
    transform: ofImport(transformSuccess(() => errorAnswer(403, 'You may not import.'))),
    leavesUnjudged: 'The key may not import.',
    state: 'incomplete',
  },
  {
    name: 'import-of-other-types-unauthorized',
    freedom: 'GAP-IMPORT-INVALID',
    statement: 'A bad Bundle is refused like a wrong key, by status 403.',
    transform: ofImport(transformOtherError(() => errorAnswer(403, 'Unauthorized'))),
    leavesUnjudged: 'No other Bundle shows whether a key in the query is accepted.',
  },
  {
    name: 'import-knows-r4-alone',
    freedom: 'GAP-IMPORT-INVALID',
    statement: 'A Bundle is refused that holds a type which FHIR R4 does not have, such as Citation.',
    hidesFaultsOf: ['import-of-good-bundle-refused'],
    transform: onlyFrom(2, () => errorAnswer(422, 'Citation is not a resource of FHIR R4.')),
  },
  ...shapes.map(([name, what, body]) => ({
    name,
    freedom: 'GAP-IMPORT-ANSWER',
    statement: `The answer to an import is ${what}.`,
    transform: ofImport(transformBody((created) => body(created as unknown as Created))),
  })),
  {
    name: 'import-answers-resource-ids',
    freedom: 'GAP-IMPORT-ANSWER',
    statement: 'The answer to an import is a list in `resource_ids`.',
    leavesUnjudged: 'No rule finds the identifiers.',
    transform: ofImport(
      transformBody((created) => ({
        resource_ids: (created as unknown as Created).records.map(({ id }) => `Citation/${id}`),
      })),
    ),
  },
  ...badBodies.map(([name, statement, answer]) => ({
    name,
    freedom: 'GAP-IMPORT-INVALID',
    statement,
    transform: ofImport(transformOtherError(() => answer)),
  })),
  ...[400, 415, 422].map((status) => ({
    name: `import-body-before-key-${status}`,
    freedom: 'GAP-IMPORT-UNKEYED-ORDER',
    statement: `An empty Bundle is refused with status ${status} before the key is looked at.`,
    transform: emptyBundleFirst(status),
  })),
  ...[400, 415, 422].map((status) => ({
    name: `import-body-before-key-${status}-read-only`,
    freedom: 'GAP-IMPORT-UNKEYED-ORDER',
    statement: `An empty Bundle is refused with status ${status} before the key is looked at, and imports are not tried.`,
    settings: { ALLOW_IMPORT: 'false' },
    transform: emptyBundleFirst(status),
    leavesUnjudged: 'Nothing shows whether the import looks at the key.',
  })),
];
