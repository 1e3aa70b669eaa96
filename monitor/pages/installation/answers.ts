import { type Request, type RequestHandler, type Response, urlencoded } from 'express';
import type { Redaction } from '../../../engine/evidence/redaction.ts';
import type { Markup } from '../../../reports/markup.ts';
import type { History } from '../../history/history.ts';
import { type Access, isSameOrigin } from '../../http/access.ts';
import { largestBody, typedInto } from '../../http/request-fields.ts';
import { type ServiceContext, viewSources } from '../../http/service-context.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import { frameView } from '../shared/frame-view.ts';
import { renderMessage } from '../shared/layout.ts';
import { texts } from '../shared/texts.ts';
import { type InstallationQuery, installationView } from './data.ts';
import type { RefusedForm } from './model.ts';
import { renderInstallation } from './view.ts';

/** How many characters of a field a refused form gives back at most. */
const longestShown = 200;

/** The input of a refused form that is shown again: no token, and no key. */
export function refusedForm(path: string, request: Request, hidden: Redaction): RefusedForm {
  const names = ['tier', 'minutes', 'from', 'to', 'reason', 'window', 'channel'];
  return { path, values: typedInto(request, names, hidden, longestShown) };
}

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
  return {
    sendPage,
    sendMessage,
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
    // The name is not repeated: a user may have put a token there.
    sendNoInstallation: (response: Response): Promise<void> =>
      sendMessage(response, 404, texts.errors.titles[404], texts.errors.noInstallation),
  };
}
