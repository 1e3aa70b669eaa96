import type { Response } from 'express';
import type { MonitoredTarget } from '../runs/monitored-target.ts';
import { frameView } from '../views/data/frame-view.ts';
import { type InstallationQuery, installationView } from '../views/data/installation-view.ts';
import { memoryHistory } from '../views/data/memory-history.ts';
import type { RefusedForm } from '../views/installation-model.ts';
import { renderInstallation } from '../views/pages/installation.ts';
import { renderMessage } from '../views/pages/message.ts';
import { texts } from '../views/texts.ts';
import type { Access } from './access.ts';
import { actionsView } from './installation-forms.ts';
import { type ServiceContext, viewSources } from './service-context.ts';

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
      const actions = actionsView(target, access, refused);
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
    // The name is not repeated: what somebody puts there may be a token.
    sendNoInstallation: (response) =>
      sendMessage(response, 404, texts.errors.titles[404], texts.errors.noInstallation),
  };
}
