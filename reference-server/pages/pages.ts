import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, Router } from 'express';
import type { Installation } from '../installation.ts';
import { logInRoutes } from './log-in-routes.ts';
import { passwordCheckOf } from './passwords.ts';
import { sessionsOf } from './sessions.ts';
import { pageToolsOf } from './tools.ts';
import { userRoutes } from './user-routes.ts';
import { messagePage } from './views.ts';

const assets = fileURLToPath(new URL('./assets', import.meta.url));
const largestForm = '10kb';

/** All pages for people, with their sessions, forms and errors. */
export async function createPages(installation: Installation): Promise<Router> {
  const { store, users, basePath } = installation;
  const checkPassword = await passwordCheckOf(store, users);
  const tools = pageToolsOf(installation);
  const { frameOf, show, anonymousFrame, userOf } = tools;

  const router = Router();
  router.use('/assets', express.static(assets, { index: false, maxAge: '1h' }));
  router.use(sessionsOf(store, basePath));
  router.use(express.urlencoded({ extended: false, limit: largestForm }), tools.refuseForeignForms);
  router.use(logInRoutes(tools, checkPassword), userRoutes(installation, tools));
  router.use((request, response) => {
    // No session for an anonymous visitor: each of a browser's own requests, such as for an icon, would start one.
    const frame = userOf(request) === undefined ? anonymousFrame : frameOf(request);
    return show(response, 404, messagePage(frame, 'Not found', 'There is no such page.'));
  });
  const showError: ErrorRequestHandler = (error, _request, response, _next) => {
    const status = statusOf(error);
    const message =
      status < 500
        ? 'The form could not be accepted. Go back, reload the page and try again.'
        : 'The page could not be shown.';
    return show(response, status, messagePage(anonymousFrame, 'That did not work', message));
  };
  router.use(showError);
  return router;
}

function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
