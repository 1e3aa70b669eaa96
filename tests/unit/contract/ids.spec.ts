import { expect, test } from '@playwright/test';
import { idsOf, unknownIdLike } from '../../../contract/ids.ts';

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
  ['an empty list', [], []],
  ['an empty wrapped list', { citations: [], meta: { page: 1 } }, []],
  ['an object without entries', { meta: { page: 1 } }, []],
  ['null', null, []],
  ['ids that cannot stand in a path', [{ id: '../etc' }, { id: 'a b' }], []],
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

test('An unknown id has the form of a known one', () => {
  expect(unknownIdLike('12')).toMatch(/^\d+$/);
  expect(unknownIdLike(uuid)).toMatch(/^[0-9a-f-]{36}$/);
  expect(unknownIdLike('a-text')).not.toMatch(/^\d+$/);
  expect(unknownIdLike(undefined)).toMatch(/^\d+$/);
});
