import { expect, test } from '@playwright/test';
import { startRunAbort } from '../../../engine/run/run-abort.ts';
import { mock, type Timers } from './fake-time.ts';

let time: Timers;
test.beforeEach(() => {
  time = mock();
});
test.afterEach(() => time.restore());

test('a deadline does not pass while its clock is paused', () => {
  const abort = startRunAbort(10_000);
  time.tick(4_000);
  abort.pause();
  time.tick(3_600_000);
  expect(abort.reason()).toBeUndefined();
  expect(abort.remainingMs()).toBe(6_000);
  abort.resume();
  time.tick(5_999);
  expect(abort.reason()).toBeUndefined();
  time.tick(1);
  expect(abort.reason()).toEqual({ kind: 'deadline', reason: 'the deadline of 10 s for a run passed' });
  abort.close();
});

test('only the first abort reason counts', () => {
  const abort = startRunAbort(10_000);
  abort.abort({ kind: 'throttled', reason: 'first' });
  abort.abort({ kind: 'fault', reason: 'second' });
  abort.close();
  time.tick(60_000);
  expect(abort.reason()).toEqual({ kind: 'throttled', reason: 'first' });
});

test('closing stops the clock of the deadline', () => {
  const abort = startRunAbort(10_000);
  abort.close();
  time.tick(60_000);
  expect(abort.reason()).toBeUndefined();
});
