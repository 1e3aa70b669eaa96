import { type Request, type Response, Router } from 'express';
import { documentFilters } from '../../../reports/document/view.ts';
import { type KnownValues, textOf, unknownValueIn } from '../../http/request-fields.ts';
import { type ServiceContext, viewSources } from '../../http/service-context.ts';
import { compareView } from '../compare/data.ts';
import { renderCompare } from '../compare/view.ts';
import type { PageAnswers } from '../installation/answers.ts';
import { lastJudgingRun } from '../shared/run-views.ts';
import { texts } from '../shared/texts.ts';
import { documentUrl, runDocumentUrl } from '../shared/urls.ts';
import { documentPageView } from './data.ts';
import { documentTexts } from './texts.ts';
import { renderDocumentPage } from './view.ts';

const filterValues: KnownValues = {
  show: { known: documentFilters, sentence: texts.errors.unknownFilter },
};

/** The annotated document of a run, and of the last run of an installation that judged it; comparisons of two runs. */
export function documentRoutes(
  context: ServiceContext,
  { sendPage, sendMessage, forInstallation }: PageAnswers,
): Router {
  const { history } = context;
  const router = Router();
  const send = async (request: Request, response: Response, id: string, own: string): Promise<void> => {
    const view = await documentPageView(id, history, viewSources(context));
    if (view === undefined) return sendMessage(response, 404, texts.errors.titles[404], texts.errors.noRun);
    const problem = unknownValueIn(request, filterValues);
    if (problem !== undefined) return sendMessage(response, 400, texts.errors.refused, problem);
    const filter = documentFilters.find((one) => one === request.query.show) ?? 'all';
    await sendPage(response, 200, renderDocumentPage(view, own, filter));
  };

  router.get('/runs/:id/document', (request, response) =>
    send(request, response, request.params.id, runDocumentUrl(request.params.id)),
  );
  router.get(
    '/installations/:name/document',
    forInstallation(async (target, request, response) => {
      const { name } = target.monitored.installation;
      const run = await lastJudgingRun(name, history);
      if (run === undefined)
        return sendMessage(response, 404, documentTexts.notJudged, texts.common.noJudgingRun);
      await send(request, response, run.id, documentUrl(name));
    }),
  );
  router.get(
    '/installations/:name/compare',
    forInstallation(async (target, request, response) => {
      const [from, to] = [textOf(request.query.from), textOf(request.query.to)];
      const asked = { from: from?.trim() ?? '', to: to?.trim() ?? '' };
      const view = await compareView(target, history, viewSources(context), asked);
      const status = view.problem === undefined ? 200 : view.refused !== undefined ? 400 : 404;
      await sendPage(response, status, renderCompare(view));
    }),
  );
  return router;
}
