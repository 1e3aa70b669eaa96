import { expect, test } from '@playwright/test';
import {
  changedSigns,
  differences,
  leavesOf,
  signsOfAnotherUser,
  stableLeaves,
} from '../../../contract/same-user.ts';

test.describe('What stays equal between two calls with one key', () => {
  test('leaves out a clock and a counter', () => {
    const { all } = stableLeaves({ id: 1, now: '10:00', calls: 1 }, { id: 1, now: '10:01', calls: 2 });
    expect([...all.keys()]).toEqual(['$.id']);
  });

  test('tells apart the fields that name somebody', () => {
    const user = { id: 1, email: 'a@b.example', served_by: 'web-1' };
    const { identifying } = stableLeaves(user, user);
    expect([...identifying.keys()]).toEqual(['$.id', '$.email']);
  });

  test('finds another user by any field, also a nested one', () => {
    const { all } = stableLeaves({ user: { id: 1 } }, { user: { id: 1 } });
    expect(differences(all, { user: { id: 2 } })).toEqual(['$.user.id']);
    expect(differences(all, { user: { id: 1 }, more: true })).toEqual([]);
  });

  test('is bounded, whatever the record holds', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    const wide = Array.from({ length: 100_000 }, (_, index) => index);
    expect(stableLeaves({ deep, wide }, { deep, wide }).all.size).toBeLessThanOrEqual(5000);
  });

  test('is known by its place, and a number is the same as its text', () => {
    expect([...leavesOf({ id: 1, roles: ['a', { of: true }] })]).toEqual([
      ['$.id', '1'],
      ['$.roles[0]', 'a'],
      ['$.roles[1].of', true],
    ]);
  });

  test('is looked for eleven levels deep', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 7 : { a: nested(depth - 1) });
    expect(leavesOf(nested(11)).size).toBe(1);
    expect(leavesOf(nested(12)).size).toBe(0);
  });
});

test.describe('Another user is seen', () => {
  const stable = (record: unknown) => stableLeaves(record, record);

  test('by a unique name before a name that two people may share', () => {
    const { identifying, named, isUnique } = stable({ name: 'Ada', user_id: 7, theme: 'dark' });
    expect([[...identifying.keys()], [...named.keys()], isUnique]).toEqual([
      ['$.user_id'],
      ['$.user_id', '$.name'],
      true,
    ]);
  });

  test('by a shared name where there is no unique one, also in a list', () => {
    const { identifying, isUnique } = stable({ theme: 'dark', names: 1, full_name: ['Ada'] });
    expect([[...identifying.keys()], isUnique]).toEqual([['$.full_name[0]'], false]);
    const many = { email: Array.from({ length: 12 }, (_, index) => `${index}@x.example`) };
    expect(stable(many).identifying.size).toBe(12);
  });

  test('by most of the record where nothing names anybody', () => {
    const record = stable({ a: 1, b: 1, c: 1, d: 1 });
    expect(record.identifying.size).toBe(0);
    expect(signsOfAnotherUser(record, { a: 2, b: 2, c: 1, d: 1 })).toEqual([]);
    expect(signsOfAnotherUser(record, { a: 2, b: 2, c: 2, d: 1 })).toEqual(['$.a', '$.b', '$.c']);
  });

  test('by its names alone where there are some', () => {
    const record = stable({ id: 1, a: 1, b: 1, c: 1 });
    expect(signsOfAnotherUser(record, { id: 1, a: 2, b: 2, c: 2 })).toEqual([]);
    expect(signsOfAnotherUser(record, { id: 2, a: 1, b: 1, c: 1 })).toEqual(['$.id']);
  });

  test('by its own names, not by those of a team or a session', () => {
    const rows: readonly (readonly [record: unknown, identifying: readonly string[]])[] = [
      [{ id: 1, team: { id: 9 } }, ['$.id']],
      [{ email: 'a@x.example', session: { id: 9 } }, ['$.email']],
      [{ data: { viewer: { login: 'a' } } }, ['$.data.viewer.login']],
      [{ currentUser: { id: 1 }, organization: { id: 3 } }, ['$.currentUser.id']],
      [{ data: [{ attributes: { uuid: 'u' } }] }, ['$.data[0].attributes.uuid']],
      [[{ id: 1 }], ['$[0].id']],
      [{ users: [{ id: 1 }, { id: 2 }] }, []],
      [[{ id: 1 }, { id: 2 }], []],
      [{ data: { id: 'user', relationships: { team: { data: { id: 9 } } } }, included: [{ id: 9 }] }, []],
      [{ tenant: { id: 3 }, client: { user: { id: 1 } } }, []],
    ];
    expect(
      rows.filter(([record, keys]) => `${[...stable(record).identifying.keys()]}` !== `${keys}`),
    ).toEqual([]);
  });

  test('by a value that belongs to one user alone', () => {
    const nobody = [
      'me',
      'Self',
      'current',
      'current_user',
      '/api/v3/users/me',
      'https://x.example/api/v3/users/',
      'a***@x.example',
      '•••',
      null,
      '',
      true,
    ];
    const somebody = ['7', 7, 0, 'mel', 'home', 'ourself', 'reviewer', '/api/v3/users/7', 'me@x.example'];
    const names = (id: unknown): boolean => stable({ id, name: 'Ada' }).isUnique;
    expect([nobody.filter(names), somebody.filter((id) => !names(id))]).toEqual([[], []]);
  });

  test('neither where the other answer hides it nor where what else is named stays', () => {
    const known = stable({ id: 1, email: 'a@x.example' });
    expect(signsOfAnotherUser(known, { id: 'me', email: 'a***@x.example' })).toEqual([]);
    expect(signsOfAnotherUser(known, { id: 2, email: 'a***@x.example' })).toEqual(['$.id']);
    expect(signsOfAnotherUser(known, { id: null, email: 'a@x.example' })).toEqual(['$.id']);
    const unnamed = stable({ way: 'header', token: 'x', team: { id: 9 } });
    expect(signsOfAnotherUser(unnamed, { way: 'query', token: 'y', team: { id: 9 } })).toEqual([]);
    expect(signsOfAnotherUser(unnamed, { way: 'query', token: 'y', team: { id: 8 } })).toHaveLength(3);
  });

  test('by what has changed, where the answer may have another form', () => {
    const record = stable({ id: 1, email: 'a@x.example' });
    expect(changedSigns(record, { identifier: 1 })).toEqual([]);
    expect(changedSigns(record, { id: 1, email: 'a•••' })).toEqual([]);
    expect(changedSigns(record, { id: 2 })).toEqual(['$.id']);
    expect(changedSigns(stable({ a: 1, b: 1, team: { id: 9 } }), { a: 2, b: 2, team: { id: 9 } })).toEqual(
      [],
    );
  });
});
