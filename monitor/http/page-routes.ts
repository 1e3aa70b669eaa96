import { Router } from 'express';
import { actionLogView } from '../views/data/action-views.ts';
import { frameView } from '../views/data/frame-view.ts';
import { overviewView } from '../views/data/overview-view.ts';
import { runView } from '../views/data/run-view.ts';
import { renderActions } from '../views/pages/actions.ts';
import { renderOverview } from '../views/pages/overview.ts';
import { renderRun } from '../views/pages/run.ts';
import { renderRunbook } from '../views/pages/runbook.ts';
import type { Access } from './access.ts';
import { documentRoutes } from './document-routes.ts';
import { forTarget } from './for-target.ts';
import { doneNotice, formRoutes } from './form-routes.ts';
import { incidentRoutes } from './incident-routes.ts';
import type { OperatorActions } from './operator-actions.ts';
import { makePageAnswers } from './page-answers.ts';
import { type ServiceContext, viewSources } from './service-context.ts';

/** The pages for people, with the forms on them. */
export function pageRoutes(context: ServiceContext, access: Access, actions: OperatorActions): Router {
  const { fleet, history } = context;
  const answers = makePageAnswers(context, access);
  const { sendPage, sendMessage, sendInstallation, sendNoInstallation } = answers;
  const router = Router();
  router.get('/', async (_request, response) => {
    sendPage(response, 200, String(await renderOverview(overviewView(viewSources(context)))));
  });
  router.get(
    '/installations/:name',
    forTarget(fleet, sendNoInstallation, (target, request, response) =>
      sendInstallation(target, response, 200, doneNotice(request.query.done)),
    ),
  );
  router.get('/runs/:id', async (request, response) => {
    const view = await runView(request.params.id, history, viewSources(context));
    if (view !== undefined) return sendPage(response, 200, String(await renderRun(view)));
    await sendMessage(response, 404, 'Not found', 'The history has no run of this id. Old runs are removed.');
  });
  router.get('/actions', async (_request, response) => {
    const view = await actionLogView(history, viewSources(context));
    sendPage(response, 200, String(await renderActions(view)));
  });
  router.get('/runbook', async (_request, response) => {
    sendPage(response, 200, String(await renderRunbook(frameView(viewSources(context)))));
  });
  router.use(documentRoutes(context, answers));
  router.use(incidentRoutes(context, access, answers));
  router.use(formRoutes(context, access, actions, answers));
  router.use((_request, response) => sendMessage(response, 404, 'Not found', 'There is no such page.'));
  return router;
}
