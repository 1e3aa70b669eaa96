import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/document/endpoints.ts';
import { requestKey } from '../../../contract/judging/evidence.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../../contract/judging/exchange.ts';
import type { RequestSpec } from '../../../contract/judging/request.ts';
import { placeholder } from '../../../engine/evidence/redaction.ts';
import { type Asked, type Asking, listOf, makeAsking, notFound, unauthorized } from './asking.ts';
import type { Written } from './exchanges.ts';

const users = 'GET /api/v3/users';
const projects = 'GET /api/v3/projects';
const project = 'GET /api/v3/projects/:id';
const citations = 'GET /api/v3/citations';
const citation = 'GET /api/v3/citations/:id';
const badRequest: Written = { status: 400, body: '{"error":"Which project?"}' };

function ask(
  { asker }: Asking,
  endpoint: EndpointId,
  request: RequestSpec = { key: 'valid' },
): Promise<Exchange | NotAsked> {
  return asker.ask({ endpoint: endpointOf(endpoint), request });
}

/** An installation with projects 7 and 8, and citations of project 7 alone. */
function answer(asked: Asked): Written {
  if (asked.startsWith('GET /api/v3/projects header')) return listOf(7, 8);
  if (asked.startsWith('GET /api/v3/citations '))
    return asked.endsWith('project_id=7') ? listOf(1, 2) : badRequest;
  return {};
}

test('each request is sent once, and every caller gets the same exchange', async () => {
  const asking = makeAsking(answer);
  const [first, other, exactly] = await Promise.all([
    ask(asking, users),
    ask(asking, users, { key: 'header' }),
    asking.asker.sendExactly(endpointOf(users), { key: 'header' }),
  ]);
  expect([other, exactly]).toEqual([first, first]);
  expect(await ask(asking, users)).toBe(first);
  expect(asking.asked).toEqual(['GET /api/v3/users header']);
  expect(asking.asker.resultOf(endpointOf(users), { key: 'valid' })).toBe(first);
  expect(asking.asker.resultOf(endpointOf(users), { key: 'none' })).toBeUndefined();
});

test('if the key is refused in the header, it is sent in the query from then on', async () => {
  const asking = makeAsking((asked) => (asked.includes(' header') ? unauthorized : {}));
  await ask(asking, users);
  await ask(asking, users, { key: 'second' });
  await ask(asking, users, { key: 'valid', accept: 'missing' });
  expect(asking.asked).toEqual([
    'GET /api/v3/users header',
    'GET /api/v3/users query',
    'GET /api/v3/users second-query',
    'GET /api/v3/users query accept missing',
  ]);
});

test('the key is not sent in the query after a success, a 500 or a timeout', async () => {
  for (const written of [{}, { status: 500, body: '{}' }, { failure: 'timeout' }] as const) {
    const asking = makeAsking(() => written);
    await ask(asking, users);
    expect(asking.asked).toEqual(['GET /api/v3/users header']);
  }
});

test('a list that is refused without a project is requested with one, with any key', async () => {
  const asking = makeAsking(answer);
  const plain = await ask(asking, citations);
  expect(wasAsked(plain) && plain.answer?.status).toBe(200);
  await ask(asking, citations, { key: 'none' });
  await ask(asking, projects, { key: 'none' });
  expect(asking.asked).toEqual([
    'GET /api/v3/citations header',
    'GET /api/v3/projects header',
    'GET /api/v3/projects/7 header',
    'GET /api/v3/citations header project project_id=7',
    'GET /api/v3/citations none project project_id=7',
    'GET /api/v3/projects none',
  ]);
});

const projectAsked: readonly (readonly [name: string, plain: Written, isAsked: boolean])[] = [
  ['is an empty object', { body: '{}' }, true],
  ['is forbidden', { status: 403, body: '{"error":"Forbidden"}' }, true],
  ['fails with a 500', { status: 500, body: '{}' }, false],
  ['has no recognizable entries', { body: '{"open":[],"closed":[]}' }, false],
];

for (const [name, plain, isAsked] of projectAsked) {
  test(`a list that ${name} is ${isAsked ? '' : 'not '}requested with its project`, async () => {
    const asking = makeAsking((asked) => {
      if (asked.startsWith('GET /api/v3/projects header')) return listOf(7);
      return asked.startsWith('GET /api/v3/citations ') ? plain : {};
    });
    await ask(asking, citations);
    const withProject = asking.asked.filter((one) => one.startsWith('GET /api/v3/citations header project'));
    expect(withProject).toEqual(isAsked ? ['GET /api/v3/citations header project project_id=7'] : []);
  });
}

test('a configured parameter and project are used without a request for the list of projects', async () => {
  const asking = makeAsking((asked) => (asked.includes('review=p-1') ? listOf(3) : badRequest), {
    projectParameter: 'review',
    pinnedIds: { PROJECT_ID: 'p-1' },
  });
  await ask(asking, citations);
  expect(asking.asked).toEqual([
    'GET /api/v3/citations header',
    'GET /api/v3/citations header project review=p-1',
  ]);
});

test('records are requested by the first and second listed ids; unknown and malformed ids are made up', async () => {
  const asking = makeAsking(answer);
  const one = await ask(asking, project);
  expect(wasAsked(one) && [one.idIsListed, one.idIsPinned, one.recordId]).toEqual([true, undefined, '7']);
  await ask(asking, project, { key: 'none' });
  await ask(asking, project, { key: 'valid', id: 'second' });
  await ask(asking, project, { key: 'valid', id: 'unknown' });
  await ask(asking, project, { key: 'valid', id: 'malformed' });
  expect(asking.asked).toEqual([
    'GET /api/v3/projects header',
    'GET /api/v3/projects/7 header',
    'GET /api/v3/projects/7 none',
    'GET /api/v3/projects/8 header second-id',
    'GET /api/v3/projects/999999999 header unknown-id',
    'GET /api/v3/projects/no-such-record-0 header malformed-id',
  ]);
});

test('if the first record gets a 404, the second takes its place', async () => {
  const asking = makeAsking((asked) => {
    if (asked.startsWith('GET /api/v3/projects header')) return listOf(7, 8);
    return asked.includes('/7 ') ? notFound : {};
  });
  const one = await ask(asking, project);
  expect(wasAsked(one) && [one.recordId, one.answer?.status]).toEqual(['8', 200]);
  await ask(asking, project, { key: 'none' });
  await ask(asking, project, { key: 'valid', id: 'second' });
  expect(asking.asked).toEqual([
    'GET /api/v3/projects header',
    'GET /api/v3/projects/7 header',
    'GET /api/v3/projects/8 header second-id',
    'GET /api/v3/projects/8 none second-id',
  ]);
  await ask(asking, citations);
  const ofProject = makeAsking((asked) => {
    if (asked.startsWith('GET /api/v3/projects header')) return listOf(7, 8);
    if (asked.startsWith('GET /api/v3/citations ')) return badRequest;
    return asked.includes('/7 ') ? notFound : {};
  });
  await ask(ofProject, citations);
  expect(ofProject.asked).toContain('GET /api/v3/citations header project project_id=8');
});

test('the second record is not requested after a 500 or a timeout', async () => {
  for (const written of [{ status: 500, body: '{}' }, { failure: 'timeout' }] as const) {
    const asking = makeAsking((asked) =>
      asked.startsWith('GET /api/v3/projects header') ? listOf(7, 8) : written,
    );
    await ask(asking, project);
    expect(asking.asked).toEqual(['GET /api/v3/projects header', 'GET /api/v3/projects/7 header']);
  }
});

test('a pinned id is the only one requested, without a request for its list', async () => {
  const asking = makeAsking(() => notFound, { pinnedIds: { CITATION_ID: 'a b' } });
  const one = await ask(asking, citation);
  expect(wasAsked(one) && [one.idIsPinned, one.idIsListed]).toEqual([true, undefined]);
  expect(asking.asked).toEqual(['GET /api/v3/citations/a b header', 'GET /api/v3/citations/a b query']);
});

test('the next page is requested as the first page links it, and not at all without a link', async () => {
  const link = '<https://reviews.example.org/api/v3/projects?page=2>; rel="next"';
  const asking = makeAsking((asked) =>
    asked === 'GET /api/v3/projects header' ? { ...listOf(7), headers: { link } } : listOf(3),
  );
  const next = { key: 'valid', page: 'next' } as const;
  expect(wasAsked(await ask(asking, projects, next))).toBe(true);
  expect(asking.asked.at(-1)).toBe('GET /api/v3/projects header next page page=2');
  expect(await ask(asking, 'GET /api/v3/key_questions', next)).toEqual({
    notAsked: 'the list does not show how to get its next page',
    why: 'no-next-page',
  });
});

/** Why a record was not requested. If nothing explains it, its endpoint counts as not shown to work (`notShown`). */
const unknown: readonly (readonly [
  name: string,
  list: Written,
  at: EndpointId,
  request: RequestSpec,
  notAsked: NotAsked,
])[] = [
  [
    'its list is empty',
    listOf(),
    project,
    { key: 'valid' },
    {
      notAsked: 'no project is known: GET /api/v3/projects is empty, and PROJECT_ID is not set',
      why: 'list-empty',
    },
  ],
  [
    'its list has only redacted ids',
    listOf(placeholder, `a-${placeholder}`),
    project,
    { key: 'valid' },
    {
      notAsked:
        'no project is known: no usable id was found in the answer of GET /api/v3/projects, and PROJECT_ID is not set',
      why: 'no-id-in-list',
      notShown: true,
    },
  ],
  [
    'no list is recognized',
    { body: '{"data":{"items":[{"id":1}]}}' },
    project,
    { key: 'valid' },
    {
      notAsked:
        'no project is known: no list was recognized in the answer of GET /api/v3/projects, and PROJECT_ID is not set',
      why: 'list-not-recognized',
      notShown: true,
    },
  ],
  [
    'its list was throttled',
    { status: 429, throttled: true, body: '{}' },
    project,
    { key: 'valid' },
    { notAsked: 'no project is known: GET /api/v3/projects was throttled', why: 'list-throttled' },
  ],
  [
    'its list has one entry',
    listOf(7),
    project,
    { key: 'valid', id: 'second' },
    { notAsked: 'no second project is known', why: 'no-second-record' },
  ],
  [
    'its ids have no recognizable form',
    listOf('a-review'),
    project,
    { key: 'valid', id: 'malformed' },
    { notAsked: 'no id of a project shows which form ids have', why: 'no-other-form' },
  ],
];

for (const [name, list, at, request, notAsked] of unknown) {
  test(`if ${name}, ${JSON.stringify(request)} is not sent to ${at}, with a reason`, async () => {
    const asking = makeAsking((asked) => (asked.startsWith('GET /api/v3/projects ') ? list : {}));
    expect(await ask(asking, at, request)).toEqual(notAsked);
    expect([...asking.asker.notAsked.values()]).toContainEqual(notAsked);
    const header = { ...request, key: 'header' } as const;
    expect(asking.asker.notAsked.get(requestKey(endpointOf(at), header))).toEqual(notAsked);
  });
}

test('a record behind a refused list counts as not shown only if there is a project', async () => {
  const without = makeAsking((asked) => (asked.startsWith('GET /api/v3/projects ') ? listOf() : badRequest));
  const reason = 'no citation is known: GET /api/v3/citations did not succeed, and CITATION_ID is not set';
  expect(await ask(without, citation)).toEqual({ notAsked: reason, why: 'list-failed' });
  const withOne = makeAsking((asked) => (asked.startsWith('GET /api/v3/projects ') ? listOf(7) : badRequest));
  expect(await ask(withOne, citation)).toEqual({ notAsked: reason, why: 'list-failed', notShown: true });
});

test('an unknown id is requested even if no record is known', async () => {
  const asking = makeAsking((asked) => (asked.startsWith('GET /api/v3/projects ') ? listOf() : notFound));
  expect(wasAsked(await ask(asking, project, { key: 'valid', id: 'unknown' }))).toBe(true);
  expect(asking.asked.at(-1)).toBe('GET /api/v3/projects/999999999 header unknown-id');
});
