import { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { actionLogView } from '../views/data/action-views.ts';
import { frameView } from '../views/data/frame-view.ts';
import { overviewView, wallView } from '../views/data/overview-view.ts';
import { monitorView } from '../views/data/own-health-view.ts';
import { runView } from '../views/data/run-view.ts';
import { monitorUrl } from '../views/data/urls.ts';
import { renderActions } from '../views/pages/actions.ts';
import { renderMonitor } from '../views/pages/monitor.ts';
import { renderOverview } from '../views/pages/overview.ts';
import { renderRun } from '../views/pages/run.ts';
import { renderRunbook } from '../views/pages/runbook.ts';
import { renderWall } from '../views/pages/wall.ts';
import { latencySpans } from '../views/response-times-model.ts';
import { texts } from '../views/texts.ts';
import type { Access } from './access.ts';
import { documentRoutes } from './document-routes.ts';
import { forTarget } from './for-target.ts';
import { doneNotice, formRoutes } from './form-routes.ts';
import { incidentRoutes } from './incident-routes.ts';
import { type KnownValues, unknownValueIn } from './known-values.ts';
import type { OperatorActions } from './operator-actions.ts';
import { parseOverviewQuery } from './overview-query.ts';
import { makePageAnswers } from './page-answers.ts';
import { sendPacked } from './send-packed.ts';
import { type ServiceContext, viewSources } from './service-context.ts';

/** What the chart of response times can be asked for. */
const chartValues: KnownValues = {
  span: { known: latencySpans.map(({ id }) => id), sentence: texts.errors.unknownSpan },
  endpoint: { known: endpoints.map(({ id }) => id), sentence: texts.errors.unknownEndpoint },
};

/** The pages for people, with the forms on them. */
export function pageRoutes(context: ServiceContext, access: Access, actions: OperatorActions): Router {
  const { fleet, history } = context;
  const answers = makePageAnswers(context, access);
  const { sendPage, sendMessage, sendInstallation, sendNoInstallation } = answers;
  const router = Router();
  router.get('/', async (request, response) => {
    const query = parseOverviewQuery(request);
    const sources = viewSources(context);
    const page =
      query.layout === 'wall'
        ? renderWall(wallView(sources, query))
        : renderOverview(await overviewView(history, sources, query));
    // Lines are much alike: a tenth is sent.
    sendPacked(response.set('cache-control', 'no-store').type('html'), String(await page));
  });
  router.get(
    '/installations/:name',
    forTarget(fleet, sendNoInstallation, (target, request, response) => {
      const problem = unknownValueIn(request, chartValues);
      if (problem !== undefined)
        return sendInstallation(target, response, 400, { notice: { text: problem, isProblem: true } });
      return sendInstallation(target, response, 200, {
        notice: doneNotice(request.query.done),
        span: latencySpans.find(({ id }) => id === request.query.span)?.id ?? '24h',
        endpoint: endpoints.find(({ id }) => id === request.query.endpoint)?.id,
      });
    }),
  );
  router.get('/runs/:id', async (request, response) => {
    const view = await runView(request.params.id, history, viewSources(context));
    if (view !== undefined) return sendPage(response, 200, String(await renderRun(view)));
    await sendMessage(response, 404, texts.errors.titles[404], texts.errors.noRun);
  });
  router.get('/events', context.events.handler);
  router.get('/actions', async (_request, response) => {
    const view = await actionLogView(history, viewSources(context));
    sendPage(response, 200, String(await renderActions(view)));
  });
  router.get(monitorUrl, async (_request, response) => {
    sendPage(response, 200, String(await renderMonitor(monitorView(viewSources(context)))));
  });
  router.get('/runbook', async (_request, response) => {
    sendPage(response, 200, String(await renderRunbook(frameView(viewSources(context)))));
  });
  router.use(documentRoutes(context, answers));
  router.use(incidentRoutes(context, access, answers));
  router.use(formRoutes(context, access, actions, answers));
  router.use((_request, response) =>
    sendMessage(response, 404, texts.errors.titles[404], texts.errors.noPage),
  );
  return router;
}
