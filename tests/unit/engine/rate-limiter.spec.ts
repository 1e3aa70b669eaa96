import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeRateLimiter, type RateLimiter } from '../../../engine/http/rate-limiter.ts';

const never = new AbortController().signal;
// Each request that waits listens to it.
setMaxListeners(0, never);

/** The largest number of requests that are under way at once. */
async function mostAtOnce(limiter: RateLimiter, requests: number): Promise<number> {
  let underWay = 0;
  let most = 0;
  const request = async (): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await wait(0);
    underWay -= 1;
  };
  await Promise.all(Array.from({ length: requests }, () => limiter.run(request, never)));
  return most;
}

/** Slows down as after an answer to a request that was sent at the current pace. */
function slow(limiter: RateLimiter): void {
  limiter.slowDown(limiter.pace());
}

/** How long each request waits after the previous one. */
async function gapsOf(limiter: RateLimiter, requests: number): Promise<readonly number[]> {
  const gaps: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const startMs = performance.now();
    await limiter.run(async () => undefined, never);
    gaps.push(performance.now() - startMs);
  }
  return gaps;
}

test('each slow-down halves the number of concurrent requests, down to one', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 8 });
  const seen: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    seen.push(await mostAtOnce(limiter, 20));
    slow(limiter);
  }
  expect(seen).toEqual([8, 4, 2, 1, 1]);
});

test('throttled answers to requests that were under way together cause one slow-down', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 8 });
  const pace = limiter.pace();
  for (let count = 0; count < 8; count += 1) limiter.slowDown(pace);
  expect(await mostAtOnce(limiter, 20)).toBe(4);
  expect(limiter.pace()).not.toBe(pace);
  slow(limiter);
  // What was sent before the first slow-down is answered late.
  limiter.slowDown(pace);
  expect(await mostAtOnce(limiter, 20)).toBe(2);
});

test('a pause does not change the concurrency', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 4 });
  limiter.pauseFor(10);
  expect(limiter.pausedForMs()).toBeGreaterThan(0);
  expect(await mostAtOnce(limiter, 20)).toBe(4);
  expect(limiter.pausedForMs()).toBe(0);
});

test('a shorter pause does not end a longer one', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 4 });
  limiter.pauseFor(120);
  limiter.pauseFor(10);
  const [gap = 0] = await gapsOf(limiter, 1);
  expect(gap).toBeGreaterThan(100);
});

test('a slow-down lasts until the pace is restored to the configured one', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 4 });
  slow(limiter);
  expect([await mostAtOnce(limiter, 300), await mostAtOnce(limiter, 20)]).toEqual([2, 2]);
  limiter.restore();
  expect(await mostAtOnce(limiter, 20)).toBe(4);
});

test('with one request at a time, each slow-down widens the gap between requests', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  const startMs = performance.now();
  // The first request of a round waits for the gap of the round before. A late timer takes from the next gap, never from the sum.
  for (const wholeMs of [0 + 100, 100 + (100 + 200), 400 + (200 + 400)]) {
    slow(limiter);
    await gapsOf(limiter, 2);
    expect(performance.now() - startMs).toBeGreaterThan(wholeMs - 5);
  }
  expect(performance.now() - startMs).toBeLessThan(1.7 * 1_000);
  limiter.restore();
  // The last gap is still waited for.
  await limiter.run(async () => undefined, never);
  const restored = await gapsOf(limiter, 5);
  for (const gap of restored) expect(gap).toBeLessThan(80);
});

test('slow-downs after gateway errors widen the gap to no more than about a second', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  for (let count = 0; count < 12; count += 1) limiter.slowDown(limiter.pace(), true);
  await limiter.run(async () => undefined, never);
  const [gap = 0] = await gapsOf(limiter, 1);
  expect(gap).toBeGreaterThan(900);
  expect(gap).toBeLessThan(2_000);
});

test('without a configured rate, concurrent requests have no gap after a slow-down', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 4 });
  slow(limiter);
  const gaps = await gapsOf(limiter, 5);
  for (const gap of gaps) expect(gap).toBeLessThan(80);
});

test('a slow-down halves a configured rate', async () => {
  const limiter = makeRateLimiter({ perSecond: 20, concurrency: 4 });
  slow(limiter);
  const [, ...gaps] = await gapsOf(limiter, 6);
  // A timer may be late, which takes from the next gap: together they are twice the 50 ms of the pace, and no less than 1.5 times.
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeGreaterThan(gaps.length * 75);
});

test('a request that waits for its turn is rejected at once when the run ends', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  for (let count = 0; count < 3; count += 1) slow(limiter);
  await limiter.run(async () => undefined, never);
  const ending = new AbortController();
  let isSent = false;
  const waiting = limiter.run(async () => {
    isSent = true;
  }, ending.signal);
  ending.abort('the end');
  await expect(waiting).rejects.toBe('the end');
  expect(isSent).toBe(false);
});

test('a retry is sent before requests that wait', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  const sent: string[] = [];
  const send = (name: string, isRepeated = false) =>
    limiter.run(
      async () => {
        sent.push(name);
      },
      never,
      isRepeated,
    );
  limiter.pauseFor(5);
  await Promise.all([send('one'), send('other'), send('again', true)]);
  expect(sent).toEqual(['again', 'one', 'other']);
});

test('no period of one second has more requests than the pace allows', async () => {
  const limiter = makeRateLimiter({ perSecond: 4, concurrency: 10 });
  const startedMs: number[] = [];
  const request = (): Promise<void> => limiter.run(async () => void startedMs.push(performance.now()), never);
  await request();
  await wait(800);
  await Promise.all(Array.from({ length: 7 }, request));
  // A timer may be a few milliseconds early.
  const mostAtOnce = startedMs.map(
    (from) => startedMs.filter((atMs) => atMs >= from && atMs - from < 950).length,
  );
  expect(Math.max(...mostAtOnce)).toBe(4);
});
