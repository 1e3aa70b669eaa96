import { expect, test } from '@playwright/test';
import { differences, leavesOf, signsOfAnotherUser, stableLeaves } from '../../../contract/same-user.ts';

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
});
