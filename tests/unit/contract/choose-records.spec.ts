import { expect, test } from '@playwright/test';
import {
  type CreatedId,
  createdIds,
  entriesOf,
  holdsNoList,
  idForm,
  idOf,
  lastSegment,
  listFieldOf,
  malformedIdLike,
  mayNameCreated,
  unknownIdLike,
  userIdentityOf,
} from '../../../contract/judging/choose-records.ts';

/** The rules by which a run chooses: docs/how-a-verdict-is-made.md. */

const record = { id: 1, title: 'A' };

/** The list in a body of `citations`: its entries, `none` if the body can hold no list, `open` if it is not recognized. */
const lists: readonly (readonly [body: unknown, found: readonly unknown[] | 'none' | 'open'])[] = [
  [[], []],
  [
    [record, 7],
    [record, 7],
  ],
  [{}, []],
  ...['data', 'items', 'results', 'entry', 'records', 'citations'].map(
    (name) => [{ [name]: [record], warnings: [1] }, [record]] as const,
  ),
  [{ projects: [record] }, [record]],
  [{ projects: [record], warnings: [] }, [record]],
  [{ projects: [record], warnings: ['late'] }, 'open'],
  [{ projects: [], warnings: [] }, 'open'],
  // The names of the page come first, in this order, and then that of the resource.
  [{ citations: [2], results: [1] }, [1]],
  [{ records: [3], items: [2], data: [1] }, [1]],
  // Some encoders write null for an empty list.
  [{ data: null }, []],
  [{ data: null, citations: [record] }, [record]],
  [{ resourceType: 'Bundle', type: 'searchset', entry: [record] }, [record]],
  // The tags of one record are not a list of records.
  [{ id: 1, tags: ['a', 'b'] }, 'none'],
  [{ id: 1, authors: [record] }, [record]],
  [{ next: null, found: [record] }, [record]],
  // Wrapped twice, or a map by ids: not recognized, and not guessed.
  [{ data: { items: [record] } }, 'open'],
  [{ data: { projects: [record] }, errors: [] }, 'open'],
  [{ found: [], page: { number: 1, sizes: [] } }, []],
  [{ 7: record, 8: record }, 'open'],
  [{ 7: 'A', 8: 'B' }, 'open'],
  [{ count: 0 }, 'open'],
  [{ citations_found: null }, 'open'],
  [{ message: 'Welcome' }, 'none'],
  [{ count: 3 }, 'none'],
  [null, 'none'],
  [7, 'none'],
  ['text', 'none'],
];

for (const [body, found] of lists) {
  test(`the list in ${JSON.stringify(body)} is read as ${typeof found === 'string' ? found : `${found.length} entries`}`, () => {
    expect(entriesOf(body, 'citations')).toEqual(typeof found === 'string' ? undefined : found);
    expect(holdsNoList(body, 'citations')).toBe(found === 'none');
  });
}

test('the field of a list is named, unless two fields may be the list', () => {
  expect(listFieldOf({ total: 1, records: [1] }, 'citations')).toBe('records');
  expect(listFieldOf({ found: [1] }, 'citations')).toBe('found');
  expect(listFieldOf({ found: [1], more: [2] }, 'citations')).toBeUndefined();
});

const uuid = '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f';

/** The id of a list entry, and the field in which it stands. */
const ids: readonly (readonly [entry: unknown, id: string | undefined, field?: string])[] = [
  [{ id: 7 }, '7', 'id'],
  [{ id: '7' }, '7', 'id'],
  [{ id: 0 }, '0', 'id'],
  [{ _id: 'c', uuid, id: 7 }, '7', 'id'],
  [{ _id: 'c', uuid }, uuid, 'uuid'],
  [{ _id: 'c' }, 'c', '_id'],
  [{ id: null, uuid }, uuid, 'uuid'],
  // In a FHIR entry, the last segment of fullUrl is the id of the path.
  [{ fullUrl: 'https://x.example/fhir/Citation/a-1', resource: { id: 'b-2' } }, 'a-1', 'fullUrl'],
  [{ fullUrl: '', resource: { id: 'b-2' } }, 'b-2', 'resource.id'],
  // Ids that do not fit in a path, or that JavaScript cannot represent exactly.
  [{ id: 'a/b' }, undefined],
  [{ id: '..' }, undefined],
  [{ id: ' ' }, undefined],
  [{ id: 'x'.repeat(1_001) }, undefined],
  [{ id: 2 ** 60 }, undefined],
  [{ id: 1.5 }, undefined],
  [{ id: { value: 7 } }, undefined],
  [{ id: true }, undefined],
  // Nothing else is guessed.
  [{ citation_id: 7, slug: 'a', key: 'k', href: '/citations/7' }, undefined],
  [7, undefined],
  [[{ id: 7 }], undefined],
  [null, undefined],
];

for (const [entry, id, field] of ids) {
  test(`${JSON.stringify(entry).slice(0, 80)} has ${id === undefined ? 'no usable id' : `the id ${id.slice(0, 40)} in ${field}`}`, () => {
    expect(idOf(entry)).toEqual(id === undefined ? undefined : { id, field });
  });
}

const segments: readonly (readonly [link: string, segment: string | undefined])[] = [
  ['7', '7'],
  ['Citation/7', '7'],
  ['/citations/a%20b', 'a b'],
  ['/citations/a%2Fb', undefined],
  ['/citations/%E0%A4%A', undefined],
  ['/citations/..', undefined],
  ['', undefined],
  ['/', undefined],
];

for (const [link, segment] of segments) {
  test(`the last segment of "${link}" is ${segment}`, () => {
    expect(lastSegment(link)).toBe(segment);
  });
}

const formats: readonly (readonly [
  known: string | undefined,
  unknown: string,
  malformed: string | undefined,
])[] = [
  ['7', '999999999', 'no-such-record-0'],
  [uuid, '00000000-0000-4000-8000-000000000000', 'no-such-record-0'],
  ['a-review', 'no-such-record-0', undefined],
  [undefined, '999999999', undefined],
];

for (const [known, unknown, malformed] of formats) {
  test(`for the known id ${known}, the unknown id is ${unknown} and the malformed id is ${malformed}`, () => {
    expect([unknownIdLike(known), malformedIdLike(known)]).toEqual([unknown, malformed]);
  });
}

/** The ids in the answer to an import. */
const imports: readonly (readonly [
  answer: unknown,
  location: string | undefined,
  created: readonly CreatedId[],
])[] = [
  [{ id: 41 }, undefined, [{ id: '41', isOfAnswer: true }]],
  [{ type: 'project', id: 7 }, undefined, [{ id: '7', kind: 'project' }]],
  [
    {
      resourceType: 'Bundle',
      id: 'b',
      type: 'transaction-response',
      entry: [{ response: { location: 'Citation/7/_history/1' } }],
    },
    undefined,
    [
      { id: '7', kind: 'Citation' },
      { id: 'b', kind: 'Bundle', isOfAnswer: true },
    ],
  ],
  [{ created: [{ id: 1 }, { id: 2 }] }, undefined, [{ id: '1' }, { id: '2' }]],
  [undefined, '/api/v3/citations/7', [{ id: '7', kind: 'citations' }]],
  [
    { id: 1 },
    'https://x.example/api/v3/projects/2',
    [
      { id: '2', kind: 'projects' },
      { id: '1', isOfAnswer: true },
    ],
  ],
  // A request with an inexact number would name another record.
  [{ ids: [9_007_199_254_740_993n.toString(), 2 ** 53] }, undefined, [{ id: '9007199254740993' }]],
  // An id without a type takes the name of its field as its kind.
  [{ fhir_import: { id: 61 } }, undefined, [{ id: '61', kind: 'fhir_import' }]],
  [{ key_questions: [{ id: 104 }] }, undefined, [{ id: '104', kind: 'key_questions' }]],
  [{ data: { citations: [{ id: 7 }] } }, undefined, [{ id: '7', kind: 'citations' }]],
  [{ created: [{ id: 7 }] }, undefined, [{ id: '7' }]],
  [{ data: { ids: [7] } }, undefined, [{ id: '7' }]],
  [[{ id: 61 }], undefined, [{ id: '61', isOfAnswer: true }]],
  // Other names are not guessed.
  [{ request_id: 'r-1', created: 1, uuid, links: ['/citations/7'] }, undefined, []],
  [[41], undefined, []],
  [41, undefined, []],
  [{ id: { value: 'a' } }, undefined, []],
  [{ ids: [[1]] }, undefined, []],
  ['id', undefined, []],
  [undefined, undefined, []],
];

for (const [answer, location, created] of imports) {
  test(`an import answer ${JSON.stringify(answer)} with Location ${location} names ${created.length} ids`, () => {
    expect(createdIds(answer, location)).toEqual(created);
  });
}

/** Answers without a rule: they may name ids, or they name none. */
const others: readonly (readonly [answer: unknown, mayName: boolean])[] = [
  [{ insertedIds: { 0: '65f8ea62' } }, true],
  [{ created: ['7'] }, true],
  [{ created: 'Citation/52019' }, true],
  [{ created: 2 }, false],
  [{}, false],
  [[], false],
  [{ created: [] }, false],
  [{ request_id: 'r-1', traceId: 't-1' }, false],
  [{ errors: ['invalid'] }, false],
  [{ id: null }, false],
  [true, false],
  [{ 7: { status: 'created' } }, true],
  [{ entry: [{ fullUrl: 'urn:uuid:a', resource: { resourceType: 'Citation', status: 'draft' } }] }, false],
  [{ entry: [{ fullUrl: 'https://x.example/Citation/7' }] }, true],
];

for (const [answer, mayName] of others) {
  test(`an import answer ${JSON.stringify(answer)} ${mayName ? 'may name' : 'does not name'} ids`, () => {
    expect(mayNameCreated(answer)).toBe(mayName);
  });
}

test('an import answer of any size and depth names a bounded number of ids', () => {
  const many = { ids: Array.from({ length: 5000 }, (_, index) => index) };
  const few = createdIds(many, undefined).length;
  expect(few).toBeGreaterThan(1);
  expect(few).toBeLessThan(50);
  const nested = (depth: number): unknown => (depth === 0 ? { id: 7 } : { next: nested(depth - 1) });
  expect(createdIds(nested(3), undefined)).toEqual([{ id: '7', kind: 'next' }]);
  expect(createdIds(nested(1000), undefined)).toEqual([]);
});

/** The identity of the user in a record. */
const users: readonly (readonly [record: unknown, who: ReturnType<typeof userIdentityOf>])[] = [
  [{ id: 7, name: 'Ada' }, { id: '7' }],
  [{ id: '7' }, { id: '7' }],
  [
    { id: 7, email: 'ada@x.org' },
    { id: '7', email: 'ada@x.org' },
  ],
  // A word as an id names a role, and a masked address identifies no one.
  [{ id: 'me', email: 'ada@x.org' }, { email: 'ada@x.org' }],
  [{ id: 'me' }, {}],
  [{ email: 'a***@x.org' }, {}],
  [{ email: '••••@x.org' }, {}],
  [{ email: 'ada' }, {}],
  [{ email: 7, name: 'Ada' }, {}],
  [[{ id: 7 }, { id: 8 }], {}],
  [{ user: { email: 'ada@x.org' } }, { email: 'ada@x.org' }],
  [{ users: [{ id: 7 }] }, { id: '7' }],
  [{ id: 'me', user: { id: 7 } }, { id: '7' }],
  // Other names are not guessed.
  [{ user_id: 7, login: 'ada', mail: 'ada@x.org' }, {}],
  [{ profile: { id: 7 } }, {}],
  [{}, {}],
  [null, {}],
  ['7', {}],
];

for (const [value, who] of users) {
  test(`the user in ${JSON.stringify(value)} is identified by ${JSON.stringify(who)}`, () => {
    expect(userIdentityOf(value)).toEqual(who);
  });
}

test('a user record that is nested too deeply has no identity', () => {
  const wrapped = (depth: number): unknown => (depth === 0 ? { id: 7 } : { data: wrapped(depth - 1) });
  expect([userIdentityOf(wrapped(3)), userIdentityOf(wrapped(100))]).toEqual([{ id: '7' }, {}]);
});

test('a number consists of digits only', () => {
  for (const text of ['0', '12', '0012']) expect(idForm(text), text).toBe('whole number');
  for (const text of ['', '-1', '1.5', '1e3', 'a12', '12a', '1 2', uuid])
    expect(idForm(text), text).not.toBe('whole number');
});

test('a UUID consists of five groups of hexadecimal digits only', () => {
  expect(idForm(uuid)).toBe('UUID');
  expect(idForm(uuid.toUpperCase())).toBe('UUID');
  const others = [
    `x${uuid}`,
    uuid.slice(1),
    uuid.replace('8a3b', '8a3g'),
    uuid.replace('0a1b2c3d4e5f', '0'),
    uuid.replace('0a1b2c3d4e5f', 'ghijklmnopqr'),
  ];
  for (const text of others) expect(idForm(text), text).toBe('other text');
});
