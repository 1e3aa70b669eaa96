import { expect, test } from '@playwright/test';
import { type EndpointId, endpointOf, endpoints } from '../../../contract/endpoints.ts';
import { wasAsked } from '../../../contract/exchange.ts';
import { otherVersionFour, type RequestSpec, unknownPath } from '../../../contract/request.ts';
import { defaultImportBundle } from '../../../engine/configuration/default-import-bundle.ts';
import {
  importInEachRelease,
  lookIntoEmptyObjects,
  lookIntoQueryKeys,
  lookIntoVersionFour,
  mostReads,
  readCreated,
} from '../../../engine/run/follow-ups.ts';
import { type Asking, listOf, makeAsking, notFound } from './asking.ts';
import { exchangeWith, type Written } from './exchanges.ts';

const versionFour = endpointOf('GET /api/v4/projects');
const imports = endpointOf('POST /api/v3/fhir_imports');

/** Notes an exchange as the result of a request. */
function keep({ asker }: Asking, id: EndpointId, request: RequestSpec, written: Written): void {
  asker.keep({ endpoint: endpointOf(id), request }, exchangeWith({ endpoint: id, request, ...written }));
}

test('where the key in the query gets less than in the header, the header is asked once more', async () => {
  const asking = makeAsking(() => notFound);
  const both = (id: EndpointId, byHeader: Written, byQuery: Written): void => {
    keep(asking, id, { key: 'header' }, byHeader);
    keep(asking, id, { key: 'query' }, byQuery);
  };
  both('GET /api/v3/projects', listOf(1), listOf(1));
  both('GET /api/v3/citations', listOf(11), listOf());
  both('GET /api/v3/key_questions', listOf(), listOf());
  both('GET /api/v3/extractions', listOf(31), { status: 401, body: '{"error":"Unauthorized"}' });
  both('GET /api/v3/artifact_assessments', listOf(61), { status: 404, body: '{"error":"Gone"}' });
  both('GET /api/v3/users', notFound, notFound);
  await lookIntoQueryKeys(asking.asker);
  // The asking of this test learns about a list before it asks for it again.
  expect(asking.asked.filter((one) => one.endsWith(' again'))).toEqual([
    'GET /api/v3/citations header again',
    'GET /api/v3/artifact_assessments header again',
  ]);
});

test('where another path of version 4 answers, an unknown path is asked too', async () => {
  const asking = makeAsking(() => notFound);
  keep(asking, 'GET /api/v4/projects', otherVersionFour, {});
  await lookIntoVersionFour(asking.asker);
  expect(asking.asked).toEqual(['GET /api/v3/no_such_resource header /api/v3/no_such_resource']);
  const kept = asking.asker.resultOf(versionFour, unknownPath);
  expect(kept !== undefined && wasAsked(kept) && kept.answer?.status).toBe(404);
});

for (const [name, written] of [
  ['does not answer', notFound],
  ['fails', { failure: 'reset' }],
] as const) {
  test(`where another path of version 4 ${name}, nothing more is asked`, async () => {
    const asking = makeAsking(() => ({}));
    keep(asking, 'GET /api/v4/projects', otherVersionFour, written);
    await lookIntoVersionFour(asking.asker);
    expect(asking.asked).toEqual([]);
  });
}

test('where it was not asked, nothing more is asked', async () => {
  const asking = makeAsking(() => ({}));
  await lookIntoVersionFour(asking.asker);
  asking.asker.keep({ endpoint: versionFour, request: otherVersionFour }, { notAsked: 'time is up' });
  await lookIntoVersionFour(asking.asker);
  expect(asking.asked).toEqual([]);
});

const usual = { key: 'header', body: 'valid' } as const;

/** What was asked, and the status that counts for the import, where the usual Bundle and the other one get these. */
async function importsOf(
  first: Written,
  second: Written,
  importBundle = defaultImportBundle,
): Promise<readonly unknown[]> {
  const asking = makeAsking(() => second);
  keep(asking, 'POST /api/v3/fhir_imports', usual, first);
  await importInEachRelease(importBundle, asking.asker);
  const kept = asking.asker.resultOf(imports, usual);
  return [asking.asked.length, kept !== undefined && wasAsked(kept) && kept.answer?.status];
}

test('where our Bundle is refused for its content, another one is tried, and counts where it is taken', async () => {
  const told = (status: number): Written => ({ status, body: '{"error":"No."}' });
  const created: Written = { status: 201, body: '{"id":1}' };
  for (const status of [400, 409, 415, 422]) {
    expect(await importsOf(told(status), created)).toEqual([1, 201]);
    expect(await importsOf(told(status), told(422))).toEqual([1, status]);
  }
  for (const status of [201, 401, 403, 404, 500])
    expect(await importsOf(told(status), created)).toEqual([0, status]);
  expect(await importsOf(told(422), created, '{"resourceType":"Bundle"}')).toEqual([0, 422]);
});

const lists = endpoints.filter(({ kind }) => kind === 'list').map(({ id }) => id);
const elsewhere = { key: 'header', elsewhere: 'array' } as const;

/** The lists whose empty object is known to be no list. */
function suspicious(
  answers: Readonly<Partial<Record<EndpointId, Written>>>,
  others: Written,
): readonly string[] {
  const asking = makeAsking(() => ({}));
  for (const id of lists) keep(asking, id, { key: 'header' }, answers[id] ?? others);
  lookIntoEmptyObjects(asking.asker);
  return lists.filter((id) => asking.asker.resultOf(endpointOf(id), elsewhere) !== undefined);
}

const [one = 'GET /api/v3/projects', other = 'GET /api/v3/citations'] = lists;

test('an empty object among bare arrays is compared with one of them', () => {
  expect(suspicious({ [one]: { body: '{}' } }, listOf(1))).toEqual([one]);
  expect(suspicious({ [one]: { body: '{}' }, [other]: { body: '{}' } }, listOf(1))).toEqual([one, other]);
});

test('an empty object may be a list where lists are wrapped, where few are filled, or where no other answers', () => {
  expect(suspicious({ [one]: { body: '{}' }, [other]: { body: '{"items":[]}' } }, listOf(1))).toEqual([]);
  expect(suspicious({ [one]: { body: '{}' }, [other]: listOf(1) }, listOf())).toEqual([]);
  expect(suspicious({ [one]: { body: '{}' } }, notFound)).toEqual([]);
  expect(suspicious({ [one]: { body: 'no JSON' } }, { body: '{}' })).toEqual([]);
  expect(suspicious({ [one]: { body: '[]' } }, listOf(1))).toEqual([]);
});

/** What is read after an import that answered so. */
async function readAfter(created: Written, answer: (asked: string) => Written): Promise<Asking> {
  const asking = makeAsking(answer);
  keep(asking, 'POST /api/v3/fhir_imports', { key: 'header', body: 'valid' }, created);
  await readCreated(asking.send, asking.asker);
  return asking;
}

const created = (...ids: readonly unknown[]): Written => ({ status: 201, body: JSON.stringify({ ids }) });

test('what an import created is looked for at every kind of record', async () => {
  const { asked } = await readAfter(created('c-1'), () => notFound);
  expect(asked).toEqual([
    'GET /api/v3/projects/c-1 header created-id',
    'GET /api/v3/citations/c-1 header created-id',
    'GET /api/v3/extractions/c-1 header created-id',
    'GET /api/v3/sd_meta_data/c-1 header created-id',
  ]);
});

test('of two that it created, each is looked for at half of them; what is found ends it', async () => {
  const { asked, asker } = await readAfter(created('c-1', 'c-2', 'c-3'), (one) =>
    one.includes('citations/c-2') ? {} : notFound,
  );
  expect(asked).toHaveLength(mostReads);
  expect(asked.at(-1)).toBe('GET /api/v3/citations/c-2 header created-id');
  const kept = asker.resultOf(imports, { key: 'header', id: 'created' });
  expect(kept !== undefined && wasAsked(kept) && kept.answer?.status).toBe(200);
  const early = await readAfter(created('c-1', 'c-2'), () => ({}));
  expect(early.asked).toEqual(['GET /api/v3/projects/c-1 header created-id']);
});

test('what was read is kept where it was read, an answer outside of the document before any other', async () => {
  const { asker } = await readAfter(created('c-1', 'c-2'), (one) =>
    one.includes('projects/c-1') ? { status: 500 } : notFound,
  );
  const statusAt = (id: EndpointId): unknown => {
    const kept = asker.resultOf(endpointOf(id), { key: 'header', id: 'created' });
    return kept !== undefined && wasAsked(kept) && kept.answer?.status;
  };
  expect(statusAt('GET /api/v3/projects/:id')).toBe(500);
  expect(statusAt('GET /api/v3/citations/:id')).toBe(404);
  expect(statusAt('GET /api/v3/extractions/:id')).toBe(false);
});

test('of a link or a reference the last segment is the id', async () => {
  const links: readonly (readonly [link: string, id: string])[] = [
    ['https://reviews.example.org/api/v3/citations/c-1', 'c-1'],
    ['Citation/c-2/_history/3', 'c-2'],
    ['/api/v3/citations/c-3/?full=1#top', 'c-3'],
    ['urn:uuid:6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f', '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f'],
  ];
  for (const [link, id] of links) {
    const { asked } = await readAfter(created(link), () => ({}));
    expect(asked, link).toEqual([`GET /api/v3/projects/${id} header created-id`]);
  }
});

for (const [name, written] of [
  ['was refused', { status: 422, body: '{"error":"No."}' }],
  ['names nothing', { status: 201, body: '{"ok":true}' }],
  ['answers no JSON', { status: 201, body: 'created c-1' }],
] as const) {
  test(`after an import that ${name}, nothing is read`, async () => {
    expect((await readAfter(written, () => ({}))).asked).toEqual([]);
  });
}
