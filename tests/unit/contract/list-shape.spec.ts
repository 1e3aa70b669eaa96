import { expect, test } from '@playwright/test';
import { isList, saysAnything } from '../../../contract/list-shape.ts';

const bodies: readonly (readonly [body: unknown, isOne: boolean])[] = [
  [[], true],
  [[{ id: 1 }], true],
  [{}, true],
  [{ projects: [] }, true],
  [{ projects: null, total: 0 }, true],
  [{ data: null }, true],
  [{ total: 0 }, true],
  [{ page: 1, total_count: 0 }, true],
  [{ projects: {} }, true],
  [{ data: {}, meta: { total: 0 } }, true],
  [{ '12': { title: 'A' } }, true],
  [{ '12': 'A', '13': 'B' }, true],
  [{ 'blood-pressure': { title: 'A' } }, true],
  [{ projects: { '12': { title: 'A' } }, total: 1 }, true],
  [{ data: { '12': { title: 'A' } } }, true],
  [{ response: { docs: [], found: 0 } }, true],
  [{ resourceType: 'Bundle', id: 'b', type: 'searchset', total: 0 }, true],
  [{ resourceType: 'List', id: 'l', status: 'current' }, true],
  [{ id: 'req-1', data: [] }, true],
  [{ id: 'req-1', data: null }, true],
  [{ jsonrpc: '2.0', id: 1, result: [{ id: 7 }] }, true],
  [{ id: 'p1', members: [{ id: 7 }] }, true],
  [{ _links: { self: { href: '/x' } }, page: { size: 20 } }, true],
  [{ id: [1, 2], title: ['A', 'B'] }, true],
  [{ projects: { a: { title: 'A' }, b: { title: 'B' } }, total: 2 }, true],
  [{ id: 'req-1', answer: [{ id: 7 }] }, true],
  [{ id: 'req-1', Data_List: [7], data: { '12': {} } }, true],
  [{ a: { b: { c: [] } } }, true],
  [
    {
      status: 'ok',
      a: { status: 'ok', b: { status: 'ok', c: { status: 'ok', d: { status: 'ok', e: [] } } } },
    },
    false,
  ],
  [{ status: 'ok', project: { a: { title: 'A' }, b: 'B' } }, false],
  [{ '12': 'A', title: 'B' }, false],
  [{ data: 7, rows: { a: 1 } }, false],
  [{ id: 'p1', tags: [] }, false],
  [{ id: 'p1', tags: ['x', { id: 7 }] }, false],
  [{ id: 'p1', metadata: { title: 'A' } }, false],
  [{ id: 'p1', data: 'text' }, false],
  [{ database: null }, false],
  [{ discount: 0 }, false],
  [{ counts: 0 }, false],
  [{ message: 'Welcome' }, false],
  [{ message: 'Welcome', links: { self: '/', docs: '/docs' } }, false],
  [{ count: 3 }, false],
  [{ total: 3, page: 1 }, false],
  [{ id: 1, title: 'A' }, false],
  [{ id: 1, title: 'A', tags: ['x'], owner: { name: 'B' } }, false],
  [{ uuid: 'a', title: 'A' }, false],
  [{ data: { id: 1, title: 'A' } }, false],
  [{ status: 'ok', data: { id: 1, title: 'A' } }, false],
  [{ projects: { id: 1, title: 'A' } }, false],
  [{ status: 'ok' }, false],
  [null, false],
  ['projects', false],
  [7, false],
];

for (const [body, isOne] of bodies) {
  test(`${JSON.stringify(body)} is ${isOne ? 'a' : 'no'} list`, () => {
    expect(isList(body, 'projects')).toBe(isOne);
  });
}

const wrappers = [
  'data items item results result records record entries entry lists list rows docs documents contents content values',
  'value hits edges nodes pages page collection resources objects members member elements payload response body ids',
  'embedded projects Projects _embedded',
].flatMap((names) => names.split(' '));

for (const name of wrappers) {
  test(`null under ${name} is an empty list`, () => {
    expect(isList({ status: 'ok', [name]: null }, 'projects')).toBe(true);
  });
}

for (const name of ['id', '_id', 'ID', 'uuid', 'guid', 'pk']) {
  test(`an object with ${name} and tags is one record`, () => {
    for (const id of [7, 'a']) expect(isList({ [name]: id, tags: ['x'] }, 'projects')).toBe(false);
    expect(isList({ [name]: { value: 7 }, tags: ['x'] }, 'projects')).toBe(true);
  });
}

const records: readonly (readonly [body: unknown, says: boolean])[] = [
  [{ id: 1 }, true],
  [[{ id: 1 }], true],
  [{ data: { active: false } }, true],
  [{ name: '' }, true],
  [{}, false],
  [[{}], false],
  [{ user: {} }, false],
  [{ user: null, roles: [] }, false],
  [{ user: '[object Object]' }, false],
  [['#<Project:0x00007f01>', '#<Project id: 1, name: "A">'], false],
  [['<models.Project object at 0x7f01>'], false],
  [['#1', '<b>', '<a> object at 0x1'], true],
  [{ user: '[object Object]', id: 7 }, true],
  [[null], false],
  [null, false],
  [0, true],
  [[], false],
  [nested(10, 7), true],
  [nested(10, {}), false],
  // Deeper than records are: nobody can say.
  [nested(30, {}), true],
  [[...Array.from({ length: 5000 }, () => ({})), { id: 7 }], false],
  [[...Array.from({ length: 4999 }, () => ({})), { id: 7 }], true],
];

for (const [body, says] of records) {
  test(`${JSON.stringify(body).slice(0, 300)} of ${JSON.stringify(body).length} characters says ${says ? 'something' : 'nothing'}`, () => {
    expect(saysAnything(body)).toBe(says);
  });
}

function nested(depth: number, value: unknown): unknown {
  return depth === 0 ? value : { a: nested(depth - 1, value) };
}
