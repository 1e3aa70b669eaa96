import type { RunScope } from '../../contract/scope.ts';
import { median } from '../../engine/record/statistics.ts';
import { planOf } from '../../engine/run/plan.ts';
import type { MonitoredTier } from '../model.ts';
import type { TargetState } from './monitored-target.ts';

/** However slow an installation is, EvidenceContractMonitorStale must not take its run for one that hangs. */
export const longestDeadlineMs = 480_000;
/** So many of the last runs say how fast an installation answers. */
const measuredRuns = 5;

/**
 * How long a run may take: as configured, or twice what it takes at the pace that was measured last. A slow installation is
 * judged in full then, instead of up to the same place each time. Pure.
 */
export function runDeadlineMs(
  { monitored, recent }: Pick<TargetState, 'monitored' | 'recent'>,
  tier: MonitoredTier,
  scope: RunScope,
): number {
  const { installation } = monitored;
  const { deadlineMs, pace } = installation;
  const answerMs = median(recent.slice(-measuredRuns).flatMap(({ medianMs }) => medianMs ?? []));
  // A pulse has three requests: what takes longer than the configured time is no slowness.
  if (tier === 'pulse' || answerMs === undefined) return deadlineMs;
  const atOnce = answerMs / pace.concurrency;
  const apart = pace.perSecond === 'off' ? 0 : 1000 / pace.perSecond;
  const expectedMs = planOf(scope, installation).length * Math.max(atOnce, apart);
  return Math.max(deadlineMs, Math.min(2 * expectedMs, longestDeadlineMs));
}
