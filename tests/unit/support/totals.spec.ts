import { expect, test } from '@playwright/test';
import { closingLine, sumOf } from '../../support/totals.ts';

test('the closing line sums up the runs', () => {
  const runs = [
    { passed: 61, failed: 0, skipped: 2 },
    { passed: 1800, failed: 3, skipped: 40 },
  ];
  expect(closingLine(sumOf(runs))).toBe('1861 passed, 3 failed, 42 skipped');
});
