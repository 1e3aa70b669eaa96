import { operatorTiers } from '../runs/actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import { installationUrl } from '../views/data/urls.ts';
import type { ActionsView } from '../views/installation-model.ts';
import { texts } from '../views/texts.ts';
import type { Access } from './access.ts';

/** The names of the fields in the forms. */
export const formFields = {
  token: 'token',
  tier: 'tier',
  minutes: 'minutes',
  from: 'from',
  to: 'to',
  reason: 'reason',
  window: 'window',
  channel: 'channel',
} as const;

/** The forms on the page of an installation. */
export function actionsView(target: MonitoredTarget, { canAct }: Pick<Access, 'canAct'>): ActionsView {
  const url = installationUrl(target.monitored.installation.name);
  return {
    possible: canAct,
    ...(canAct ? {} : { reason: texts.actions.problems.noToken }),
    fields: formFields,
    tiers: operatorTiers,
    run: `${url}/run`,
    startMaintenance: `${url}/maintenance`,
    planMaintenance: `${url}/maintenance/plan`,
    endMaintenance: `${url}/maintenance/end`,
    acceptBaseline: `${url}/baseline`,
    testNotification: `${url}/notifications/test`,
  };
}
