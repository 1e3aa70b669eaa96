import { type Answer, emptyAnswer, errorAnswer, htmlAnswer, json, textAnswer, textOf } from '../answer.ts';
import { endpoints } from '../endpoints.ts';
import type { Json } from '../json.ts';
import { isOtherError, transformSuccess, transformWhere } from '../transform-builders.ts';
import { crash } from './answers.ts';
import { type Fault, withCommon } from './fault.ts';

const at = endpoints.import;

/** Answers to a good Bundle. */
const goodBundle: readonly Fault[] = withCommon({ at, caughtBy: 'import.created' }, [
  {
    name: 'import-answers-200',
    breaks: 'RULE-3',
    statement: 'A good Bundle is answered with status 200.',
    transform: transformSuccess((answer) => ({ ...answer, status: 200 })),
  },
  {
    name: 'import-answers-201-to-an-error',
    breaks: 'ERROR-1',
    statement: 'A good Bundle that was rejected is answered with status 201 and an error.',
    transform: transformSuccess(() => json(201, { error: 'The Bundle was rejected.' })),
  },
  {
    name: 'import-answers-202',
    breaks: 'SERVICE-7',
    statement: 'A good Bundle is accepted for later processing with status 202.',
    transform: transformSuccess(() => json(202, { job: 'a1b2c3' })),
  },
  {
    name: 'import-answers-204',
    breaks: 'RULE-2',
    statement: 'A good Bundle is answered with status 204 and no body.',
    transform: transformSuccess(() => emptyAnswer(204)),
  },
  {
    name: 'import-refuses-good-bundle',
    breaks: 'SERVICE-5',
    statement: 'A good Bundle is refused as unprocessable.',
    transform: transformSuccess(() => errorAnswer(422, 'The Bundle cannot be processed.')),
  },
  {
    name: 'import-crashes',
    breaks: 'ENDPOINT-11',
    statement: 'A good Bundle ends in status 500.',
    transform: transformSuccess(() => crash),
  },
  {
    name: 'import-redirects',
    breaks: 'RESOURCE-10',
    statement: 'A good Bundle is answered by a redirect to what was created.',
    transform: transformSuccess(() => emptyAnswer(303, { location: '/api/v3/projects/3' })),
  },
  {
    name: 'import-answers-html',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    statement: 'A good Bundle is answered with a web page.',
    transform: transformSuccess(() => htmlAnswer(201, 'Imported')),
  },
  {
    name: 'import-answers-empty',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-body',
    statement: 'A good Bundle is answered with status 201 and no body.',
    transform: transformSuccess(() => emptyAnswer(201, { location: '/api/v3/projects/3' })),
  },
  {
    name: 'import-names-created-in-a-header',
    breaks: 'RULE-2',
    caughtBy: 'import.identifiers',
    statement: 'The header Location names what a good Bundle created, and the body does not.',
    transform: transformSuccess(() => json(201, { message: 'Imported' }, { location: '/api/v3/projects/3' })),
  },
  {
    name: 'import-declared-as-html',
    breaks: 'SERVICE-6',
    caughtBy: 'success.json-content-type',
    statement: 'The answer to an import is JSON that is declared as HTML.',
    transform: transformSuccess((answer) => textAnswer(201, 'text/html', textOf(answer))),
  },
]);

/** Answers to a good Bundle without any identifier of a created record. */
const withoutIdentifiers: readonly (readonly [name: string, breaks: string, what: string, body: Json])[] = [
  ['import-answers-empty-object', 'ENDPOINT-11', 'an empty object', {}],
  ['import-answers-empty-lists', 'RULE-2', 'an object with empty lists of ids', { ids: [], projects: [] }],
  ['import-answers-null-id', 'RULE-2', 'an object whose id is null', { id: null }],
  ['import-answers-success-only', 'RULE-2', 'only a success flag', { status: 'success', success: true }],
  [
    'import-answers-count-only',
    'RULE-2',
    'only the number of resources',
    { message: 'Bundle imported', count: 1 },
  ],
  ['import-answers-true', 'RULE-2', 'the value true', true],
  ['import-answers-null', 'RULE-2', 'the value null', null],
];

/** The Bundle that the check imports by default has this address in its entry. */
const sentAddress = 'urn:uuid:6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f';

const echo = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [{ fullUrl: sentAddress, resource: { resourceType: 'Citation', status: 'draft' } }],
};

/** Answers to a good Bundle that only repeat the sent content, or its amount. */
const echoedImports: typeof withoutIdentifiers = [
  ['import-answers-amount', 'RULE-2', 'only how many resources there were', { created: 1 }],
  [
    'import-answers-request-id',
    'RULE-2',
    'only the id of the request',
    { message: 'Done', request_id: 'a1b2c3' },
  ],
  ['import-answers-trace-id', 'RULE-2', 'only the id of a trace', { traceId: '4bf92f3577b34da6', ok: true }],
  ['import-echoes-bundle', 'RULE-2', 'the Bundle as it was sent', echo],
];

interface BadBody {
  readonly name: string;
  /** A noun phrase for the body, as the subject of a sentence. */
  readonly subject: string;
  readonly check: string;
  readonly breaks: string;
  /** The reference's error for this body, by which the answer is recognised. */
  readonly error: RegExp;
}

const badBodies: readonly BadBody[] = [
  {
    name: 'not-json',
    subject: 'An import body that is not JSON',
    check: 'import.not-json-answered',
    breaks: 'SERVICE-8',
    error: /not valid JSON/,
  },
  {
    name: 'other-resource',
    subject: 'An import of a resource other than a Bundle',
    check: 'import.not-a-bundle-answered',
    breaks: 'IMPORT-1',
    error: /resourceType must/,
  },
  {
    name: 'other-type',
    subject: 'An import of a Bundle of another type',
    check: 'import.other-type-answered',
    breaks: 'IMPORT-2',
    error: /Bundle\.type must/,
  },
  {
    name: 'no-entry',
    subject: 'An import of a Bundle without entries',
    check: 'import.no-entry-answered',
    breaks: 'IMPORT-3',
    error: /Bundle\.entry must/,
  },
  {
    name: 'empty-entry',
    subject: 'An import of a Bundle with an entry that holds no resource',
    check: 'import.entry-without-resource-answered',
    breaks: 'IMPORT-3',
    error: /resource is missing/,
  },
  {
    name: 'wrong-content-type',
    subject: 'An import with another Content-Type',
    check: 'import.wrong-content-type-answered',
    breaks: 'SERVICE-8',
    error: /Content-Type/,
  },
];

/** How the answer to a bad body can break the document; the default of `breaks` is in the body's row. */
const badAnswers: readonly (readonly [
  suffix: string,
  breaks: string | undefined,
  what: string,
  answer: Answer,
])[] = [
  ['crash', undefined, 'ends in status 500', crash],
  ['as-html', 'ERROR-2', 'is answered by a web page', htmlAnswer(400, 'Bad Request')],
  ['error-as-success', 'ERROR-1', 'is answered with an error and status 200', errorAnswer(200, 'Invalid')],
  [
    'says-message',
    'ERROR-3',
    'is refused with `message` in place of `error`',
    json(422, { message: 'Invalid' }),
  ],
];

/** Answers to a good Bundle with identifiers that no endpoint of the document finds. */
const unreadable: typeof withoutIdentifiers = [
  ['import-names-what-nobody-finds', 'ENDPOINT-11', 'an id that no record has', { ids: [987_654] }],
  ['import-refers-to-nothing', 'RULE-2', 'a reference to nothing', { reference: 'Citation/987654' }],
  [
    'import-names-one-that-nobody-finds',
    'RULE-2',
    'a citation that is there, and a report that is not',
    { ids: ['Citation/1', 'EvidenceReport/987654'] },
  ],
];

export const importFaults: readonly Fault[] = [
  ...goodBundle,
  ...unreadable.map(([name, breaks, what, body]) => ({
    name,
    breaks,
    caughtBy: 'import.readable',
    at,
    statement: `The answer to an import names ${what}.`,
    transform: transformSuccess(() => json(201, body)),
  })),
  ...[...withoutIdentifiers, ...echoedImports].map(([name, breaks, what, body]) => ({
    name,
    breaks,
    caughtBy: 'import.identifiers',
    at,
    statement: `The answer to an import is ${what}, with no identifier of what was created.`,
    transform: transformSuccess(() => json(201, body)),
  })),
  ...badBodies.flatMap(({ name, subject, check, breaks, error }) =>
    badAnswers.map(([suffix, otherBreaks, what, answer]) => ({
      name: `import-${name}-${suffix}`,
      breaks: otherBreaks ?? breaks,
      caughtBy: check,
      at,
      statement: `${subject} ${what}.`,
      transform: transformWhere(
        (usual) => isOtherError(usual) && error.test(textOf(usual)),
        () => answer,
      ),
    })),
  ),
];
