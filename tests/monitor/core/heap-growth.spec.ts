import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { growthPercent } from '../../../monitor/heap-growth.ts';

test('few installations let the heap grow little, and thousands no more than some hundred', () => {
  expect(growthPercent(1)).toBe(52);
  expect(growthPercent(8)).toBe(69);
  expect(growthPercent(200)).toBe(333);
  expect(growthPercent(1_000)).toBe(200);
  expect(growthPercent(5_000)).toBe(67);
});

test('this version of Node.js knows the flag by which the growth is set', () => {
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(
    '--heap-growing-percent ',
  );
});
