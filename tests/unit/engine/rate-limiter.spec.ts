import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeRateLimiter, type RateLimiter } from '../../../engine/http/rate-limiter.ts';

const never = new AbortController().signal;
// Each request that waits listens to it.
setMaxListeners(0, never);

const longerThanABurstMs = 300;

/** The most that are under way at once, of so many requests. */
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

test('whoever is asked to slow down has half as much under way at once, down to one request', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 8 });
  const seen: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    seen.push(await mostAtOnce(limiter, 20));
    limiter.backOffFor(longerThanABurstMs);
    // The other answers of one burst say the same once more.
    limiter.backOffFor(10);
  }
  expect(seen).toEqual([8, 4, 2, 1, 1]);
});

test('a pause that nobody asked for leaves it as it is', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 4 });
  limiter.pauseFor(10);
  expect(await mostAtOnce(limiter, 20)).toBe(4);
});

test('who is content for long gets one more, up to what is configured', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 2 });
  limiter.backOffFor(1);
  expect(await mostAtOnce(limiter, 150)).toBe(1);
  expect(await mostAtOnce(limiter, 300)).toBe(2);
  expect(await mostAtOnce(limiter, 500)).toBe(2);
});

test('where one request at a time is too many, they are further apart after each pause, up to half a second', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  const gaps: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    limiter.backOffFor(longerThanABurstMs);
    await limiter.run(async () => undefined, never);
    const startMs = performance.now();
    await limiter.run(async () => undefined, never);
    gaps.push(performance.now() - startMs);
  }
  const least = [100, 200, 400, 500, 500];
  for (const [index, gapMs] of gaps.entries()) expect(gapMs).toBeGreaterThan((least[index] ?? 0) - 15);
});

test('answers of one burst count once, though they ask for no wait', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 8 });
  for (let count = 0; count < 8; count += 1) limiter.backOffFor(0);
  expect(await mostAtOnce(limiter, 20)).toBe(4);
});

test('who is content is asked sooner again', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  limiter.backOffFor(longerThanABurstMs);
  const [first, second] = [await timeOf(limiter, 11), await timeOf(limiter, 11)];
  expect(first).toBeGreaterThan(500);
  expect(second).toBeLessThan(first / 3);
});

/** How long so many requests take, one after the other. */
async function timeOf(limiter: RateLimiter, requests: number): Promise<number> {
  const startMs = performance.now();
  for (let count = 0; count < requests; count += 1) await limiter.run(async () => undefined, never);
  return performance.now() - startMs;
}

test('who waits for its turn gives up at once when the run ends', async () => {
  const limiter = makeRateLimiter({ perSecond: 'off', concurrency: 1 });
  for (let count = 0; count < 3; count += 1) {
    limiter.backOffFor(longerThanABurstMs);
    await limiter.run(async () => undefined, never);
  }
  const ending = new AbortController();
  let isSent = false;
  const waiting = limiter.run(async () => {
    isSent = true;
  }, ending.signal);
  ending.abort('the end');
  await expect(waiting).rejects.toBe('the end');
  expect(isSent).toBe(false);
});

test('what is sent again goes before what waits', async () => {
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
