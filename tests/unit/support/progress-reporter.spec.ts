import { expect, test } from '@playwright/test';
import type { Suite } from '@playwright/test/reporter';
import Progress from '../../support/progress-reporter.ts';

function linesOf(count: number, failed: readonly number[] = []): readonly string[] {
  let text = '';
  let nowMs = 0;
  const reporter = new Progress({ write: (more) => (text += more), nowMs: () => nowMs });
  reporter.onBegin(undefined, { allTests: () => Array.from({ length: count }) } as unknown as Suite);
  for (let index = 0; index < count; index += 1) {
    nowMs += 100;
    reporter.onTestEnd(undefined, { status: failed.includes(index) ? 'failed' : 'passed' });
  }
  return text.trimEnd().split('\n');
}

test('a long run says how far it is, what failed, and how long the rest takes', () => {
  const lines = linesOf(2000, [150, 1000]);
  expect(lines[0]).toBe('2,000 tests');
  expect(lines[1]).toBe('  ── 5 % of 2,000 tests, 10 s, about 190 s left ──');
  expect(lines[2]).toBe('  ── 10 % of 2,000 tests, 1 failed, 20 s, about 180 s left ──');
  expect(lines.length).toBeLessThan(22);
  expect(lines.at(-1)).toContain('95 % of 2,000 tests, 2 failed');
});

test('a short run says nothing of its progress', () => {
  expect(linesOf(30)).toEqual(['']);
});
