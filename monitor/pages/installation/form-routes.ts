import { type Request, Router } from 'express';
import {
  longestMaintenanceMinutes,
  parseMaintenance,
  parsePlan,
  parseWholeMinutes,
} from '../../http/maintenance-fields.ts';
import {
  isMaintenanceProblem,
  maintenanceProblems,
  type OperatorActions,
} from '../../http/operator-actions.ts';
import { bodyField, textOf, typedInto } from '../../http/request-fields.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import { testSentence } from '../../notifications/test-channels.ts';
import { parseTier } from '../../running/actions.ts';
import type { MaintenanceRequest } from '../../running/maintenance-actions.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import type { Notice } from '../shared/frame-view.ts';
import { texts } from '../shared/texts.ts';
import { installationUrl } from '../shared/urls.ts';
import type { PageAnswers } from './answers.ts';

const { done: doneSentences, problems } = texts.actions;

/** The input of a refused form that is shown again: no token, and no key. */
const fields = ['tier', 'minutes', 'from', 'to', 'reason', 'window', 'channel'];
/** How many characters of a field a refused form gives back at most. */
const longestShown = 200;

/** What an action did: the word of `?done=` in the address to which the form leads. */
type Done = keyof typeof doneSentences;

/** What an action did, or a sentence about a problem. */
type Result = { readonly done: Done } | { readonly problem: string };

/** The notice above the page after an action; nothing for any other word. */
export function doneNotice(word: unknown): Notice | undefined {
  const isDone = typeof word === 'string' && Object.hasOwn(doneSentences, word);
  return isDone ? { text: doneSentences[word as Done], isProblem: false } : undefined;
}

/** The forms on the page of an installation. Each needs the operator's token and a page of the monitor itself. */
export function formRoutes(
  { runContext, hidden }: ServiceContext,
  actions: OperatorActions,
  { readForm, forInstallation, sendInstallation, operatorOf }: PageAnswers,
): Router {
  const router = Router();
  /** Adds a form at `/installations/NAME/PATH`. */
  const form = (
    path: string,
    act: (who: string, target: MonitoredTarget, request: Request) => Promise<Result>,
  ): void => {
    const handler = forInstallation(async (target, request, response) => {
      const sendProblem = (status: number, text: string): Promise<void> => {
        const values = typedInto(request, fields, hidden, longestShown);
        const notice = { text, isProblem: true };
        return sendInstallation(target, response, status, { notice }, { path, values });
      };
      const who = await operatorOf(request, response, problems.wrongToken, sendProblem);
      if (who === undefined) return;
      const result = await act(who, target, request);
      if ('problem' in result) return sendProblem(400, result.problem);
      response.redirect(303, `${installationUrl(target.monitored.installation.name)}?done=${result.done}`);
    });
    router.post(`/installations/:name/${path}`, ...readForm(problems.otherSite), handler);
  };

  const maintain = async (
    who: string,
    target: MonitoredTarget,
    wanted: MaintenanceRequest | string,
  ): Promise<Result> => {
    if (typeof wanted === 'string') return { problem: wanted };
    const result = await actions.changeMaintenance(who, target, wanted);
    if (isMaintenanceProblem(result)) return { problem: maintenanceProblems[result] };
    return { done: result === 'begun' ? 'maintenance' : result };
  };

  form('run', async (who, target, request) => {
    const tier = parseTier(bodyField(request, 'tier'));
    if (tier === undefined) return { problem: problems.noTier };
    const done = await actions.startRun(who, target, tier);
    return done === 'stopped' ? { problem: problems.stopping } : { done };
  });
  form('maintenance', async (who, target, request) => {
    const minutes = parseWholeMinutes(bodyField(request, 'minutes'));
    if (minutes === undefined || minutes === 0) {
      return { problem: problems.formMinutes(longestMaintenanceMinutes) };
    }
    return maintain(who, target, parseMaintenance(request, runContext.clock.nowMs()));
  });
  form('maintenance/plan', async (who, target, request) =>
    maintain(who, target, parsePlan(request, runContext.clock.nowMs())),
  );
  form('maintenance/end', async (who, target, request) =>
    maintain(who, target, {
      kind: 'end',
      window: textOf(bodyField(request, 'window')) || undefined,
    }),
  );
  form('baseline', async (who, target) => {
    const accepted = await actions.acceptBaseline(who, target);
    return accepted === 0 ? { problem: problems.nothingDiffers } : { done: 'accepted' };
  });
  form('notifications/test', async (who, target, request) => {
    const channel = textOf(bodyField(request, 'channel')) || undefined;
    const tests = await actions.testNotifications(who, target, channel);
    if (tests.length === 0) return { problem: problems.noChannel };
    return tests.every(({ ok }) => ok)
      ? { done: 'tested' }
      : { problem: problems.notTaken(tests.map(testSentence).join(' ')) };
  });
  return router;
}
