import { type Request, Router } from 'express';
import { endpoints } from '../../contract/document/endpoints.ts';
import { stateIds } from '../../contract/state.ts';
import type { Access } from '../http/access.ts';
import { sendPacked } from '../http/assets.ts';
import type { OperatorActions } from '../http/operator-actions.ts';
import { type KnownValues, textOf, unknownValueIn } from '../http/request-fields.ts';
import { type ServiceContext, viewSources } from '../http/service-context.ts';
import { actionView, renderActions } from './actions/view.ts';
import { documentRoutes } from './document/routes.ts';
import { incidentRoutes } from './incidents/routes.ts';
import { makePageAnswers } from './installation/answers.ts';
import { doneNotice, formRoutes } from './installation/form-routes.ts';
import { latencySpans } from './installation/model.ts';
import { ownHealthView } from './monitor/data.ts';
import { renderMonitor } from './monitor/view.ts';
import { overviewView, wallView } from './overview/data.ts';
import { layouts, type OverviewQuery } from './overview/model.ts';
import { renderOverview } from './overview/view.ts';
import { renderWall } from './overview/wall.ts';
import { runView } from './run/data.ts';
import { renderRun } from './run/view.ts';
import { renderRunbook } from './runbook/view.ts';
import { frameView } from './shared/frame-view.ts';
import type { FrameView } from './shared/model.ts';
import { texts } from './shared/texts.ts';
import { monitorUrl } from './shared/urls.ts';

const longestText = 200;

/**
 * What the address of the overview asks for. Unknown values are left out, unlike on other pages (known-values.ts): a reader
 * who checks whether all is well has to see it, even with an outdated address or bookmark of a screen on a wall.
 */
export function parseOverviewQuery({ query }: Pick<Request, 'query'>): OverviewQuery {
  const state = [...stateIds, 'trouble' as const].find((one) => one === query.state);
  const layout = layouts.find((one) => one === query.view) ?? 'usual';
  const page = Number(query.page);
  return {
    text: (textOf(query.q) ?? '').trim().slice(0, longestText),
    state,
    group: textOf(query.group) || undefined,
    tag: textOf(query.tag) || undefined,
    layout,
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  };
}

/** What the chart of response times can be asked for. */
const chartValues: KnownValues = {
  span: { known: latencySpans.map(({ id }) => id), sentence: texts.errors.unknownSpan },
  endpoint: { known: endpoints.map(({ id }) => id), sentence: texts.errors.unknownEndpoint },
};

/** Actions of the log. */
const mostActions = 200;

/** The pages for people, with the forms on them. */
export function pageRoutes(context: ServiceContext, access: Access, actions: OperatorActions): Router {
  const { history } = context;
  const answers = makePageAnswers(context, access);
  const { sendPage, sendMessage, sendInstallation, forInstallation } = answers;
  const frame = (): FrameView => frameView(viewSources(context));
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
    forInstallation((target, request, response) => {
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
    if (view !== undefined) return sendPage(response, 200, renderRun(view));
    await sendMessage(response, 404, texts.errors.titles[404], texts.errors.noRun);
  });
  router.get('/events', context.events.handler);
  router.get('/actions', async (_request, response) => {
    const log = await history.actions({ limit: mostActions });
    await sendPage(response, 200, renderActions(frame(), log.map(actionView)));
  });
  router.get(monitorUrl, (_request, response) =>
    sendPage(response, 200, renderMonitor(frame(), ownHealthView(viewSources(context)))),
  );
  router.get('/runbook', (_request, response) => sendPage(response, 200, renderRunbook(frame())));
  router.use(documentRoutes(context, answers));
  router.use(incidentRoutes(context, access, answers));
  router.use(formRoutes(context, actions, answers));
  router.use((_request, response) =>
    sendMessage(response, 404, texts.errors.titles[404], texts.errors.noPage),
  );
  return router;
}
