import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeRateLimiter, type RateLimiter } from '../../../engine/http/rate-limiter.ts';

const never = new AbortController().signal;

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
    limiter.backOffFor(20);
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
