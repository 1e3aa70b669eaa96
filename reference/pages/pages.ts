import { fileURLToPath } from 'node:url';
import { csrfSync } from 'csrf-sync';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Installation } from '../api/pipeline.ts';
import { ownedProjects } from '../store/projects.ts';
import type { User } from '../store/users.ts';
import type { Frame, Markup } from './layout.ts';
import { passwordCheckOf } from './passwords.ts';
import { sessionsOf } from './sessions.ts';
import { homePage, loginPage, messagePage, profilePage, storagePage } from './views.ts';

const assets = fileURLToPath(new URL('./assets', import.meta.url));
const loginTries = {
  windowMs: 60_000,
  limit: 20,
  validate: { xForwardedForHeader: false, forwardedHeader: false },
};
const largestForm = '10kb';

/** All pages for people: log in, projects, profile, and the Storage tab with the key (section 5). */
export async function createPages({ store, users, basePath }: Installation): Promise<Router> {
  const checkPassword = await passwordCheckOf(store, users);
  const { csrfSynchronisedProtection, generateToken } = csrfSync({
    getTokenFromRequest: (request) => formField(request, 'csrf'),
  });
  const strangersFrame: Frame = { basePath, user: undefined, csrfToken: '' };
  const userOf = (request: Request): User | undefined =>
    request.session.userId === undefined ? undefined : users.byId(request.session.userId);
  const frameOf = (request: Request): Frame => ({
    basePath,
    user: userOf(request),
    csrfToken: generateToken(request),
  });
  const show = async (response: Response, status: number, markup: Markup): Promise<void> => {
    response
      .status(status)
      .set('cache-control', 'no-store')
      .type('html')
      .send(String(await markup));
  };
  const forUser =
    (answer: (request: Request, response: Response, user: User) => void | Promise<void>) =>
    (request: Request, response: Response): void | Promise<void> => {
      const user = userOf(request);
      return user === undefined
        ? response.redirect(303, `${basePath}/login`)
        : answer(request, response, user);
    };

  const router = Router();
  router.use('/assets', express.static(assets, { index: false, maxAge: '1h' }));
  router.use(sessionsOf(store, basePath));
  router.use(express.urlencoded({ extended: false, limit: largestForm }), csrfSynchronisedProtection);

  router.get(
    '/',
    forUser((request, response, user) =>
      show(response, 200, homePage(frameOf(request), ownedProjects(store, user))),
    ),
  );
  router.get('/login', (request, response) => show(response, 200, loginPage(frameOf(request))));
  router.post('/login', rateLimit(loginTries), async (request, response) => {
    const name = formField(request, 'name') ?? '';
    const user = await checkPassword(name, formField(request, 'password') ?? '');
    if (user === undefined) {
      const mistake = 'The user name or the password is wrong.';
      return show(response, 401, loginPage(frameOf(request), mistake, name));
    }
    await freshSession(request);
    request.session.userId = user.id;
    response.redirect(303, `${basePath}/`);
  });
  router.post('/logout', async (request, response) => {
    await freshSession(request);
    response.redirect(303, `${basePath}/login`);
  });
  router.get(
    '/profile',
    forUser((request, response, user) => show(response, 200, profilePage(frameOf(request), user))),
  );
  router.get(
    '/profile/storage',
    forUser((request, response, user) => {
      const { notice } = request.session;
      delete request.session.notice;
      return show(response, 200, storagePage(frameOf(request), users.keyOf(user), notice));
    }),
  );
  router.post(
    '/profile/storage/regenerate',
    forUser((request, response, user) => {
      users.regenerate(user);
      request.session.notice = 'A new key was issued. The previous key is no longer valid.';
      response.redirect(303, `${basePath}/profile/storage`);
    }),
  );
  router.use((request, response) => {
    // A stranger gets no session here: a browser's own requests, for an icon say, would end up with one each.
    const frame = userOf(request) === undefined ? strangersFrame : frameOf(request);
    return show(response, 404, messagePage(frame, 'Not found', 'There is no such page.'));
  });
  const showError: ErrorRequestHandler = (error, _request, response, _next) => {
    const status = statusOf(error);
    const message =
      status < 500
        ? 'The form could not be accepted. Go back, reload the page and try again.'
        : 'The page could not be shown.';
    return show(response, status, messagePage(strangersFrame, 'That did not work', message));
  };
  router.use(showError);
  return router;
}

/** A session with a new id and nothing in it, so that nobody can use an id that he knew before the log-in. */
function freshSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function formField(request: Request, name: string): string | undefined {
  const form: unknown = request.body;
  const value =
    typeof form === 'object' && form !== null ? (form as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
