import { type Answer, errorAnswer, htmlAnswer, json, textAnswer, textOf } from '../answer.ts';
import { isOtherError, transformSuccess, transformWhere } from '../transform-builders.ts';
import { endpointNames, type Fault } from './fault.ts';

const at = endpointNames.import;

type Row = Omit<Fault, 'at' | 'transform'>;

/** Answers to a good Bundle. */
const created: readonly (Row & { readonly change: (usual: Answer) => Answer })[] = [
  {
    name: 'import-answers-200',
    breaks: 'RULE-3',
    caughtBy: 'import.created',
    statement: 'A good Bundle is answered with status 200.',
    change: (answer) => ({ ...answer, status: 200 }),
  },
  {
    name: 'import-answers-202',
    breaks: 'SERVICE-7',
    caughtBy: 'import.created',
    statement: 'A good Bundle is accepted for later with status 202.',
    change: () => json(202, { job: 'a1b2c3' }),
  },
  {
    name: 'import-answers-204',
    breaks: 'RULE-2',
    caughtBy: 'import.created',
    statement: 'A good Bundle is answered with status 204 and no body.',
    change: () => ({ status: 204, headers: {}, body: undefined }),
  },
  {
    name: 'import-refuses-good-bundle',
    breaks: 'SERVICE-5',
    caughtBy: 'import.created',
    statement: 'A good Bundle is refused as unprocessable.',
    change: () => errorAnswer(422, 'The Bundle cannot be processed.'),
  },
  {
    name: 'import-crashes',
    breaks: 'ENDPOINT-11',
    caughtBy: 'import.created',
    statement: 'A good Bundle ends in status 500.',
    change: () => errorAnswer(500, 'Something went wrong.'),
  },
  {
    name: 'import-redirects',
    breaks: 'RESOURCE-10',
    caughtBy: 'import.created',
    statement: 'A good Bundle is answered by a redirect to what was created.',
    change: () => ({ status: 303, headers: { location: '/api/v3/projects/3' }, body: undefined }),
  },
  {
    name: 'import-answers-html',
    breaks: 'SERVICE-6',
    caughtBy: 'import.json-answer',
    statement: 'A good Bundle is answered with a web page.',
    change: () => htmlAnswer(201, 'Imported'),
  },
  {
    name: 'import-answers-empty',
    breaks: 'RULE-2',
    caughtBy: 'import.json-answer',
    statement: 'A good Bundle is answered with status 201 and no body.',
    change: () => ({ status: 201, headers: { location: '/api/v3/projects/3' }, body: undefined }),
  },
  {
    name: 'import-declared-as-text',
    breaks: 'SERVICE-6',
    caughtBy: 'import.json-answer',
    statement: 'The answer to an import is JSON that is declared as plain text.',
    change: (answer) => textAnswer(201, 'text/plain', textOf(answer)),
  },
  ...(
    [
      ['import-answers-empty-object', 'an empty object', {}],
      ['import-answers-empty-lists', 'empty lists of ids', { ids: [], projects: [] }],
      ['import-answers-null-id', 'an id that is null', { id: null }],
      ['import-answers-success-only', 'no more than that it went well', { status: 'success', success: true }],
      ['import-answers-count-only', 'the number of resources only', { message: 'Bundle imported', count: 1 }],
      ['import-answers-true', 'the value true', true],
      ['import-answers-null', 'the value null', null],
    ] as const
  ).map(([name, what, body]) => ({
    name,
    breaks: name === 'import-answers-empty-object' ? 'ENDPOINT-11' : 'RULE-2',
    caughtBy: 'import.identifiers',
    statement: `The answer to an import is ${what}, with no identifier of what was created.`,
    change: () => json(201, body),
  })),
];

interface BadBody {
  readonly body: string;
  readonly check: string;
  readonly breaks: string;
  /** What the reference says about this body: by it the answer is known. */
  readonly told: RegExp;
}

const badBodies: readonly BadBody[] = [
  { body: 'not-json', check: 'import.not-json-answered', breaks: 'SERVICE-8', told: /not valid JSON/ },
  {
    body: 'other-resource',
    check: 'import.not-a-bundle-answered',
    breaks: 'IMPORT-1',
    told: /resourceType must/,
  },
  { body: 'other-type', check: 'import.other-type-answered', breaks: 'IMPORT-2', told: /Bundle\.type must/ },
  { body: 'no-entry', check: 'import.no-entry-answered', breaks: 'IMPORT-3', told: /Bundle\.entry must/ },
  {
    body: 'empty-entry',
    check: 'import.entry-without-resource-answered',
    breaks: 'IMPORT-3',
    told: /resource is missing/,
  },
  {
    body: 'wrong-content-type',
    check: 'import.wrong-content-type-answered',
    breaks: 'SERVICE-8',
    told: /Content-Type/,
  },
];

/** Each bad body in each of the ways in which its answer can break the document. */
const badAnswers: readonly (readonly [
  suffix: string,
  breaks: string | undefined,
  what: string,
  answer: Answer,
])[] = [
  ['crash', undefined, 'ends in status 500', errorAnswer(500, 'Something went wrong.')],
  ['as-html', 'ERROR-2', 'is told by a web page', htmlAnswer(400, 'Bad Request')],
  ['error-as-success', 'ERROR-1', 'is told by an error with status 200', errorAnswer(200, 'Invalid')],
  ['says-message', 'ERROR-3', 'is told by `message`', json(422, { message: 'Invalid' })],
];

const bad: readonly Fault[] = badBodies.flatMap(({ body, check, breaks, told }) =>
  badAnswers.map(([suffix, other, what, answer]) => ({
    name: `import-${body}-${suffix}`,
    breaks: other ?? breaks,
    caughtBy: check,
    at,
    statement: `An import body of the kind "${body}" ${what}.`,
    transform: transformWhere(
      (usual) => isOtherError(usual) && told.test(textOf(usual)),
      () => answer,
    ),
  })),
);

export const importFaults: readonly Fault[] = [
  ...created.map(({ change, ...row }) => ({ ...row, at, transform: transformSuccess(change) })),
  ...bad,
];
