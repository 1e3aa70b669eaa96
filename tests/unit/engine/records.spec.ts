import { expect, test } from '@playwright/test';
import { endpointOf } from '../../../contract/endpoints.ts';
import { requestSpecId } from '../../../contract/request.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { makeLists } from '../../../engine/run/lists.ts';
import { makeRecords, type PreparedRecord } from '../../../engine/run/records.ts';
import type { Send } from '../../../engine/run/sender.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { exchangeWith, type Written } from './exchanges.ts';

const project = endpointOf('GET /api/v3/projects/:id');
const citation = endpointOf('GET /api/v3/citations/:id');
const notFound: Written = { status: 404, body: '{"error":"Not Found"}' };

interface Prepared {
  readonly record: PreparedRecord;
  /** The requests for records, by their ids. */
  readonly ids: readonly (string | undefined)[];
  readonly status: number | undefined;
  readonly marks: readonly (string | undefined)[];
}

/** Prepares a record over an installation that answers lists and records by functions. */
async function prepare(
  endpoint: typeof project,
  listOf: (asked: string) => unknown,
  answer: (id: string, asked: string) => Written,
  changes: Partial<Installation> = {},
): Promise<Prepared> {
  const ids: (string | undefined)[] = [];
  const marks: (string | undefined)[] = [];
  const send: Send = ({ endpoint: at, request }, id, _query, extra = {}) => {
    const asked = requestSpecId(request);
    if (id === undefined)
      return Promise.resolve(exchangeWith({ endpoint: at.id, request, body: JSON.stringify(listOf(asked)) }));
    ids.push(asked === 'header' ? id : `${id} by ${asked}`);
    marks.push(Object.keys(extra.marks ?? {})[0]);
    return Promise.resolve(exchangeWith({ endpoint: at.id, request, ...answer(id, asked) }));
  };
  const installation = makeTestInstallation(changes);
  const records = makeRecords(installation, send, makeLists(installation, send));
  const [record] = await Promise.all([records.prepare(endpoint), records.prepare(endpoint)]);
  const last = record.asked.query ?? record.asked.header;
  const status = last !== undefined && 'answer' in last ? last.answer?.status : undefined;
  return { record, ids, status, marks };
}

const found =
  (right: string) =>
  (id: string): Written =>
    id === right ? {} : notFound;

test('a record is asked for once where the first id finds it', async () => {
  const { record, ids, marks } = await prepare(citation, () => [{ id: 1 }, { id: 2 }], found('1'));
  expect([record.id, record.second, ids, marks]).toEqual(['1', '2', ['1'], ['idIsListed']]);
});

test('every field of the first entry is tried, and entries from the whole list, where the list promises access', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => ({ id: index, slug: `s${index}` }));
  const { ids, status } = await prepare(
    project,
    () => entries,
    () => notFound,
  );
  expect(ids).toEqual(['0', 's0', '1', '7', '13', '19']);
  expect(status).toBe(404);
});

test('elsewhere the second entry is tried, and another field', async () => {
  const entries = [1, 2, 3, 4].map((id) => ({ id, slug: `s${id}`, key: 'k' }));
  const { ids, record } = await prepare(
    citation,
    () => entries,
    () => notFound,
  );
  expect([ids, record.id]).toEqual([['1', '2', 'k'], '1']);
  expect((await prepare(citation, () => entries, found('2'))).record).toMatchObject({ id: '2', second: '3' });
});

test('the second record has the same kind of id as the first', async () => {
  const entries = [1, 2].map((id) => ({ id: `db-${id}`, slug: `s${id}` }));
  const { record } = await prepare(project, () => entries, found('s1'));
  expect([record.id, record.second]).toEqual(['s1', 's2']);
  expect((await prepare(project, () => [{ id: 1 }], found('1'))).record.second).toBeUndefined();
});

for (const [name, written] of Object.entries<Written>({
  'a wrong method': { status: 405, body: '{"error":"No"}' },
  'a wrong media type': { status: 406, body: '{"error":"No"}' },
  'a crash': { status: 500, body: '{}' },
  'no answer': { failure: 'timeout' },
})) {
  test(`${name} is not explained by another id`, async () => {
    const { ids } = await prepare(
      project,
      () => [{ id: 1 }, { id: 2 }],
      () => written,
    );
    expect(ids).toEqual(['1']);
  });
}

test('a pinned id is the only one', async () => {
  const { ids, marks } = await prepare(
    citation,
    () => [{ id: 1 }],
    () => notFound,
    {
      pinnedIds: { CITATION_ID: 'a/b' },
    },
  );
  expect([ids, marks]).toEqual([['a/b'], ['idIsPinned']]);
});

test('where the header is refused the query is tried', async () => {
  const { ids, record } = await prepare(
    citation,
    () => [{ id: 1 }],
    (_, asked) => (asked === 'header' ? { status: 401, body: '{"error":"Unauthorized"}' } : {}),
  );
  expect([ids, Object.keys(record.asked).sort()]).toEqual([
    ['1', '1 by query'],
    ['header', 'query'],
  ]);
});

test('a project that went while it was asked for is no dead one', async () => {
  const empty = await prepare(
    project,
    (asked) => (asked === 'header' ? [{ id: 1 }] : []),
    () => notFound,
  );
  expect([empty.record.id, empty.record.asked]).toEqual([undefined, {}]);
  const other = await prepare(project, (asked) => [{ id: asked === 'header' ? 1 : 2 }], found('2'));
  expect([other.record.id, other.status]).toEqual(['2', 200]);
  const still = await prepare(
    project,
    () => [{ id: 1 }],
    () => notFound,
  );
  expect([still.record.id, still.status]).toEqual(['1', 404]);
});

test('the ids of something else are no promise', async () => {
  const { marks, ids } = await prepare(
    project,
    () => [{ title: 'A review', owner_id: 3 }],
    () => notFound,
  );
  expect([ids, marks]).toEqual([['3'], [undefined]]);
});

test('a list without ids leads to no record', async () => {
  expect(
    await prepare(
      project,
      () => [],
      () => notFound,
    ),
  ).toMatchObject({ record: { asked: {} }, ids: [] });
});
