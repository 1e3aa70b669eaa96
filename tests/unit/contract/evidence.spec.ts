import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import {
  type Choice,
  choiceAt,
  makeEvidence,
  requestBy,
  sampledAt,
  usualWay,
} from '../../../contract/judging/evidence.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../../contract/judging/exchange.ts';
import {
  type RequestSpec,
  requestSpecId,
  type SentRequest,
  type Way,
} from '../../../contract/judging/request.ts';
import { exchangeWith, type Written } from '../engine/exchanges.ts';
import { crash, lost, notFound, ok, unauthorized } from './answers-seen.ts';
import { citation, citations, imports, project, projects, users, v4Projects } from './endpoint-ids.ts';

const empty: Written = { body: '[]' };
const full: Written = { body: '[{"id":3}]' };
const badRequest: Written = { status: 400, body: '{"error":"Which project?"}' };

const named = { project: 'named' } as const;
const second = { id: 'second' } as const;

/** The answers to the first requests at an endpoint. */
type First = readonly (readonly [request: SentRequest, written: Written])[];

/** Exchanges at an endpoint, with the identity of each request as its id. */
function exchangesAt(endpoint: EndpointId, first: First): readonly Exchange[] {
  return first.map(([request, written]) => ({
    ...exchangeWith({ endpoint, request, ...written }),
    id: requestSpecId(request),
  }));
}

function chosen(endpoint: EndpointId, first: First, usual: Way = 'header'): Choice {
  const exchanges = exchangesAt(endpoint, first);
  return choiceAt(
    endpointOf(endpoint),
    (request) => exchanges.find((one) => requestSpecId(one.request) === requestSpecId(request)),
    usual,
  );
}

const choices: readonly (readonly [
  name: string,
  at: EndpointId,
  first: First,
  choice: Choice,
  usual?: Way,
])[] = [
  // The way of the key.
  [
    'only the query accepts the key',
    users,
    [
      [{ key: 'header' }, unauthorized],
      [{ key: 'query' }, ok],
    ],
    { way: 'query' },
  ],
  [
    'the header got a server error before the query succeeded',
    users,
    [
      [{ key: 'header' }, crash],
      [{ key: 'query' }, ok],
    ],
    { way: 'header' },
    'query',
  ],
  // The project of a list.
  [
    'a list is refused without its project parameter',
    citations,
    [
      [{ key: 'header' }, badRequest],
      [{ key: 'header', ...named }, full],
    ],
    { way: 'header', ...named },
  ],
  [
    'a list is empty only without its project parameter',
    citations,
    [
      [{ key: 'header' }, empty],
      [{ key: 'header', ...named }, full],
    ],
    { way: 'header', ...named },
  ],
  [
    'a list is empty without its project parameter, and refused with it',
    citations,
    [
      [{ key: 'header' }, empty],
      [{ key: 'header', ...named }, badRequest],
    ],
    { way: 'header' },
  ],
  [
    'a list refuses the key in the header, but accepts it there with its project parameter',
    citations,
    [
      [{ key: 'header' }, unauthorized],
      [{ key: 'query' }, badRequest],
      [{ key: 'query', ...named }, full],
      [{ key: 'header', ...named }, full],
    ],
    { way: 'query', ...named },
  ],
  // The record.
  [
    'the first record is not found, but the second is',
    citation,
    [
      [{ key: 'header' }, notFound],
      [{ key: 'header', ...second }, ok],
    ],
    { way: 'header', swapped: true },
  ],
  [
    'the first record gets a server error, but the second does not',
    citation,
    [
      [{ key: 'header' }, crash],
      [{ key: 'header', ...second }, ok],
    ],
    { way: 'header' },
  ],
  // An import.
  [
    'an import succeeds only with the key in the query',
    imports,
    [
      [{ key: 'header', body: 'valid' }, unauthorized],
      [{ key: 'query', body: 'valid' }, { status: 201 }],
    ],
    { way: 'query' },
  ],
];

for (const [name, at, first, choice, usual] of choices) {
  test(`if ${name}, the choice at ${at} is ${JSON.stringify(choice)}`, () => {
    expect(chosen(at, first, usual)).toEqual(choice);
  });
}

const sent: readonly (readonly [request: RequestSpec, choice: Choice, at: EndpointId, id: string])[] = [
  [{ key: 'second' }, { way: 'query' }, users, 'second-query'],
  // If a check names the way, it is kept.
  [{ key: 'header' }, { way: 'query' }, users, 'header'],
  [{ key: 'valid', page: 'next' }, { way: 'header', ...named }, citations, 'header project next page'],
  [{ key: 'valid', path: '/api/v3/x' }, { way: 'query', ...named }, citations, 'query /api/v3/x'],
  [{ key: 'none' }, { way: 'header', swapped: true }, citation, 'none second-id'],
  [{ key: 'valid', ...second }, { way: 'header', swapped: true }, citation, 'header'],
  [{ key: 'valid', id: 'created' }, { way: 'query', swapped: true }, citation, 'query created-id'],
];

for (const [request, choice, at, id] of sent) {
  test(`${JSON.stringify(request)} at ${at} is sent as "${id}" after the choice ${JSON.stringify(choice)}`, () => {
    expect(requestSpecId(requestBy(request, choice, endpointOf(at)))).toBe(id);
  });
}

const plainAt = (endpoint: EndpointId, key: Way, written: Written = ok): Exchange =>
  exchangeWith({ endpoint, request: { key }, ...written });

test('the usual way to present the key is the header, unless a valid key succeeded only in the query', () => {
  expect(usualWay([])).toBe('header');
  expect(usualWay([plainAt(users, 'query')])).toBe('query');
  expect(usualWay([plainAt(users, 'query'), plainAt(projects, 'header')])).toBe('header');
  expect(usualWay([plainAt(users, 'query', unauthorized)])).toBe('header');
  expect(usualWay([exchangeWith({ endpoint: users, request: { key: 'second-query' } })])).toBe('header');
});

const samples: readonly (readonly [accepted: readonly EndpointId[], sampled: readonly EndpointId[]])[] = [
  [[], [projects, users]],
  [
    [users, citations, projects],
    [projects, users],
  ],
  [[users, citations], [users]],
  [[citation, citations], [citations]],
  [[v4Projects], [projects, users]],
];

for (const [accepted, sampled] of samples) {
  test(`keys are sampled at [${sampled.join(', ')}] if [${accepted.join(', ')}] accept one`, () => {
    expect(sampledAt(accepted.map((endpoint) => plainAt(endpoint, 'header')))).toEqual(sampled);
  });
}

/** Evidence from exchanges at several endpoints. */
function evidenceFrom(
  exchanges: readonly Exchange[],
  rest: { readonly notAsked?: ReadonlyMap<string, NotAsked>; readonly goneSince?: string } = {},
) {
  return makeEvidence({ exchanges, notAsked: new Map(), has: () => false, ...rest });
}

/** What is found for a request: the id of an exchange, or why it was not sent. */
function found(
  evidence: ReturnType<typeof makeEvidence>,
  at: EndpointId,
  request: RequestSpec,
): string | undefined {
  const one = evidence.of(endpointOf(at), request);
  return one === undefined || !wasAsked(one) ? one?.notAsked : one.id;
}

test('evidence finds a request by the way of presenting the key that works at its endpoint', () => {
  const evidence = evidenceFrom([
    ...exchangesAt(users, [
      [{ key: 'header' }, unauthorized],
      [{ key: 'query' }, ok],
      [{ key: 'second-query' }, ok],
    ]),
    ...exchangesAt(projects, [[{ key: 'header' }, ok]]),
  ]);
  expect(found(evidence, users, { key: 'valid' })).toBe('query');
  expect(found(evidence, users, { key: 'second' })).toBe('second-query');
  expect(found(evidence, users, { key: 'header' })).toBe('header');
  expect(found(evidence, users, { key: 'none' })).toBeUndefined();
  expect(found(evidence, projects, { key: 'valid' })).toBe('header');
});

test('if the first Bundle is refused but the one that is valid in each release is imported, the latter counts', () => {
  const first = { key: 'header', body: 'valid' } as const;
  const other = { key: 'header', body: 'valid-in-each-release' } as const;
  const refused: Written = { status: 422, body: '{"error":"No ArtifactAssessment here."}' };
  const after = (written: Written) =>
    found(
      evidenceFrom(
        exchangesAt(imports, [
          [first, refused],
          [other, written],
        ]),
      ),
      imports,
      { key: 'valid', body: 'valid' },
    );
  expect(after({ status: 201 })).toBe('header valid-in-each-release');
  expect(after(refused)).toBe('header valid');
});

test('after an outage, failed connections and unsent requests name its cause; other failures stay as they are', () => {
  const goneSince = 'the installation stopped answering';
  const exchanges = [
    ...exchangesAt(projects, [
      [{ key: 'header' }, ok],
      [{ key: 'none' }, { failure: 'refused' }],
      [{ key: 'query' }, lost],
    ]),
    plainAt(project, 'header', { failure: 'dns' }),
  ];
  const evidence = evidenceFrom(exchanges, { goneSince });
  expect(found(evidence, projects, { key: 'valid' })).toBe('header');
  expect(found(evidence, projects, { key: 'none' })).toBe(goneSince);
  expect(found(evidence, projects, { key: 'query' })).toBe('query');
  expect(found(evidence, project, { key: 'valid' })).toBe(goneSince);
  expect(found(evidence, users, { key: 'valid' })).toBe(goneSince);
  expect(evidence.at(endpointOf(projects)).map(({ id }) => id)).toEqual(['header', 'query']);
  const stillThere = evidenceFrom(exchanges);
  expect(found(stillThere, projects, { key: 'none' })).toBe('none');
  expect(found(stillThere, users, { key: 'valid' })).toBeUndefined();
});
