import type { Request, Response } from 'express';
import type { Redaction } from '../../../engine/evidence/redaction.ts';
import type { History } from '../../history/history.ts';
import type { Access } from '../../http/access.ts';
import { typedInto } from '../../http/request-fields.ts';
import { type ServiceContext, viewSources } from '../../http/service-context.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import { frameView } from '../shared/frame-view.ts';
import { renderMessage } from '../shared/message.ts';
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
export interface PageAnswers {
  readonly sendPage: (response: Response, status: number, html: string) => void;
  /** A page of one message, such as "Not found". */
  readonly sendMessage: (response: Response, status: number, title: string, text: string) => Promise<void>;
  readonly sendInstallation: (
    target: MonitoredTarget,
    response: Response,
    status: number,
    more?: InstallationQuery,
    refused?: RefusedForm,
  ) => Promise<void>;
  readonly sendNoInstallation: (response: Response) => Promise<void>;
}

export function makePageAnswers(context: ServiceContext, access: Access): PageAnswers {
  const sendPage: PageAnswers['sendPage'] = (response, status, html) => {
    response.status(status).set('cache-control', 'no-store').type('html').send(html);
  };
  const sendMessage: PageAnswers['sendMessage'] = async (response, status, title, text) => {
    const frame = frameView(viewSources(context));
    sendPage(response, status, String(await renderMessage({ frame, title, text, status })));
  };
  return {
    sendPage,
    sendMessage,
    async sendInstallation(target, response, status, more, refused) {
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
      sendPage(response, status, String(await renderInstallation(view)));
    },
    // The name is not repeated: a user may have put a token there.
    sendNoInstallation: (response) =>
      sendMessage(response, 404, texts.errors.titles[404], texts.errors.noInstallation),
  };
}
