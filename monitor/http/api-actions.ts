import { json, Router } from 'express';
import { longestMaintenanceMinutes, operatorTiers, parseMinutes, parseTier } from '../runs/actions.ts';
import { baselineSince } from '../views/data/installation-view.ts';
import { type Access, operatorOf } from './access.ts';
import { sendError, sendNoInstallation } from './errors.ts';
import { forTarget } from './for-target.ts';
import { noChannelSentence, type OperatorActions } from './operator-actions.ts';
import { bodyField, largestBody, textOf } from './request-fields.ts';
import type { ServiceContext } from './service-context.ts';

/** The operator's actions in the JSON API. Each needs the operator's token. */
export function apiActions({ fleet }: ServiceContext, access: Access, actions: OperatorActions): Router {
  const router = Router();
  const readBody = json({ limit: largestBody });

  router.post(
    '/installations/:name/run',
    access.operators,
    readBody,
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const tier = parseTier(bodyField(request, 'tier') ?? 'standard');
      if (tier === undefined) {
        return sendError(response, 400, `Give a tier: one of ${operatorTiers.join(', ')}.`);
      }
      const result = await actions.startRun(operatorOf(response), target, tier);
      if (result === 'stopped') return sendError(response, 503, 'The monitor is stopping.');
      response.status(202).json({ installation: target.monitored.installation.name, tier, result });
    }),
  );
  router.post(
    '/installations/:name/maintenance',
    access.operators,
    readBody,
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const minutes = parseMinutes(bodyField(request, 'minutes'));
      if (minutes === undefined) {
        const range = `a whole number from 1 to ${longestMaintenanceMinutes}, or 0 to end maintenance`;
        return sendError(response, 400, `Give minutes: ${range}.`);
      }
      await actions.setMaintenance(operatorOf(response), target, minutes);
      response.json({ installation: target.monitored.installation.name, state: target.snapshot.state });
    }),
  );
  router.post(
    '/installations/:name/baseline',
    access.operators,
    forTarget(fleet, sendNoInstallation, async (target, _request, response) => {
      const accepted = await actions.acceptBaseline(operatorOf(response), target);
      response.json({
        installation: target.monitored.installation.name,
        accepted,
        ...baselineSince(target),
      });
    }),
  );
  router.post(
    '/installations/:name/notifications/test',
    access.operators,
    readBody,
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const channel = textOf(bodyField(request, 'channel'));
      const tests = await actions.testNotifications(operatorOf(response), target, channel);
      if (tests.length === 0) return sendError(response, 404, noChannelSentence);
      const status = tests.every(({ ok }) => ok) ? 200 : 502;
      response.status(status).json({ installation: target.monitored.installation.name, tests });
    }),
  );
  return router;
}
