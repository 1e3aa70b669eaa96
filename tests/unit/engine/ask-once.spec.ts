import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf } from '../../../contract/endpoints.ts';
import { type Exchange, type NotAsked, wasAsked } from '../../../contract/exchange.ts';
import type { RequestSpec } from '../../../contract/request.ts';
import { type Asking, listOf, makeAsking, notFound } from './asking.ts';
import type { Written } from './exchanges.ts';

function ask(
  { asker }: Asking,
  endpoint: EndpointId,
  request: RequestSpec = { key: 'header' },
): Promise<Exchange | NotAsked> {
  return asker.ask({ endpoint: endpointOf(endpoint), request });
}

/** An installation with projects 7 and 8, and citations of project 7 alone. */
function answer(asked: string): Written {
  if (asked.startsWith('GET /api/v3/projects header')) return listOf(7, 8);
  if (asked.startsWith('GET /api/v3/citations '))
    return asked.endsWith('project_id=7') ? listOf(1, 2) : notFound;
  return {};
}

test('each request is sent once, and everybody gets the same exchange', async () => {
  const asking = makeAsking(answer);
  const [first, second] = await Promise.all([
    ask(asking, 'GET /api/v3/users'),
    ask(asking, 'GET /api/v3/users'),
  ]);
  expect(first).toBe(second);
  expect(await ask(asking, 'GET /api/v3/users')).toBe(first);
  expect(asking.asked).toEqual(['GET /api/v3/users header']);
  const { resultOf } = asking.asker;
  expect(resultOf(endpointOf('GET /api/v3/users'), { key: 'header' })).toBe(first);
  expect(resultOf(endpointOf('GET /api/v3/users'), { key: 'none' })).toBeUndefined();
});

test('a request is sent anew on demand, and its new result counts', async () => {
  let answered = 0;
  const asking = makeAsking(() => {
    answered += 1;
    return listOf(answered);
  });
  const endpoint = endpointOf('GET /api/v3/citations');
  const wanted = { endpoint, request: { key: 'header' } } as const;
  await asking.asker.ask(wanted);
  await asking.asker.askAnew(wanted);
  await asking.asker.askAnew(wanted);
  expect(asking.asked).toEqual([
    'GET /api/v3/citations header',
    'GET /api/v3/citations header again',
    'GET /api/v3/citations header again',
  ]);
  const result = asking.asker.resultOf(endpoint, wanted.request);
  expect(result !== undefined && wasAsked(result) && result.answer?.excerpt).toBe('[{"id":3}]');
});

test('a result may be kept for another request', async () => {
  const asking = makeAsking(answer);
  const users = endpointOf('GET /api/v3/users');
  const found = await ask(asking, 'GET /api/v3/users');
  asking.asker.keep({ endpoint: users, request: { key: 'query' } }, found);
  expect(asking.asker.resultOf(users, { key: 'query' })).toBe(found);
  expect(asking.asked).toHaveLength(1);
});

test('a list that needs its project is asked with it, whatever the key', async () => {
  const asking = makeAsking(answer);
  const plain = await ask(asking, 'GET /api/v3/citations');
  expect(wasAsked(plain) && plain.answer?.status).toBe(200);
  await ask(asking, 'GET /api/v3/citations', { key: 'none' });
  await ask(asking, 'GET /api/v3/projects', { key: 'none' });
  expect(asking.asked).toEqual([
    'GET /api/v3/citations header',
    'GET /api/v3/projects header',
    'GET /api/v3/citations header project_id=7',
    'GET /api/v3/citations none project_id=7',
    'GET /api/v3/projects none',
  ]);
});

test('the next page is asked as the first one shows', async () => {
  const asking = makeAsking((asked) =>
    asked === 'GET /api/v3/projects header'
      ? {
          ...listOf(7),
          headers: { link: '<https://reviews.example.org/api/v3/projects?page=2>; rel="next"' },
        }
      : {},
  );
  const next = { key: 'header', page: 'next' } as const;
  expect(wasAsked(await ask(asking, 'GET /api/v3/projects', next))).toBe(true);
  expect(asking.asked.at(-1)).toBe('GET /api/v3/projects header next page page=2');
  expect(await ask(asking, 'GET /api/v3/key_questions', next)).toEqual({
    notAsked: 'the list does not show how to get its next page',
  });
});

test('a record is asked by the id that finds it, another by the next, and an unknown one by none that is listed', async () => {
  const asking = makeAsking(answer);
  const one = await ask(asking, 'GET /api/v3/projects/:id');
  expect(wasAsked(one) && one.idIsListed).toBe(true);
  await ask(asking, 'GET /api/v3/projects/:id', { key: 'none' });
  await ask(asking, 'GET /api/v3/projects/:id', { key: 'header', id: 'second' });
  await ask(asking, 'GET /api/v3/projects/:id', { key: 'header', id: 'unknown' });
  expect(asking.asked).toEqual([
    'GET /api/v3/projects header',
    'GET /api/v3/projects/7 header',
    'GET /api/v3/projects/7 none',
    'GET /api/v3/projects/8 header second-id',
    'GET /api/v3/projects/999999999 header unknown-id',
  ]);
});

test('an id of another form is asked for where the list shows which form ids have', async () => {
  const malformed = { key: 'header', id: 'malformed' } as const;
  const asking = makeAsking(answer);
  await ask(asking, 'GET /api/v3/projects/:id', malformed);
  expect(asking.asked.at(-1)).toBe('GET /api/v3/projects/no-such-record-0 header malformed-id');
  const named = makeAsking(() => ({ body: '[{"id":"a-review"}]' }));
  expect(await ask(named, 'GET /api/v3/projects/:id', malformed)).toEqual({
    notAsked: 'no id of a project shows which form ids have',
  });
});

test('without an id a record is not asked for, with the reason', async () => {
  const asking = makeAsking(() => listOf());
  expect(await ask(asking, 'GET /api/v3/projects/:id')).toEqual({
    notAsked: 'no project is known: GET /api/v3/projects is empty, and PROJECT_ID is not set',
  });
  const titles = makeAsking(() => ({ body: '[{"title":"A review"}]' }));
  expect(await ask(titles, 'GET /api/v3/projects/:id')).toEqual({
    notAsked: 'no project is known: GET /api/v3/projects showed no id, and PROJECT_ID is not set',
  });
  const one = makeAsking((asked) => (asked === 'GET /api/v3/projects header' ? listOf(7) : {}));
  expect(await ask(one, 'GET /api/v3/projects/:id', { key: 'header', id: 'second' })).toEqual({
    notAsked: 'no second project is known',
  });
});

test('where the run has ended, that is the reason', async () => {
  const asking = makeAsking(() => listOf());
  asking.abort.abort({ kind: 'deadline', reason: 'time is up' });
  expect(await ask(asking, 'GET /api/v3/projects/:id')).toEqual({ notAsked: 'time is up' });
});

test('another path at the endpoint of a record takes no id', async () => {
  const asking = makeAsking(answer);
  await ask(asking, 'GET /api/v4/projects', { key: 'header', path: '/api/v4/citations' });
  expect(asking.asked).toEqual(['GET /api/v4/citations header /api/v4/citations']);
});
