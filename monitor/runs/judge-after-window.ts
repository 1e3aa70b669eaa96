import type { StateChange } from '../model.ts';
import { asSeenFrom } from './location-snapshots.ts';
import type { MonitoredTarget } from './monitored-target.ts';

/** After a maintenance window nothing is known of an installation: a run begins at once. */
export function judgeAfterWindow(target: MonitoredTarget, { from, to }: StateChange): void {
  if (from !== 'maintenance' || to === 'maintenance') return;
  const { monitored, snapshot } = target;
  const { lastStandardMs = 0 } = asSeenFrom(snapshot, monitored.plan.locations?.here);
  target.scheduler.judgeAnew(lastStandardMs);
}
