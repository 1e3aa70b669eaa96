import { expect, test } from '@playwright/test';
import { endpointOf } from '../../../contract/endpoints.ts';
import { requestSpecId } from '../../../contract/request.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { makeLists, missingLists, type PreparedList } from '../../../engine/run/lists.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { exchangeWith, type Written } from './exchanges.ts';

const citations = endpointOf('GET /api/v3/citations');

/** Prepares the citations over an installation that answers by a function, and tells what was asked. */
async function prepare(
  answer: (asked: string) => Written,
  changes: Partial<Installation> = {},
): Promise<{
  readonly list: PreparedList;
  readonly asked: readonly string[];
  readonly id: string | undefined;
}> {
  const asked: string[] = [];
  const lists = makeLists(makeTestInstallation(changes), ({ endpoint, request }, _id, projectQuery) => {
    const query = new URLSearchParams(projectQuery).toString();
    const told = `${endpoint.path.split('/').at(-1)} ${requestSpecId(request)}${query === '' ? '' : ` ${query}`}`;
    asked.push(told);
    return Promise.resolve(exchangeWith({ endpoint: endpoint.id, request, ...answer(told) }));
  });
  const [list] = await Promise.all([lists.prepare(citations), lists.prepare(citations)]);
  return { list, asked, id: await lists.idFor(endpointOf('GET /api/v3/citations/:id')) };
}

const projects: Written = { body: '[{"id":7}]' };

test('a list that shows ids is asked once', async () => {
  const { list, asked, id } = await prepare(() => ({ body: '[{"id":3},{"id":4}]' }));
  expect(asked).toEqual(['citations header']);
  expect([list.ids, list.projectQuery, id]).toEqual([['3', '4'], {}, '3']);
});

test('a list that refuses to answer without a project is told one, and stays so', async () => {
  const { list, asked, id } = await prepare((told) => {
    if (told.startsWith('projects')) return projects;
    return told.includes('project_id=7')
      ? { body: '[{"id":3}]' }
      : { status: 400, body: '{"error":"Which project?"}' };
  });
  expect(asked).toEqual(['citations header', 'projects header', 'citations header project_id=7']);
  expect([list.projectQuery, list.ids, id]).toEqual([{ project_id: '7' }, ['3'], '3']);
  expect(list.asked.header).toMatchObject({ answer: { status: 200 } });
});

test('an empty list is asked with a project for its ids alone', async () => {
  const { list, asked } = await prepare((told) => {
    if (told.startsWith('projects')) return projects;
    return told.includes('project_id=7') ? { body: '[{"id":3}]' } : {};
  });
  expect(asked.length).toBe(3);
  expect([list.projectQuery, list.ids]).toEqual([{}, ['3']]);
});

test('the configured parameter and project are used, without a look at the projects', async () => {
  const { asked } = await prepare(() => ({ status: 422, body: '{"error":"project missing"}' }), {
    projectParameter: 'review',
    pinnedIds: { PROJECT_ID: 'p-1' },
  });
  expect(asked).toEqual(['citations header', 'citations header review=p-1']);
});

test('where the header is refused the query is tried', async () => {
  const { list, asked } = await prepare((told) =>
    told.includes('header') ? { status: 401, body: '{"error":"Unauthorized"}' } : { body: '[{"id":3}]' },
  );
  expect(asked).toEqual(['citations header', 'citations query']);
  expect(list.ids).toEqual(['3']);
  expect(Object.keys(list.asked).sort()).toEqual(['header', 'query']);
});

for (const [name, written] of Object.entries<Written>({
  'a failure': { failure: 'timeout' },
  'a fault of the server': { status: 500, body: '{}' },
  'a refusal': { status: 401, body: '{"error":"Unauthorized"}' },
})) {
  test(`${name} is not answered by asking with a project`, async () => {
    const { list, asked, id } = await prepare(() => written);
    expect(asked.filter((told) => told.includes('project'))).toEqual([]);
    expect([list.ids, id]).toEqual([[], undefined]);
  });
}

test('a pinned id needs no list', async () => {
  const lists = makeLists(makeTestInstallation({ pinnedIds: { CITATION_ID: 'c-9' } }), () => {
    throw new Error('nothing is to be asked');
  });
  expect(await lists.idFor(endpointOf('GET /api/v3/citations/:id'))).toBe('c-9');
});

test('a list is looked into as missing only where another list of projects answers', async () => {
  const { list: lost } = await prepare((told) =>
    told.startsWith('projects') ? projects : { status: 404, body: '{"error":"Not Found"}' },
  );
  const { list: there } = await prepare(() => ({ body: '[{"id":3}]' }));
  const keyQuestions = endpointOf('GET /api/v3/key_questions');
  expect(missingLists([{ endpoint: citations, list: lost }])).toEqual([]);
  expect(
    missingLists([
      { endpoint: citations, list: lost },
      { endpoint: keyQuestions, list: there },
    ]),
  ).toEqual([citations]);
});
