import { type Answer, errorAnswer, json } from '../answer.ts';
import type { Json } from '../json.ts';
import type { ResponseTransform } from '../response-transform.ts';
import {
  atEndpoint,
  type TransformAt,
  transformOtherError,
  transformRefusal,
  transformSuccess,
} from '../transform-builders.ts';
import type { Variant } from './variant.ts';

const ofImport = (transform: TransformAt) => atEndpoint('POST /api/v3/fhir_imports', transform);
const uuid = '0b0c4e0a-52a5-4b3e-8f57-2d6a31a0c1de';

/** Refuses what would have been imported, until so many were. */
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

/** The shapes in which the identifiers of what was created may come. */
const shapes: readonly (readonly [name: string, statement: string, body: Json])[] = [
  ['import-answers-numbers', 'a list of numbers', [41, 42]],
  ['import-answers-number', 'a bare number', 41],
  ['import-answers-strings', 'a list of strings', ['citation-41', 'project-3']],
  ['import-answers-codes', 'a list of codes with spaces', ['SR 41:a', 'SR 42:a']],
  ['import-answers-names', 'a list of names in `ids`', { ids: ['Exercise for back pain', 'Back pain 2024'] }],
  ['import-answers-uuid', 'a bare UUID', uuid],
  [
    'import-answers-objects',
    'a list of objects',
    [{ resourceType: 'Citation', id: '41', status: 'created' }],
  ],
  ['import-answers-map-by-type', 'a map from types to ids', { Citation: [41], Project: 3 }],
  [
    'import-answers-wrapped',
    'an object in `result`',
    { result: { project: { id: 3 } }, message: 'Bundle imported' },
  ],
  ['import-answers-in-success', 'a list in `success`', { success: [{ id: uuid }], errors: [] }],
  [
    'import-answers-in-details',
    'a list in `details`',
    { status: 'ok', details: [{ type: 'Citation', id: 41 }] },
  ],
  ['import-answers-map-by-id', 'a map from ids to states', { [uuid]: 'created', 'Citation/41': 'created' }],
  [
    'import-answers-message',
    'a sentence that names the id',
    { message: 'The project was imported with id 41.' },
  ],
  [
    'import-answers-named-number',
    'a sentence that names what was created by its number',
    { message: 'Project 77 was created' },
  ],
  [
    'import-answers-sentences',
    'a list of sentences',
    { results: ['Created ResearchStudy/12', 'Created Citation/7'] },
  ],
  ['import-answers-reference', 'a sentence that names a reference', { message: `Created Citation/${uuid}` }],
  [
    'import-answers-status-field',
    'an object with the state of each resource',
    { status: { Citation: { '41': 'created' } } },
  ],
  [
    'import-answers-transaction-response',
    'a transaction-response Bundle with locations',
    {
      resourceType: 'Bundle',
      type: 'transaction-response',
      entry: [{ response: { status: '201 Created', location: `Citation/${uuid}/_history/1` } }],
    },
  ],
  [
    'import-answers-collection',
    'the Bundle as it was stored',
    {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        { fullUrl: `urn:uuid:${uuid}`, resource: { resourceType: 'Citation', id: uuid, status: 'draft' } },
      ],
    },
  ],
  ['import-answers-one-string', 'all ids in one string', { ids: '41, 42, 43' }],
  ['import-answers-camel-case', 'an object in camel case', { createdResourceIds: ['41'], importId: 7 }],
  [
    'import-answers-links',
    'an object with links to what was created',
    { self: '/api/v3/projects/3', created: ['/api/v3/citations/41'] },
  ],
];

/** No Bundle with a resource is as short. */
const emptyBundleBytes = 80;

/** Refuses an empty Bundle before it looks at the key. */
function emptyBundleFirst(status: number): () => ResponseTransform {
  return ofImport(
    transformRefusal((answer, { headers }) =>
      Number(headers['content-length']) < emptyBundleBytes
        ? errorAnswer(status, 'The Bundle has no entry.')
        : answer,
    ),
  );
}

/** What a bad body may be answered: its handling is open. */
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
    transform: ofImport(transformSuccess(() => json(201, body))),
  })),
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
