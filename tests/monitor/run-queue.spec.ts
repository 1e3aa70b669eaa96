import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeLocalQueue, type RunRequest } from '../../monitor/running/run-queue.ts';

const requestFor = (installation: string): RunRequest => ({
  installation,
  slot: 'pulse',
  trigger: 'schedule',
});

test('runs begin in the order in which they were due, whichever was served before, up to the concurrency limit', async () => {
  const begun: string[] = [];
  const underWay: number[] = [];
  const running = new Map<string, () => void>();
  const queue = makeLocalQueue(
    ({ installation }) =>
      new Promise((resolve) => {
        begun.push(installation);
        running.set(installation, () => resolve('recorded'));
      }),
    (count) => underWay.push(count),
  );
  queue.setConcurrency(2);
  const ends = ['slow', 'other', 'good', 'again'].map((name) => queue.offer(requestFor(name)));
  await setImmediate();
  expect(begun).toEqual(['slow', 'other']);
  running.get('other')?.();
  // A target that was just served is due again, and waits behind one that is already due.
  ends.push(queue.offer(requestFor('other again')));
  await setImmediate();
  expect(begun).toEqual(['slow', 'other', 'good']);
  running.get('good')?.();
  await setImmediate();
  expect(begun).toEqual(['slow', 'other', 'good', 'again']);
  running.get('again')?.();
  await setImmediate();
  running.get('other again')?.();
  running.get('slow')?.();
  await Promise.all(ends);
  expect(begun.at(-1)).toBe('other again');
  expect([Math.max(...underWay), underWay.at(-1)]).toEqual([2, 0]);
});
