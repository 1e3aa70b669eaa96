import { type Request, type Response, Router } from 'express';
import { documentFilters } from '../../reports/document/view.ts';
import { compareView } from '../views/data/compare-view.ts';
import { documentPageView, lastJudgingRun } from '../views/data/document-page-view.ts';
import { documentUrl, runDocumentUrl } from '../views/data/urls.ts';
import { renderCompare } from '../views/pages/compare.ts';
import { renderDocumentPage } from '../views/pages/document.ts';
import { texts } from '../views/texts.ts';
import { forTarget } from './for-target.ts';
import { type KnownValues, unknownValueIn } from './known-values.ts';
import type { PageAnswers } from './page-answers.ts';
import { textOf } from './request-fields.ts';
import { type ServiceContext, viewSources } from './service-context.ts';

const filterValues: KnownValues = {
  show: { known: documentFilters, sentence: texts.errors.unknownFilter },
};

/** The annotated document of a run, and of the last run of an installation that judged it; comparisons of two runs. */
export function documentRoutes(
  context: ServiceContext,
  {
    sendPage,
    sendMessage,
    sendNoInstallation,
  }: Pick<PageAnswers, 'sendPage' | 'sendMessage' | 'sendNoInstallation'>,
): Router {
  const { fleet, history } = context;
  const router = Router();
  const send = async (request: Request, response: Response, id: string, own: string): Promise<void> => {
    const view = await documentPageView(id, history, viewSources(context));
    if (view === undefined) return sendMessage(response, 404, texts.errors.titles[404], texts.errors.noRun);
    const problem = unknownValueIn(request, filterValues);
    if (problem !== undefined) return sendMessage(response, 400, texts.errors.refused, problem);
    const filter = documentFilters.find((one) => one === request.query.show) ?? 'all';
    sendPage(response, 200, String(await renderDocumentPage(view, own, filter)));
  };

  router.get('/runs/:id/document', (request, response) =>
    send(request, response, request.params.id, runDocumentUrl(request.params.id)),
  );
  router.get(
    '/installations/:name/document',
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const { name } = target.monitored.installation;
      const id = await lastJudgingRun(name, history);
      if (id === undefined)
        return sendMessage(response, 404, texts.document.notJudged, texts.common.noJudgingRun);
      await send(request, response, id, documentUrl(name));
    }),
  );
  router.get(
    '/installations/:name/compare',
    forTarget(fleet, sendNoInstallation, async (target, request, response) => {
      const [from, to] = [textOf(request.query.from), textOf(request.query.to)];
      const asked = { from: from?.trim() ?? '', to: to?.trim() ?? '' };
      const view = await compareView(target, history, viewSources(context), asked);
      const status = view.problem === undefined ? 200 : view.refused !== undefined ? 400 : 404;
      sendPage(response, status, String(await renderCompare(view)));
    }),
  );
  return router;
}
