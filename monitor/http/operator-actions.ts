import type { StateChange } from '../history/history.ts';
import type { MonitoredTier } from '../model.ts';
import { acceptDrift, setMaintenance } from '../runs/actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import type { ServiceContext } from './service-context.ts';

/** What the operator may do to an installation, by a form or by the API. */
export interface OperatorActions {
  /** Starts a run, or has it follow the one under way. */
  readonly startRun: (target: MonitoredTarget, tier: MonitoredTier) => 'started' | 'follows' | 'stopped';
  /** Starts maintenance from now on; 0 minutes end it. */
  readonly setMaintenance: (target: MonitoredTarget, minutes: number) => Promise<void>;
  /** Makes what was last observed the baseline. Resolves to the number of observations that differed. */
  readonly acceptBaseline: (target: MonitoredTarget) => Promise<number>;
}

export function makeOperatorActions({ history, metrics, perform }: ServiceContext): OperatorActions {
  const announce = (target: MonitoredTarget, change: StateChange): void => {
    const { installation, plan } = target.monitored;
    metrics.setState(installation.name, change.to);
    perform.notifier.tell(installation, plan.notify, change);
  };
  return {
    startRun: (target, tier) => target.scheduler.runNow(tier),
    setMaintenance: (target, minutes) =>
      setMaintenance(target, minutes, perform.clock.nowMs(), {
        history,
        onChange: (change) => announce(target, change),
      }),
    acceptBaseline: (target) => acceptDrift(target, perform.clock.nowMs(), { history, metrics }),
  };
}
