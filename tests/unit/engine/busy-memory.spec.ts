import { expect, test } from '@playwright/test';
import { makeBusyMemory } from '../../../engine/busy-memory.ts';

test('an answer that does not say why is waited out twice, and then never again at that path', () => {
  const busy = makeBusyMemory();
  expect([0, 1, 2].map((repetition) => busy.isWorthWaiting('/one', repetition))).toEqual([true, true, false]);
  expect(busy.isWorthWaiting('/one', 0)).toBe(false);
  expect(busy.isWorthWaiting('/two', 0)).toBe(true);
  expect(busy.passes()).toBe(false);
});

test('where waiting helped once, it is worth it everywhere', () => {
  const busy = makeBusyMemory();
  busy.isWorthWaiting('/one', 2);
  busy.hasPassed();
  expect(busy.isWorthWaiting('/one', 3)).toBe(true);
  expect(busy.passes()).toBe(true);
});
