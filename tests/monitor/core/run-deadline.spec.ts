import { expect, test } from '@playwright/test';
import { scopeOf } from '../../../contract/scope.ts';
import { readMonitorConfiguration } from '../../../monitor/index.ts';
import { longestDeadlineMs, runDeadlineMs } from '../../../monitor/running/plan-run.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { sampleCommit } from '../support/sample-runs.ts';

const deadlineMs = 120_000;

/** The deadline of a full run at an installation whose last answers took so long. */
function deadlineAfter(
  answersMs: readonly number[],
  perSecond: number | 'off' = 'off',
  tier: 'pulse' | 'full' = 'full',
): number {
  const installation = makeTestInstallation({ deadlineMs, pace: { perSecond, concurrency: 4 } });
  const [monitored] = readMonitorConfiguration({ installations: [installation] }).installations;
  if (monitored === undefined) throw new Error('It was configured.');
  const recent = answersMs.map((medianMs) => sampleCommit({ medianMs }).row);
  return runDeadlineMs({ monitored, recent }, tier, scopeOf(tier));
}

test('a run has the time that it takes at the pace that was measured, within bounds', () => {
  expect(deadlineAfter([])).toBe(deadlineMs);
  expect(deadlineAfter([30, 40, 50])).toBe(deadlineMs);
  expect(deadlineAfter([2_000, 2_000, 9_000])).toBeGreaterThan(1.2 * deadlineMs);
  expect(deadlineAfter([60_000])).toBe(longestDeadlineMs);
  // A pulse that takes so long is no slow one.
  expect(deadlineAfter([6_000], 'off', 'pulse')).toBe(deadlineMs);
  // A pace that is configured slow, too.
  expect(deadlineAfter([30], 1)).toBeGreaterThan(deadlineMs);
});
