import { expect, test } from '@playwright/test';
import { differences, stableLeaves } from '../../../contract/same-user.ts';

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
});
