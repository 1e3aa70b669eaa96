import type { Action, MonitoredTier, StateChange } from '../model.ts';
import { type Act, acceptDrift, actionOn, setMaintenance } from '../runs/actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import { currentFindings } from '../runs/open-findings.ts';
import type { ReloadResult, ServiceContext } from './service-context.ts';

/** What operators may do, by a form or by the API. Each action is kept in the history with the name of its operator. */
export interface OperatorActions {
  /** Starts a run, or has it follow the one under way. */
  readonly startRun: (
    who: string,
    target: MonitoredTarget,
    tier: MonitoredTier,
  ) => Promise<'started' | 'follows' | 'stopped'>;
  /** Starts maintenance from now on; 0 minutes end it. */
  readonly setMaintenance: (who: string, target: MonitoredTarget, minutes: number) => Promise<void>;
  /** Makes what was last observed the baseline. Resolves to the number of observations that differed. */
  readonly acceptBaseline: (who: string, target: MonitoredTarget) => Promise<number>;
  readonly reload: (who: string) => Promise<ReloadResult>;
}

export function makeOperatorActions({ history, metrics, perform, reload }: ServiceContext): OperatorActions {
  const { log, clock, notifier, me } = perform;
  const act = (who: string): Act => ({ who, nowMs: clock.nowMs() });
  const announce = (target: MonitoredTarget, change: StateChange): void => {
    const { installation, plan } = target.monitored;
    const findings = currentFindings(target.snapshot);
    metrics.setState(installation.name, change.to);
    metrics.setFindings(
      installation.name,
      findings.map(({ gravity }) => gravity),
    );
    notifier.notify(installation, plan.notify, { change, findings });
  };
  /** Keeps an action that has been done; where the history fails, the log has it. */
  const record = async (action: Action): Promise<void> => {
    try {
      await history.recordAction(action);
    } catch {
      log.error({ action }, 'the history could not keep an action');
    }
  };
  return {
    async startRun(who, target, tier) {
      const result = target.scheduler.runNow(tier);
      const message = {
        started: `started a ${tier} run`,
        follows: `asked for a ${tier} run after the one under way`,
      };
      if (result !== 'stopped') await record(actionOn(target, act(who), 'run', message[result]));
      return result;
    },
    setMaintenance: (who, target, minutes) =>
      setMaintenance(target, minutes, act(who), {
        history,
        me,
        onChange: (change) => announce(target, change),
      }),
    acceptBaseline: (who, target) => acceptDrift(target, act(who), { history, me, metrics }),
    async reload(who) {
      const result = await reload();
      const message = result.ok
        ? 'loaded the configuration again'
        : 'tried to load a configuration that has mistakes';
      await record({ atMs: clock.nowMs(), who, kind: 'reload', message });
      return result;
    },
  };
}
