import { type Response, Router } from 'express';
import { type Access, operatorOf } from '../http/access.ts';
import { sendError, sendNoInstallation } from '../http/errors.ts';
import { parseMaintenance } from '../http/maintenance-fields.ts';
import { isMaintenanceProblem, maintenanceProblems, type OperatorActions } from '../http/operator-actions.ts';
import { bodyField, forTarget, jsonBody, textOf } from '../http/request-fields.ts';
import type { ServiceContext } from '../http/service-context.ts';
import { baselineSince, maintenanceViews } from '../pages/installation/data.ts';
import { texts } from '../pages/shared/texts.ts';
import { operatorTiers, parseTier } from '../running/actions.ts';
import type { MaintenanceRequest } from '../running/maintenance-actions.ts';
import type { MonitoredTarget } from '../state/monitored-target.ts';

/** The operator's actions in the JSON API. Each needs the operator's token. */
export function apiActions(
  { fleet, runContext }: ServiceContext,
  access: Access,
  actions: OperatorActions,
): Router {
  const router = Router();

  const sendMaintenance = async (
    target: MonitoredTarget,
    wanted: MaintenanceRequest,
    response: Response,
  ): Promise<void> => {
    const result = await actions.changeMaintenance(operatorOf(response), target, wanted);
    if (isMaintenanceProblem(result))
      return sendError(response, result === 'nothing' ? 404 : 409, maintenanceProblems[result]);
    const { state } = target.snapshot;
    const maintenance = maintenanceViews(target, runContext.clock.nowMs());
    response.json({ installation: target.monitored.installation.name, state, maintenance });
  };

  router.post(
    '/installations/:name/run',
    access.operators,
    ...jsonBody({ tier: 'string' }),
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const tier = parseTier(bodyField(request, 'tier') ?? 'standard');
      if (tier === undefined) {
        return sendError(response, 400, `Give a tier: one of ${operatorTiers.join(', ')}.`);
      }
      const result = await actions.startRun(operatorOf(response), target, tier);
      if (result === 'stopped') return sendError(response, 503, texts.actions.problems.stopping);
      response.status(202).json({ installation: target.monitored.installation.name, tier, result });
    }),
  );
  router.post(
    '/installations/:name/maintenance',
    access.operators,
    ...jsonBody({ minutes: 'number', from: 'string', to: 'string', reason: 'string' }),
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const wanted = parseMaintenance(request, runContext.clock.nowMs());
      if (typeof wanted === 'string') return sendError(response, 400, wanted);
      await sendMaintenance(target, wanted, response);
    }),
  );
  router.post(
    '/installations/:name/maintenance/end',
    access.operators,
    ...jsonBody({ window: 'string' }),
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const window = textOf(bodyField(request, 'window'));
      await sendMaintenance(target, { kind: 'end', window }, response);
    }),
  );
  router.post(
    '/installations/:name/baseline',
    access.operators,
    ...jsonBody(),
    forTarget(fleet, sendNoInstallation, async (target, _request, response) => {
      const accepted = await actions.acceptBaseline(operatorOf(response), target);
      const installation = target.monitored.installation.name;
      response.json({ installation, accepted, baselineSince: baselineSince(target) });
    }),
  );
  router.post(
    '/installations/:name/notifications/test',
    access.operators,
    ...jsonBody({ channel: 'string' }),
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const channel = textOf(bodyField(request, 'channel'));
      const tests = await actions.testNotifications(operatorOf(response), target, channel);
      if (tests.length === 0) return sendError(response, 404, texts.actions.problems.noChannel);
      const status = tests.every(({ ok }) => ok) ? 200 : 502;
      response.status(status).json({ installation: target.monitored.installation.name, tests });
    }),
  );
  return router;
}
