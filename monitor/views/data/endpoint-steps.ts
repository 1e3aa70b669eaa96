import { groupBy } from '../../../engine/group-by.ts';
import { median } from '../../../engine/record/statistics.ts';
import type { EndpointTime } from '../../history/endpoint-times.ts';
import type { LatencyStepView } from '../response-times-model.ts';
import { iso } from './iso.ts';

/** The times of one endpoint by steps: the median of its runs, and the slowest. Pure. @param times oldest first */
export function endpointSteps(times: readonly EndpointTime[], stepMs: number): readonly LatencyStepView[] {
  const steps = groupBy(times, ({ atMs }) => Math.floor(atMs / stepMs) * stepMs);
  return [...steps].map(([atMs, runs]) => {
    const answered = runs.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
    const middle = median(answered);
    return {
      at: iso(atMs),
      runs: runs.length,
      down: 0,
      bad: runs.filter(({ outcome }) => outcome === 'fail').length,
      ...(middle === undefined ? {} : { p50: middle, p95: Math.max(...answered) }),
    };
  });
}
