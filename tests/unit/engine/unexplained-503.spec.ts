import { expect, test } from '@playwright/test';
import { makeUnexplained503Tracker } from '../../../engine/http/unexplained-503.ts';

const get = (path: string) => ({ method: 'GET', url: `https://reviews.example.org${path}` }) as const;
const post = { method: 'POST', url: 'https://reviews.example.org/one' } as const;

test('an answer that does not say why is waited out twice, and then never again at that path', () => {
  const tracker = makeUnexplained503Tracker();
  expect([0, 1, 2].map((repetition) => tracker.isWorthWaiting(get('/one'), repetition))).toEqual([
    true,
    true,
    false,
  ]);
  expect(tracker.isWorthWaiting(get('/one'), 0)).toBe(false);
  expect(tracker.isWorthWaiting(get('/two'), 0)).toBe(true);
  expect(tracker.passes()).toBe(false);
});

test('where waiting helped once, it is worth it everywhere', () => {
  const tracker = makeUnexplained503Tracker();
  tracker.isWorthWaiting(get('/one'), 2);
  tracker.hasPassed();
  expect(tracker.isWorthWaiting(get('/one'), 3)).toBe(true);
  expect(tracker.passes()).toBe(true);
});

test('an import is sent again only where waiting has helped before', () => {
  const tracker = makeUnexplained503Tracker();
  expect(tracker.isWorthWaiting(post, 0)).toBe(false);
  tracker.hasPassed();
  expect(tracker.isWorthWaiting(post, 0)).toBe(true);
});
