import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { isFalsified, makeLagWatch } from '../../../engine/http/loop-lag.ts';

function beBusy(forMs: number): void {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs);
}

test('a watch counts lost time from its start, while the loop is busy, and only once', async () => {
  const watch = makeLagWatch();
  const whole = watch();
  beBusy(200);
  const later = watch();
  expect(whole.lostMs()).toBeGreaterThanOrEqual(180);
  expect(later.lostMs()).toBeLessThan(50);
  await wait(30);
  expect(whole.lostMs()).toBeGreaterThanOrEqual(180);
  beBusy(200);
  expect(later.lostMs()).toBeGreaterThanOrEqual(170);
  expect(whole.lostMs()).toBeGreaterThanOrEqual(360);
  whole.stop();
  later.stop();
});

test('time lost while no watch runs is not counted', async () => {
  const watch = makeLagWatch();
  watch().stop();
  beBusy(200);
  const lag = watch();
  expect(lag.lostMs()).toBe(0);
  lag.stop();
});

for (const [lostMs, totalMs, is] of [
  [0, 2, false],
  [50, 60, false],
  [51, 60, true],
  [51, 510, false],
  [51, 509, true],
  [600, 6_500, false],
  [700, 6_500, true],
] as const) {
  test(`${lostMs} ms lost of ${totalMs} ms ${is ? 'falsify' : 'do not falsify'} the times`, () => {
    expect(isFalsified(lostMs, totalMs)).toBe(is);
  });
}
