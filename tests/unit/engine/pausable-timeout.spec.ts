import { expect, test } from '@playwright/test';
import { startPausableTimeout } from '../../../engine/http/pausable-timeout.ts';
import { mock, type Timers } from './fake-time.ts';

let time: Timers;
test.beforeEach(() => {
  time = mock();
});
test.afterEach(() => time.restore());

test('a timeout fires once, after its time', () => {
  let ends = 0;
  startPausableTimeout(1000, () => {
    ends += 1;
  });
  time.tick(999);
  expect(ends).toBe(0);
  time.tick(1);
  expect(ends).toBe(1);
  time.tick(5000);
  expect(ends).toBe(1);
});

test('a timeout does not run while it is paused', () => {
  let ends = 0;
  const timeout = startPausableTimeout(1000, () => {
    ends += 1;
  });
  time.tick(600);
  timeout.pause();
  time.tick(60_000);
  timeout.pause();
  expect(ends).toBe(0);
  timeout.resume();
  time.tick(399);
  timeout.resume();
  expect(ends).toBe(0);
  time.tick(1);
  expect(ends).toBe(1);
});

test('the remaining time of a timeout does not change while it is paused', () => {
  const timeout = startPausableTimeout(1000, () => undefined);
  time.tick(300);
  expect(timeout.leftMs()).toBe(700);
  timeout.pause();
  time.tick(60_000);
  expect(timeout.leftMs()).toBe(700);
  timeout.resume();
  time.tick(200);
  expect(timeout.leftMs()).toBe(500);
  timeout.stop();
});

test('a stopped timeout never fires', () => {
  let ends = 0;
  const timeout = startPausableTimeout(1000, () => {
    ends += 1;
  });
  timeout.stop();
  time.tick(60_000);
  expect(ends).toBe(0);
});
