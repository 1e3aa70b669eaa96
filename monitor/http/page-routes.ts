import express, { type NextFunction, type Request, type Response, Router } from 'express';
import {
  acceptDrift,
  longestMaintenanceMinutes,
  parseMinutes,
  parseTier,
  setMaintenance,
} from '../runs/actions.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import { frameView, installationUrl, type Notice } from '../views/data/common.ts';
import { installationView } from '../views/data/installation.ts';
import { overviewView } from '../views/data/overview.ts';
import { runView } from '../views/data/run.ts';
import {
  assetsFolder,
  renderInstallation,
  renderMessage,
  renderOverview,
  renderRun,
} from '../views/index.ts';
import { type Access, noTokenSentence, tooOftenSentence } from './access.ts';
import { type ServiceContext, viewSources } from './context.ts';
import { isSameOrigin } from './same-origin.ts';
import { actionsView, tellOf } from './tell.ts';

const largestForm = '10kb';

/** What an action did, by the word that the page's address carries after it. */
const notices: Readonly<Record<string, string>> = {
  started: 'The run was started. This page shows it once it has ended.',
  follows: 'A run is under way; the one you asked for follows it.',
  maintenance: 'Maintenance has begun.',
  ended: 'Maintenance has ended.',
  accepted: 'What is observed now is the baseline.',
};

const otherSiteSentence =
  'This form did not come from a page of this monitor, so nothing was changed. Open the page of the installation here and send the form again. Behind a reverse proxy, set MONITOR_URL to the address that the browser shows.';

/** The pages for people, and the forms on them. */
export function pageRoutes(context: ServiceContext, access: Access): Router {
  const { fleet, history, service } = context;
  const show = (response: Response, status: number, html: string): void => {
    response.status(status).set('cache-control', 'no-store').type('html').send(html);
  };
  const showMessage = async (
    response: Response,
    status: number,
    title: string,
    text: string,
  ): Promise<void> => {
    const frame = frameView(viewSources(context));
    show(response, status, String(await renderMessage({ frame, title, text, status })));
  };
  const showInstallation = async (
    target: MonitoredTarget,
    response: Response,
    status: number,
    notice?: Notice,
  ): Promise<void> => {
    const actions = actionsView(target, access);
    const view = await installationView(target, history, viewSources(context), actions, notice);
    show(response, status, String(await renderInstallation(view)));
  };
  const withWatch =
    (answer: (target: MonitoredTarget, request: Request, response: Response) => Promise<void>) =>
    async (request: Request<{ name: string }>, response: Response): Promise<void> => {
      const target = fleet.get(request.params.name);
      if (target !== undefined) return answer(target, request, response);
      await showMessage(response, 404, 'Not found', 'No installation of this name is monitored.');
    };
  const mayAct = (request: Request, response: Response, next: NextFunction): void => {
    if (!access.canAct) return void showMessage(response, 403, 'Switched off', noTokenSentence);
    if (isSameOrigin(request, service.publicUrl)) next();
    else void showMessage(response, 403, 'The form was not accepted', otherSiteSentence);
  };
  /** An action behind the operator's token; it gives the word for the notice, or a sentence on what is wrong. */
  const action = (
    act: (
      target: MonitoredTarget,
      request: Request,
    ) => Promise<{ readonly done: string } | { readonly problem: string }>,
  ) =>
    withWatch(async (target, request, response) => {
      const problemPage = (status: number, text: string): Promise<void> =>
        showInstallation(target, response, status, { text, isProblem: true });
      const judgement = await access.checkToken(request, response, field(request, 'token') ?? '');
      if (judgement === 'wrong') {
        return problemPage(401, 'This is not the operator token. Nothing was changed.');
      }
      if (judgement === 'too-often') return problemPage(429, tooOftenSentence);
      const result = await act(target, request);
      if ('problem' in result) return problemPage(400, result.problem);
      response.redirect(303, `${installationUrl(target.monitored.installation.name)}?done=${result.done}`);
    });
  const maintain = async (target: MonitoredTarget, minutes: number): Promise<void> =>
    setMaintenance(target, minutes, context.perform.clock.nowMs(), {
      history,
      onChange: tellOf(target, context),
    });

  const router = Router();
  router.get('/', async (_request, response) => {
    show(response, 200, String(await renderOverview(overviewView(viewSources(context)))));
  });
  router.get(
    '/installations/:name',
    withWatch((target, request, response) => {
      const text = notices[String(request.query.done)];
      return showInstallation(
        target,
        response,
        200,
        text === undefined ? undefined : { text, isProblem: false },
      );
    }),
  );
  router.get('/runs/:id', async (request, response) => {
    const view = await runView(request.params.id, history, viewSources(context));
    if (view !== undefined) return show(response, 200, String(await renderRun(view)));
    await showMessage(response, 404, 'Not found', 'The history has no run of this id. Old runs are removed.');
  });

  const form = [express.urlencoded({ extended: false, limit: largestForm }), mayAct];
  router.post(
    '/installations/:name/run',
    ...form,
    action(async (target, request) => {
      const tier = parseTier(field(request, 'tier'));
      if (tier === undefined) return { problem: 'Choose a tier to run.' };
      const done = target.scheduler.runNow(tier);
      return done === 'stopped' ? { problem: 'The monitor is stopping.' } : { done };
    }),
  );
  router.post(
    '/installations/:name/maintenance',
    ...form,
    action(async (target, request) => {
      const minutes = parseMinutes(field(request, 'minutes'));
      if (minutes === undefined || minutes === 0) {
        return { problem: `Give the minutes of maintenance, from 1 to ${longestMaintenanceMinutes}.` };
      }
      await maintain(target, minutes);
      return { done: 'maintenance' };
    }),
  );
  router.post(
    '/installations/:name/maintenance/end',
    ...form,
    action(async (target) => {
      await maintain(target, 0);
      return { done: 'ended' };
    }),
  );
  router.post(
    '/installations/:name/baseline',
    ...form,
    action(async (target) => {
      const accepted = await acceptDrift(target, context.perform.clock.nowMs(), context);
      return accepted === 0
        ? { problem: 'Nothing differs from the baseline, so it stays as it is.' }
        : { done: 'accepted' };
    }),
  );
  router.use((_request, response) => showMessage(response, 404, 'Not found', 'There is no such page.'));
  return router;
}

/** Style sheets, script and icon: nothing in them is worth hiding. */
export function assetRoutes(): express.RequestHandler {
  return express.static(assetsFolder, { index: false, maxAge: '1h' });
}

function field(request: Request, name: string): string | undefined {
  const form: unknown = request.body;
  const value =
    typeof form === 'object' && form !== null ? (form as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
