import type { StateChange } from '../model.ts';
import { operatorTiers } from '../runs/actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import { installationUrl } from '../views/data/common.ts';
import type { ActionsView } from '../views/view-model.ts';
import { type Access, noTokenSentence } from './access.ts';
import type { ServiceContext } from './context.ts';

/** Shows and tells a change of state that an action made. */
export function tellOf(
  target: MonitoredTarget,
  { metrics, perform }: ServiceContext,
): (change: StateChange) => void {
  return (change) => {
    const { installation, plan } = target.monitored;
    metrics.setState(installation.name, change.to);
    perform.notifier.notify(installation, plan.notify, change);
  };
}

/** The forms of the page of an installation. */
export function actionsView(target: MonitoredTarget, access: Access, csrfToken: string): ActionsView {
  const url = installationUrl(target.monitored.installation.name);
  return {
    possible: access.canAct,
    ...(access.canAct ? {} : { reason: noTokenSentence }),
    csrfToken,
    fields: { csrf: 'csrf', token: 'token', tier: 'tier', minutes: 'minutes' },
    tiers: operatorTiers,
    run: `${url}/run`,
    startMaintenance: `${url}/maintenance`,
    endMaintenance: `${url}/maintenance/end`,
    acceptBaseline: `${url}/baseline`,
  };
}
