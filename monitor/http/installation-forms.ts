import type { Request } from 'express';
import type { Redaction } from '../../engine/evidence/redaction.ts';
import { operatorTiers } from '../runs/actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import { installationUrl } from '../views/data/urls.ts';
import type { ActionsView, RefusedForm } from '../views/installation-model.ts';
import { texts } from '../views/texts.ts';
import type { Access } from './access.ts';
import { bodyField, textOf } from './request-fields.ts';

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
/** What a refused form gives back of a field at most, in characters. */
const longestShown = 200;

/** What is given back of a form that is refused: no token, and no key. */
export function refusedForm(
  path: string,
  { monitored }: MonitoredTarget,
  request: Request,
  hidden: Redaction,
): RefusedForm {
  const { token: _token, ...shown } = formFields;
  const values = Object.values(shown).flatMap((name) => {
    const value = textOf(bodyField(request, name));
    return value === undefined ? [] : [[name, hidden.parts(value).slice(0, longestShown)] as const];
  });
  return {
    action: `${installationUrl(monitored.installation.name)}/${path}`,
    values: Object.fromEntries(values),
  };
}

/** The forms on the page of an installation. @param refused what was typed into one of them that was refused */
export function actionsView(
  target: MonitoredTarget,
  { canAct }: Pick<Access, 'canAct'>,
  refused?: RefusedForm,
): ActionsView {
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
    ...(refused === undefined ? {} : { refused }),
  };
}
