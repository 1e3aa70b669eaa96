import { expect, test } from '@playwright/test';
import {
  entriesOf,
  idCandidatesOf,
  idsOf,
  malformedIdLike,
  showsOwnIds,
  unknownIdLike,
} from '../../../contract/ids.ts';

const uuid = '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f';

const lists: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['an array of objects', [{ id: 7 }, { id: 8 }], ['7', '8']],
  ['text ids', [{ id: 'abc' }], ['abc']],
  ['UUIDs', [{ uuid }], [uuid]],
  ['bare ids', [3, 4], ['3', '4']],
  ['a wrapped list', { projects: [{ id: 7 }], page: 1 }, ['7']],
  ['a list wrapped twice', { data: { items: [{ id: 7 }] } }, ['7']],
  ['a list beside other arrays', { links: ['x'], citations: [{ id: 7 }] }, ['7']],
  [
    'a searchset Bundle',
    { resourceType: 'Bundle', entry: [{ resource: { resourceType: 'Citation', id: 'c1' } }] },
    ['c1'],
  ],
  [
    'a Bundle with addresses alone',
    { resourceType: 'Bundle', entry: [{ fullUrl: 'https://host.example/Citation/c1' }] },
    ['c1'],
  ],
  ['a map by id', { '12': { title: 'A' }, '13': { title: 'B' } }, ['12', '13']],
  ['an id by another name', [{ citation_id: 9, title: 'x' }], ['9']],
  ['JSON:API', { data: [{ type: 'projects', id: '4', attributes: {} }] }, ['4']],
  ['ids in capitals', [{ ID: 7, Title: 'x' }], ['7']],
  ['a primary key', [{ title: 'x', pk: 7 }], ['7']],
  ['a GUID', [{ guid: uuid }], [uuid]],
  ['a key', [{ key: 'PRJ-7', title: 'x' }], ['PRJ-7']],
  ["MongoDB's JSON", [{ _id: { $oid: '507f1f77bcf86cd799439011' } }], ['507f1f77bcf86cd799439011']],
  ['entries that wrap their record', [{ record: { id: 7 } }, { record: { id: 8 } }], ['7', '8']],
  ['entries that wrap their record under one name of their own', [{ sr360: { id: 7 } }], ['7']],
  [
    'edges with nodes',
    { edges: [{ cursor: 'a', node: { id: 7 } }], pageInfo: { hasNextPage: false } },
    ['7'],
  ],
  [
    'pairs',
    [
      [7, 'A review'],
      [8, 'B'],
    ],
    ['7', '8'],
  ],
  ['records beside their number', [[{ id: 7 }, { id: 8 }], 2], ['7', '8']],
  ['records behind their number', [1, [{ id: 7 }]], ['7']],
  ['rows of pairs', { columns: ['title', 'id', 'a'], rows: [['A review', 7]] }, ['7']],
  ['links in HAL', { _embedded: { c: [{ title: 'x', _links: { self: { href: '/api/c/7' } } }] } }, ['7']],
  [
    'links by their relation',
    [
      {
        links: [
          { rel: 'edit', href: '/c/8' },
          { rel: 'self', href: '/c/7' },
        ],
      },
    ],
    ['7'],
  ],
  ['an empty list', [], []],
  ['an empty list beside what it includes', { data: [], included: [{ id: 7 }] }, []],
  ['an empty wrapped list', { citations: [], meta: { page: 1 } }, []],
  ['an object without entries', { meta: { page: 1 } }, []],
  ['null', null, []],
  ['ids that cannot stand in a path', [{ id: '../etc' }, { id: 'a\tb' }, { id: '.' }, { id: '..' }], []],
  ['ids with spaces', [{ id: 'PR 1:a' }, { identifier: 'PR 2:a' }], ['PR 1:a', 'PR 2:a']],
  ['ids that spaces surround', [{ id: ' a' }, { id: 'a ' }], []],
  ['records behind facets', { facets: [{ field: 'year', buckets: [] }], data: [{ id: 7 }] }, ['7']],
  [
    'records behind warnings, under the name of their resource',
    { warnings: [{ code: 'W1' }], citations: [{ id: 7 }] },
    ['7'],
  ],
  ['an empty id', [{ id: '' }], []],
  ['ids up to 200 characters', [{ id: 'x'.repeat(201) }, { id: 'y'.repeat(200) }], ['y'.repeat(200)]],
  ['entries that are nothing', [null, 'a b', {}, { id: 1 }], ['1']],
  ['entries without an id', [{ title: 'x', count: 5 }], []],
  ['fields whose name only resembles one of an id', [{ citation_id_old: 9, Idle: 8 }], []],
  ['an address alone', [{ href: 'https://host.example/Citation/c1/?to=/x#y' }], ['c1']],
  ['addresses that lead nowhere', [{ url: '/' }, { url: 'https://host.example/a b' }], []],
  ['a name that is no address', [{ fullUrl: `urn:uuid:${uuid}` }], []],
  ['the longest of arrays without records', { tags: ['x'], ids: ['a1', 'b2'], more: ['y'] }, ['a1', 'b2']],
  ['records after an empty and a mixed array', { none: [], mixed: [1, {}], real: [{ id: 7 }] }, ['7']],
  ['a map that holds more than records', { '12': { title: 'A' }, meta: { page: 1 } }, []],
  ['a list beside an object without one', { meta: { page: 1 }, data: { items: [{ id: 7 }] } }, ['7']],
  ['a Bundle with links first', { resourceType: 'Bundle', link: [{ id: 9 }], entry: [{ id: 7 }] }, ['7']],
  ['a Bundle without entries', { resourceType: 'Bundle', link: [{ id: 9 }] }, []],
  [
    'the array under the name of the list, not the longest',
    { codes: ['x', 'y', 'z'], ids: ['a1', 'b2'] },
    ['a1', 'b2'],
  ],
  [
    'the longest of two that lists are named by',
    { ids: ['a1'], items: ['b1', 'b2'], data: ['c1', 'c2'] },
    ['b1', 'b2'],
  ],
  ['the longest of arrays with any names', { a: ['x'], b: ['y', 'z'], c: [] }, ['y', 'z']],
  ['records under the name of a list before others', { a: [{ id: 1 }], Items: [{ id: 7 }] }, ['7']],
  ['records with ids before records without', { a: [{ x: 1 }], b: [{ x: 1, ID: 7 }] }, ['7']],
  ['a map from ids to names', { '12': 'A', '13': 'B' }, ['12', '13']],
  [`a map from a UUID to a name`, { [uuid]: 'A' }, [uuid]],
  ['a map from one id and another name', { '12': 'A', total: 1 }, []],
  ['a map from ids to lists', { '12': ['A'], '13': ['B', 'C'] }, ['B', 'C']],
  ['an empty list that may be any', { datasets: [], codes: ['x'], included: [{ id: 7 }] }, ['7']],
  ['a record in a record', [{ resource: { node: { item: { id: 7 } } } }], ['7']],
  ['a record five deep', [{ a: { b: { c: { d: { id: 7 } } } } }], []],
  ['a pair of a name and a number', [['a', 7, uuid, 'b', 'c', 9]], ['7']],
  ['links three deep', [{ title: 'A', _links: { self: { href: { url: '/c/7' } } } }], ['7']],
  ['links four deep', [{ title: 'A', _links: { self: { href: { url: { uri: '/c/7' } } } } }], []],
  ['the links of a record to others', [{ links: [{ rel: 'next', href: '/c/8' }] }], []],
  ['links without a relation', [{ links: [null, { href: '/c/7' }] }], ['7']],
  [
    'ids with eight words, and not nine',
    [{ id: 'a b c d e f g h i' }, { id: 'a b c d e f g h' }],
    ['a b c d e f g h'],
  ],
  ['ids with two spaces', [{ id: 'a  b' }], []],
  ['a list wrapped four times', { a: { b: { c: { d: [{ id: 7 }] } } } }, ['7']],
  ['a list wrapped five times', { a: { b: { c: { d: { e: [{ id: 7 }] } } } } }, []],
  ['more than five entries', [1, 2, 2, 3, 4, 5, 6].map((id) => ({ id })), ['1', '2', '3', '4', '5']],
  ['only the first fifty entries', [...Array.from({ length: 50 }, () => ({})), { id: 7 }], []],
];

test.describe('Ids of a list', () => {
  for (const [name, list, expected] of lists) {
    test(`are read from ${name}`, () => {
      expect(idsOf(list)).toEqual(expected);
    });
  }

  test('are looked for only some levels deep', () => {
    let nested: unknown = [{ id: 1 }];
    for (let depth = 0; depth < 200_000; depth += 1) nested = { nested };
    expect(idsOf(nested)).toEqual([]);
  });
});

const candidates: readonly (readonly [
  name: string,
  resource: string,
  entry: unknown,
  expected: readonly string[],
])[] = [
  [
    'a title only after what looks like an id',
    'projects',
    { id: 7, slug: 'a-b', name: 'A' },
    ['7', 'a-b', 'A'],
  ],
  ['a title with spaces never', 'projects', { id: 7, title: 'A review' }, ['7']],
  ['a title alone never', 'projects', { title: 'A' }, []],
  [
    'the record before what joins it',
    'projects',
    { role: 'owner', project: { id: 7 }, user_id: 3 },
    ['7', '3'],
  ],
  ['a membership and the record that it joins', 'projects', { id: 55, project_id: 7 }, ['55', '7']],
  [
    'a link before the id of another record',
    'citations',
    { project_id: 3, href: '/api/v3/citations/9' },
    ['9', '3'],
  ],
  [
    'the own name before others',
    'citations',
    { reviewer_id: 4, citationId: 9, project_id: 3 },
    ['9', '4', '3'],
  ],
  [
    'ids of others last, and titles after them',
    'projects',
    { owner_id: 3, code: 'C', reader_id: 4, name: 'A' },
    ['4', 'C', '3', 'A'],
  ],
  [
    'the own names in their order',
    'citations',
    { citation_key: 'k', citation_uuid: 'u', citation_id: 9, id: 1 },
    ['1', '9', 'u', 'k'],
  ],
  ['names that end like those of others', 'projects', { subproject_id: 5, user_id: 3 }, ['5', '3']],
  ['an id of its own among owners', 'forms', { formTemplateId: 5, templateId: 3 }, ['5', '3']],
  [
    'a reorganisation',
    'citations',
    { reorganization_id: 1, organization_id: 2, organisation_id: 3 },
    ['1', '2', '3'],
  ],
  [
    'a record under each usual name',
    'citations',
    { data: { id: 2 }, entity: { id: 1 }, attributes: { id: 3 } },
    ['1', '2', '3'],
  ],
  [
    'the resource before the id beside it',
    'citations',
    { id: 1, resource: { id: 2 }, node: { id: 3 } },
    ['2', '3', '1'],
  ],
  ['scalars under the name of a record', 'citations', { record: 5, object: 'x' }, []],
  ['a publishing of a project, by its id', 'projects', { id: 9001, project: 1 }, ['9001', '1']],
  ['by a link to it', 'projects', { id: 9001, project_url: 'https://r.example/projects/1' }, ['9001', '1']],
  [
    'by one of its links',
    'projects',
    { id: 9001, links: { self: '/publishings/9001', project: '/api/v3/projects/1', owner: '/users/3' } },
    ['9001', '1'],
  ],
  [
    'by a link of HAL',
    'projects',
    { id: 9001, _links: { self: { href: '/publishings/9001' }, project: { href: '/projects/1' } } },
    ['9001', '1'],
  ],
  [
    'by a relationship of JSON:API',
    'projects',
    { type: 'publishings', id: '9001', relationships: { project: { data: { type: 'projects', id: '1' } } } },
    ['9001', '1'],
  ],
  [
    'by an identifier of FHIR',
    'projects',
    { id: 'rs-1', identifier: [{ system: 'https://r.example/projects', value: '1' }] },
    ['rs-1', '1'],
  ],
  [
    'by a code of a registry, last',
    'projects',
    { id: 1, since: '2026-01-01', prospero: 'CRD42001', project_id: 5 },
    ['1', '5', 'CRD42001'],
  ],
  ['by a number in a part', 'projects', { id: 'h1', doc: { project_number: 7 } }, ['h1', '7']],
  ['by a short name', 'projects', { id: 1, rank: 1, pid: 'p1' }, ['1', 'p1']],
  ['a title that is a text', 'citations', { id: 1, citation: 'A trial of 2020' }, ['1']],
  [
    'a number of the database beside it',
    'projects',
    { node: { id: 'UHJvamVjdDox', databaseId: 1 } },
    ['UHJvamVjdDox', '1'],
  ],
  [
    'a hash beside the id of the part',
    'projects',
    { project: { id: 7, hashid: 'k3X9' }, role: { id: 2 } },
    ['7', 'k3X9'],
  ],
  ['the end of an IRI', 'projects', { '@id': '/api/v3/projects/7', '@type': 'Project' }, ['7']],
  [
    'the end of the name of a resource',
    'citations',
    { name: 'projects/7/citations/9', displayName: 'A' },
    ['9'],
  ],
  ['no end of the path of another', 'citations', { project: 'projects/7', title: 'A' }, []],
  [
    'what stands about a record',
    'projects',
    { metadata: { name: 'a-b', uid: 'u1' }, spec: {} },
    ['u1', 'a-b'],
  ],
  ['what a system says of it', 'projects', { sys: { id: '6Jx', type: 'Entry' }, fields: {} }, ['6Jx']],
  [
    'the records of a group after that of the group',
    'projects',
    { id: 'f-1', name: 'Mine', projects: [{ id: 7 }, { id: 8 }, { id: 9 }] },
    ['f-1', '7', '8', 'Mine'],
  ],
  ['a number of PubMed', 'citations', { pmid: 31_234_567, title: 'A trial' }, ['31234567']],
  ['a record under the own name', 'key_questions', { key_question: { id: 5 }, position: 1 }, ['5']],
];

for (const [name, resource, entry, expected] of candidates) {
  test(`What may be an id: ${name}`, () => {
    expect(idCandidatesOf([entry], resource)).toEqual(expected.length === 0 ? [] : [expected]);
  });
}

const shown: readonly (readonly [entry: unknown, isOwn: boolean])[] = [
  [{ id: 7 }, true],
  [7, true],
  [[7, 'A'], true],
  [{ project_id: 7 }, true],
  [{ href: '/projects/7' }, true],
  [{ project: { id: 7 } }, true],
  [{ title: 'A', owner_id: 3 }, false],
  [{ title: 'A', code: 'x' }, false],
  [{ '@id': 'https://w3id.org/projects/7' }, false],
  [{ title: 'A' }, false],
];

for (const [entry, isOwn] of shown) {
  test(`${JSON.stringify(entry)} shows ${isOwn ? 'an id of its own' : 'none of its own'}`, () => {
    expect(showsOwnIds([entry], 'projects')).toBe(isOwn);
  });
}

test('what the first entry shows counts, and nothing else', () => {
  expect(showsOwnIds([{ x: 1 }, { owner_id: 3 }, { id: 7 }], 'projects')).toBe(false);
  expect(showsOwnIds([{ x: 1 }, { id: 7 }, { owner_id: 3 }], 'projects')).toBe(true);
});

test('what is no list has no entries', () => {
  const tooDeep = { a: { b: { c: { d: { e: [1] } } } } };
  for (const one of [null, 7, {}, { a: 1 }, { resourceType: 'Bundle', entry: 7 }, tooDeep])
    expect(entriesOf(one), JSON.stringify(one)).toEqual([]);
});

test('An unknown id has the form of a known one', () => {
  expect(unknownIdLike('12')).toMatch(/^\d+$/);
  expect(unknownIdLike(uuid)).toMatch(/^[0-9a-f-]{36}$/);
  for (const text of ['a-text', 'a12', '12a', `x${uuid}`, `${uuid}0`])
    expect(unknownIdLike(text), text).toBe('no-such-record-0');
  expect(unknownIdLike(undefined)).toMatch(/^\d+$/);
});

test('an id of another form exists where ids are numbers or UUIDs', () => {
  for (const known of ['12', uuid]) expect(malformedIdLike(known)).toBe('no-such-record-0');
  for (const known of ['a-text', 'a12', undefined]) expect(malformedIdLike(known)).toBeUndefined();
});
