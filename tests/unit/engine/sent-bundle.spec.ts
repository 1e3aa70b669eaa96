import { expect, test } from '@playwright/test';
import { sentBundleOf } from '../../../engine/run/sent-bundle.ts';

const bundle = (...entry: readonly unknown[]): string => JSON.stringify({ resourceType: 'Bundle', entry });

test('of a Bundle its entries, their ids and their single words are kept', () => {
  const sent = sentBundleOf(
    bundle(
      {
        fullUrl: 'urn:uuid:1',
        resource: { resourceType: 'Citation', id: 'c-1', title: 'Two words', year: 2020 },
      },
      { resource: { id: 7 } },
      'no entry',
      null,
      { fullUrl: 8, resource: 'none' },
    ),
  );
  expect(sent.entries).toBe(5);
  expect(sent.ids).toEqual(['urn:uuid:1', 'c-1']);
  expect(sent.words.toSorted()).toEqual(['Citation', 'c-1', 'none', 'urn:uuid:1']);
});

test('equal bodies have the same hash, others another', () => {
  expect(sentBundleOf(bundle()).hash).toBe(sentBundleOf(bundle()).hash);
  expect(sentBundleOf(bundle({})).hash).not.toBe(sentBundleOf(bundle()).hash);
  expect(sentBundleOf('').hash).toMatch(/^[\w-]{43}$/);
});

test('what is no Bundle has no entries', () => {
  for (const body of ['', 'no JSON', 'null', '[]', '{"entry":{}}', '{}'])
    expect(sentBundleOf(body), body).toMatchObject({ entries: 0, ids: [], words: [] });
});

test('a large Bundle is read to its bounds', () => {
  const many = Array.from({ length: 1_200 }, (_, index) => ({ fullUrl: `u${index}` }));
  const sent = sentBundleOf(bundle(...many));
  expect([sent.entries, sent.ids.length, sent.words.length]).toEqual([1_200, 500, 1_000]);
  const long = sentBundleOf(bundle({ a: 'x'.repeat(300), b: 'x'.repeat(301) }));
  expect(long.words.map(({ length }) => length)).toEqual([300]);
  let deep: unknown = 'deep';
  for (let depth = 0; depth < 30; depth += 1) deep = { deep };
  expect(sentBundleOf(bundle(deep)).words).toEqual([]);
});
