import { expect, test } from '@playwright/test';
import { makeLeases } from '../../../monitor/shared/shared-queue.ts';
import { often } from '../../support/often.ts';

const job = { id: 'a', retryCount: 0 };
const other = { id: 'b', retryCount: 2 };

function stage(touch: () => Promise<readonly string[]>) {
  let nowMs = 0;
  const leases = makeLeases({ touch, lengthMs: 1_000, refreshMs: 5, now: () => nowMs });
  return {
    leases,
    setTime: (ms: number): void => {
      nowMs = ms;
    },
  };
}

test('a lease is held as long as the queue renews it', async () => {
  let asked = 0;
  const { leases, setTime } = stage(async () => {
    asked += 1;
    return ['a'];
  });
  const lease = leases.take(job, 0);
  for (const ms of [900, 1_800, 2_700]) {
    setTime(ms);
    const before = asked;
    // The second request was sent after the clock had moved.
    await expect.poll(() => asked, often).toBeGreaterThan(before + 1);
    expect(lease.isHeld()).toBe(true);
  }
  leases.stop();
});

test('a lease ends when the queue has given its job away; other leases are still held', async () => {
  const { leases } = stage(async () => ['b']);
  const [lost, kept] = [leases.take(job, 0), leases.take(other, 0)];
  await expect.poll(() => lost.signal.aborted, often).toBe(true);
  expect([lost.isHeld(), kept.isHeld()]).toEqual([false, true]);
  leases.stop();
});

test('a lease expires by itself after its length if the queue does not answer', async () => {
  const { leases, setTime } = stage(() => Promise.reject(new Error('away')));
  const lease = leases.take(job, 0);
  setTime(999);
  expect(lease.isHeld()).toBe(true);
  // No timer is needed: a process that was suspended checks its lease before it sends its next request.
  setTime(1_000);
  expect(lease.isHeld()).toBe(false);
  expect(lease.signal.aborted).toBe(true);
  leases.stop();
});

test('a lease is not renewed after its work has ended', async () => {
  const asked: string[] = [];
  const leases = makeLeases({
    touch: async (jobs) => {
      asked.push(jobs.map(({ id }) => id).join());
      return jobs.map(({ id }) => id);
    },
    lengthMs: 1_000,
    refreshMs: 5,
    now: () => 0,
  });
  leases.take(job, 0);
  leases.take(other, 0).end();
  await expect.poll(() => asked.length, often).toBeGreaterThan(1);
  expect(new Set(asked)).toEqual(new Set(['a']));
  leases.stop();
});
