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

const records: readonly (readonly [body: unknown, says: boolean])[] = [
  [{ id: 1 }, true],
  [[{ id: 1 }], true],
  [{ data: { active: false } }, true],
  [{ name: '' }, true],
  [{}, false],
  [[{}], false],
  [{ user: {} }, false],
  [{ user: null, roles: [] }, false],
];

for (const [body, says] of records) {
  test(`${JSON.stringify(body)} says ${says ? 'something' : 'nothing'}`, () => {
    expect(saysAnything(body)).toBe(says);
  });
}
