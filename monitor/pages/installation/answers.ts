import { type Request, type RequestHandler, type Response, urlencoded } from 'express';
import type { Markup } from '../../../reports/markup.ts';
import type { History } from '../../history/history.ts';
import { type Access, isSameOrigin } from '../../http/access.ts';
import { bodyField, forTarget, largestBody, textOf } from '../../http/request-fields.ts';
import { type ServiceContext, viewSources } from '../../http/service-context.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import { frameView } from '../shared/frame-view.ts';
import { renderMessage } from '../shared/layout.ts';
import { texts } from '../shared/texts.ts';
import { type InstallationQuery, installationView } from './data.ts';
import type { RefusedForm } from './model.ts';
import { renderInstallation } from './view.ts';

/** The data of pages while the store does not answer: the runs that the monitor has in memory, and nothing else. */
function memoryHistory(history: History, { recent }: Pick<MonitoredTarget, 'recent'>): History {
  const none = async (): Promise<readonly never[]> => [];
  return {
    ...history,
    run: async () => undefined,
    runs: async ({ tiers, sinceMs = 0, limit }) =>
      recent
        .filter((row) => row.startedMs >= sinceMs && (tiers === undefined || tiers.includes(row.tier)))
        .toReversed()
        .slice(0, limit),
    runsWithCells: none,
    observationRuns: none,
    endpointTimes: none,
    neighbours: async () => ({}),
    changes: none,
    notes: none,
    actions: none,
    figures: async () => new Map(),
    days: async () => new Map(),
    latencies: none,
    outbox: { ...history.outbox, list: none },
  };
}

/** Answers that pages and forms share. */
export type PageAnswers = ReturnType<typeof makePageAnswers>;

export function makePageAnswers(context: ServiceContext, access: Access) {
  const sendPage = async (response: Response, status: number, page: Markup): Promise<void> => {
    response
      .status(status)
      .set('cache-control', 'no-store')
      .type('html')
      .send(String(await page));
  };
  /** A page of one message, such as "Not found". */
  const sendMessage = (response: Response, status: number, title: string, text: string): Promise<void> =>
    sendPage(response, status, renderMessage(frameView(viewSources(context)), { title, text, status }));
  const refuseForms = (request: Request, response: Response, foreign: string): Promise<void> | undefined => {
    if (!access.canAct)
      return sendMessage(response, 403, texts.errors.switchedOff, texts.actions.problems.noToken);
    if (isSameOrigin(request, context.service.publicUrl)) return undefined;
    return sendMessage(response, 403, texts.errors.formNotAccepted, foreign);
  };
  // The name is not repeated: a user may have put a token there.
  const sendNoInstallation = (response: Response): Promise<void> =>
    sendMessage(response, 404, texts.errors.titles[404], texts.errors.noInstallation);
  return {
    sendPage,
    sendMessage,
    /** A handler for the installation in the path parameter `:name`. */
    forInstallation: (handle: Parameters<typeof forTarget>[2]) =>
      forTarget(context.fleet, sendNoInstallation, handle),
    /** Reads a form; one that comes from elsewhere, or while actions are switched off, is refused. @param foreign says so */
    readForm: (foreign: string): readonly RequestHandler[] => [
      urlencoded({ extended: false, limit: largestBody }),
      (request, response, next) => refuseForms(request, response, foreign) ?? next(),
    ],
    async sendInstallation(
      target: MonitoredTarget,
      response: Response,
      status: number,
      more?: InstallationQuery,
      refused?: RefusedForm,
    ): Promise<void> {
      const actions = { possible: access.canAct, refused };
      const { history } = context;
      const sources = viewSources(context);
      const view = await installationView(target, history, sources, actions, more).catch(
        (thrown: unknown) => {
          const reason = thrown instanceof Error ? thrown.message : 'unknown';
          const { name: installation } = target.monitored.installation;
          context.runContext.log.warn({ installation, reason }, 'a page was made without the history');
          const fromMemory = { ...sources, isHistoryReadable: false };
          return installationView(target, memoryHistory(history, target), fromMemory, actions, more);
        },
      );
      await sendPage(response, status, renderInstallation(view));
    },
    /** Whose token a form carries; nothing after it was refused. @param wrongToken says so */
    async operatorOf(
      request: Request,
      response: Response,
      wrongToken: string,
      sendProblem: (status: number, text: string) => Promise<void>,
    ): Promise<string | undefined> {
      const token = textOf(bodyField(request, 'token')) ?? '';
      const check = await access.checkToken(request, response, token);
      if (typeof check === 'object') return check.who;
      await (check === 'wrong'
        ? sendProblem(401, wrongToken)
        : sendProblem(429, texts.actions.problems.tooOften));
      return undefined;
    },
  };
}
