import type { Redaction } from '../../engine/evidence/redaction.ts';
import type { Action, MonitoredTier, StateChange } from '../model.ts';
import { type ChannelTest, testChannels, testSentence } from '../notifications/test-channels.ts';
import { texts } from '../pages/shared/texts.ts';
import { type Act, acceptDrift, actionOn } from '../running/actions.ts';
import { notificationOf } from '../running/announce.ts';
import {
  changeMaintenance,
  type MaintenanceProblem,
  type MaintenanceRequest,
  type MaintenanceResult,
} from '../running/maintenance-actions.ts';
import { judgeAfterWindow } from '../running/window-watch.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';
import { showInMetrics } from '../state/show-in-metrics.ts';
import type { ReloadResult, ServiceContext } from './service-context.ts';

/** The actions of operators, by form or API. Each is stored in the history with the name of its operator. */
export interface OperatorActions {
  /** Starts a run, or queues it after the current one. */
  readonly startRun: (
    who: string,
    target: MonitoredTarget,
    tier: MonitoredTier,
  ) => Promise<'started' | 'follows' | 'stopped'>;
  /** Starts, plans or ends maintenance. */
  readonly changeMaintenance: (
    who: string,
    target: MonitoredTarget,
    wanted: MaintenanceRequest,
  ) => Promise<MaintenanceResult>;
  /** Makes the latest observations the baseline. Resolves to the number of observations that differed. */
  readonly acceptBaseline: (who: string, target: MonitoredTarget) => Promise<number>;
  /** Sends a test to the named channel, or to all without a name; undefined if there is no such channel. */
  readonly testNotifications: (
    who: string,
    target: MonitoredTarget,
    channel?: string,
  ) => Promise<readonly ChannelTest[]>;
  readonly reload: (who: string) => Promise<ReloadResult>;
}

/** Why maintenance was not changed. */
export const maintenanceProblems = {
  nothing: texts.actions.problems.noMaintenance,
  'too-many': texts.actions.problems.tooManyWindows,
  'planned-already': texts.actions.problems.plannedAlready,
} as const satisfies Record<MaintenanceProblem, string>;

export function isMaintenanceProblem(result: MaintenanceResult): result is MaintenanceProblem {
  return Object.hasOwn(maintenanceProblems, result);
}

/** Keys may have been pasted into a reason by mistake. */
function withoutKeys(wanted: MaintenanceRequest, { parts }: Redaction): MaintenanceRequest {
  return wanted.kind === 'window' && wanted.reason !== undefined
    ? { ...wanted, reason: parts(wanted.reason) }
    : wanted;
}

export function makeOperatorActions({
  fleet,
  history,
  metrics,
  runContext,
  hidden,
  reload,
}: ServiceContext): OperatorActions {
  const { log, clock, notifier, me } = runContext;
  const act = (who: string): Act => ({ who, nowMs: clock.nowMs() });
  const announce = ({ monitored, snapshot }: MonitoredTarget): void => {
    showInMetrics(monitored.installation.name, snapshot, metrics);
    notifier.wake();
  };
  /** Stores a completed action; if the history fails, the log still has it. */
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
        follows: `requested a ${tier} run after the current one`,
      };
      if (result !== 'stopped') await record(actionOn(target, act(who), 'run', message[result]));
      return result;
    },
    async changeMaintenance(who, target, wanted) {
      const onChange = (change: StateChange): void => {
        announce(target);
        judgeAfterWindow(target, change);
      };
      const context = { history, me, onChange };
      const result = await changeMaintenance(target, withoutKeys(wanted, hidden), act(who), context);
      fleet.windowsChanged(target);
      return result;
    },
    acceptBaseline: (who, target) => acceptDrift(target, act(who), { history, me, metrics }),
    async testNotifications(who, target, wanted) {
      const { installation, plan } = target.monitored;
      const channels = plan.notify.filter(({ name }) => wanted === undefined || name === wanted);
      if (channels.length === 0) return [];
      const { state } = target.snapshot;
      const announcer = { installation, plan, atMs: clock.nowMs() };
      const notification = notificationOf('test', state, target.snapshot, announcer);
      const tests = await testChannels(channels, notification, notifier.test);
      const message = `sent a test notification: ${tests.map(testSentence).join(' ')}`;
      await record(actionOn(target, act(who), 'notification', message));
      return tests;
    },
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
