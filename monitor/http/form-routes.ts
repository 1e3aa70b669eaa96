import { type NextFunction, type Request, type Response, Router, urlencoded } from 'express';
import { testSentence } from '../notifications/test-channels.ts';
import { parseTier } from '../runs/actions.ts';
import type { MaintenanceWish } from '../runs/maintenance-actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import type { Notice } from '../views/data/frame-view.ts';
import { installationUrl } from '../views/data/urls.ts';
import { type Access, noTokenSentence, tooOftenSentence } from './access.ts';
import { forTarget } from './for-target.ts';
import { formFields } from './installation-forms.ts';
import {
  longestMaintenanceMinutes,
  parseMaintenance,
  parsePlan,
  parseWholeMinutes,
} from './maintenance-fields.ts';
import { maintenanceProblems, noChannelSentence, type OperatorActions } from './operator-actions.ts';
import type { PageAnswers } from './page-answers.ts';
import { bodyField, largestBody, textOf } from './request-fields.ts';
import { isSameOrigin } from './same-origin.ts';
import type { ServiceContext } from './service-context.ts';

/** What an action did, by the word `?done=` in the address to which the form leads. */
const doneSentences = {
  started: 'The run was started. This page shows it once it has ended.',
  follows: 'A run is under way; the one you asked for follows it.',
  maintenance: 'Maintenance has begun.',
  planned: 'Maintenance is planned.',
  ended: 'Maintenance has ended.',
  accepted: 'What is observed now is the baseline.',
  tested: 'Every channel took the test notification.',
} as const;

type Done = keyof typeof doneSentences;

const otherSiteSentence =
  'This form did not come from a page of this monitor, so nothing was changed. Open the page of the installation here and send the form again. Behind a reverse proxy, set MONITOR_URL to the address that the browser shows.';

/** The notice above the page after an action; nothing for any other word. */
export function doneNotice(word: unknown): Notice | undefined {
  const isDone = typeof word === 'string' && Object.hasOwn(doneSentences, word);
  return isDone ? { text: doneSentences[word as Done], isProblem: false } : undefined;
}

/** The forms on the page of an installation. Each needs the operator's token and a page of the monitor itself. */
export function formRoutes(
  { fleet, service, runContext }: ServiceContext,
  access: Access,
  actions: OperatorActions,
  { sendMessage, sendInstallation, sendNoInstallation }: PageAnswers,
): Router {
  const readForm = urlencoded({ extended: false, limit: largestBody });
  const refuseForeignForms = (request: Request, response: Response, next: NextFunction): void => {
    if (!access.canAct) void sendMessage(response, 403, 'Switched off', noTokenSentence);
    else if (isSameOrigin(request, service.publicUrl)) next();
    else void sendMessage(response, 403, 'The form was not accepted', otherSiteSentence);
  };
  const router = Router();
  /** Adds a form at `/installations/NAME/PATH`; `act` resolves to what it did, or to a sentence about a problem. */
  const form = (
    path: string,
    act: (
      who: string,
      target: MonitoredTarget,
      request: Request,
    ) => Promise<{ done: Done } | { problem: string }>,
  ): void => {
    const handler = forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const sendProblem = (status: number, text: string): Promise<void> =>
        sendInstallation(target, response, status, { notice: { text, isProblem: true } });
      const token = textOf(bodyField(request, formFields.token)) ?? '';
      const check = await access.checkToken(request, response, token);
      if (check === 'wrong') return sendProblem(401, 'This is not the operator token. Nothing was changed.');
      if (check === 'too-often') return sendProblem(429, tooOftenSentence);
      const result = await act(check.who, target, request);
      if ('problem' in result) return sendProblem(400, result.problem);
      response.redirect(303, `${installationUrl(target.monitored.installation.name)}?done=${result.done}`);
    });
    router.post(`/installations/:name/${path}`, readForm, refuseForeignForms, handler);
  };

  const maintain = async (
    who: string,
    target: MonitoredTarget,
    wish: MaintenanceWish | string,
  ): Promise<{ done: Done } | { problem: string }> => {
    if (typeof wish === 'string') return { problem: wish };
    const result = await actions.changeMaintenance(who, target, wish);
    if (result === 'nothing' || result === 'too-many') return { problem: maintenanceProblems[result] };
    return { done: result === 'begun' ? 'maintenance' : result };
  };

  form('run', async (who, target, request) => {
    const tier = parseTier(bodyField(request, formFields.tier));
    if (tier === undefined) return { problem: 'Choose a tier to run.' };
    const done = await actions.startRun(who, target, tier);
    return done === 'stopped' ? { problem: 'The monitor is stopping.' } : { done };
  });
  form('maintenance', async (who, target, request) => {
    const minutes = parseWholeMinutes(bodyField(request, formFields.minutes));
    if (minutes === undefined || minutes === 0) {
      return { problem: `Give the minutes of maintenance, from 1 to ${longestMaintenanceMinutes}.` };
    }
    return maintain(who, target, parseMaintenance(request, runContext.clock.nowMs()));
  });
  form('maintenance/plan', async (who, target, request) =>
    maintain(who, target, parsePlan(request, runContext.clock.nowMs())),
  );
  form('maintenance/end', async (who, target, request) =>
    maintain(who, target, {
      kind: 'end',
      window: textOf(bodyField(request, formFields.window)) || undefined,
    }),
  );
  form('baseline', async (who, target) => {
    const accepted = await actions.acceptBaseline(who, target);
    return accepted === 0
      ? { problem: 'Nothing differs from the baseline, so it stays as it is.' }
      : { done: 'accepted' };
  });
  form('notifications/test', async (who, target, request) => {
    const channel = textOf(bodyField(request, formFields.channel)) || undefined;
    const tests = await actions.testNotifications(who, target, channel);
    if (tests.length === 0) return { problem: noChannelSentence };
    return tests.every(({ ok }) => ok)
      ? { done: 'tested' }
      : { problem: `Not every channel took the test. ${tests.map(testSentence).join(' ')}` };
  });
  return router;
}
