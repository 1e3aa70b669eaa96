import { fileURLToPath } from 'node:url';
import { csrfSync } from 'csrf-sync';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Installation } from '../installation.ts';
import { ownedProjects } from '../store/projects.ts';
import type { User } from '../store/users.ts';
import type { Frame, Markup } from './layout.ts';
import { passwordCheckOf } from './passwords.ts';
import { sessionsOf } from './sessions.ts';
import { homePage, loginPage, messagePage, profilePage, storagePage } from './views.ts';

const assets = fileURLToPath(new URL('./assets', import.meta.url));
const largestForm = '10kb';
const triesInAMinute = 20;

/** All pages for people, with their sessions, forms and errors. */
export async function createPages({ store, users, basePath }: Installation): Promise<Router> {
  const checkPassword = await passwordCheckOf(store, users);
  const { csrfSynchronisedProtection: refuseForeignForms, generateToken } = csrfSync({
    getTokenFromRequest: (request) => formField(request, 'csrf'),
  });
  const userOf = ({ session }: Request): User | undefined =>
    session.userId === undefined ? undefined : users.byId(session.userId);
  /** The frame of a page for this visitor; starts a session for the form in it. */
  const frameOf = (request: Request): Frame => ({
    basePath,
    user: userOf(request),
    csrfToken: generateToken(request),
  });
  /** The frame of a page for an anonymous visitor, without form and session. */
  const anonymousFrame: Frame = { basePath, user: undefined, csrfToken: '' };
  const redirect = (response: Response, path: string): void => response.redirect(303, `${basePath}${path}`);
  /** Answers a logged-in user; redirects anyone else to the log-in. */
  const forUser =
    (answer: (request: Request, response: Response, user: User) => void | Promise<void>): RequestHandler =>
    (request, response) => {
      const user = userOf(request);
      return user === undefined ? redirect(response, '/login') : answer(request, response, user);
    };
  const limitTries = rateLimit({
    windowMs: 60_000,
    limit: triesInAMinute,
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (request, response, next) => {
      const mistake = 'Too many tries from this address. Wait a minute and try again.';
      show(response, 429, loginPage(frameOf(request), mistake)).catch(next);
    },
  });

  const router = Router();
  router.use('/assets', express.static(assets, { index: false, maxAge: '1h' }));
  router.use(sessionsOf(store, basePath));
  router.use(express.urlencoded({ extended: false, limit: largestForm }), refuseForeignForms);
  router.get('/login', (request, response) => show(response, 200, loginPage(frameOf(request))));
  router.post('/login', limitTries, async (request, response) => {
    const name = formField(request, 'name') ?? '';
    const user = await checkPassword(name, formField(request, 'password') ?? '');
    if (user === undefined) {
      const mistake = 'The user name or the password is wrong.';
      return show(response, 401, loginPage(frameOf(request), mistake, name));
    }
    await freshSession(request);
    request.session.userId = user.id;
    redirect(response, '/');
  });
  router.post('/logout', async (request, response) => {
    await freshSession(request);
    redirect(response, '/login');
  });
  router.get(
    '/',
    forUser((request, response, user) =>
      show(response, 200, homePage(frameOf(request), ownedProjects(store, user))),
    ),
  );
  router.get(
    '/profile',
    forUser((request, response, user) => show(response, 200, profilePage(frameOf(request), user))),
  );
  // The Storage tab with the key (section 5).
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
      redirect(response, '/profile/storage');
    }),
  );
  router.use((request, response) => {
    // No session for an anonymous visitor: otherwise each of a browser's automatic requests, such as for an icon, would
    // start one.
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

async function show(response: Response, status: number, markup: Markup): Promise<void> {
  const text = String(await markup);
  response.status(status).set('cache-control', 'no-store').type('html').send(text);
}

/** The text of a form's field; `undefined` if it is missing or given twice. */
function formField(request: Request, name: string): string | undefined {
  const form = request.body as Readonly<Record<string, unknown>> | undefined;
  const value = form?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Starts an empty session with a new id, so that an id from before the log-in is useless. */
function freshSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
