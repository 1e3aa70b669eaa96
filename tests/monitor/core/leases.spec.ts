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

test('a lease is held for as long as the queue agrees to it', async () => {
  let asked = 0;
  const { leases, setTime } = stage(async () => {
    asked += 1;
    return ['a'];
  });
  const lease = leases.take(job, 0);
  for (const ms of [900, 1_800, 2_700]) {
    setTime(ms);
    const before = asked;
    // The second answer was asked for after the time had moved.
    await expect.poll(() => asked, often).toBeGreaterThan(before + 1);
    expect(lease.isHeld()).toBe(true);
  }
  leases.stop();
});

test('a lease ends where the queue has given the job to somebody else, and the others go on', async () => {
  const { leases } = stage(async () => ['b']);
  const [lost, kept] = [leases.take(job, 0), leases.take(other, 0)];
  await expect.poll(() => lost.signal.aborted, often).toBe(true);
  expect([lost.isHeld(), kept.isHeld()]).toEqual([false, true]);
  leases.stop();
});

test('a lease ends by itself while the queue does not answer, before the queue gives the job away', async () => {
  const { leases, setTime } = stage(() => Promise.reject(new Error('away')));
  const lease = leases.take(job, 0);
  setTime(999);
  expect(lease.isHeld()).toBe(true);
  // Nobody has to wait for a timer: a process that was stopped asks before it sends its next request.
  setTime(1_000);
  expect(lease.isHeld()).toBe(false);
  expect(lease.signal.aborted).toBe(true);
  leases.stop();
});

test('a job is not renewed any more once its work has ended', async () => {
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
