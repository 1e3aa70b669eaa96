import { type Request, Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { CheckPassword } from './passwords.ts';
import { formField, type PageTools } from './tools.ts';
import { loginPage } from './views.ts';

const triesInAMinute = 20;

/** Logging in and out. */
export function logInRoutes(tools: PageTools, checkPassword: CheckPassword): Router {
  const router = Router();
  const limitTries = rateLimit({
    windowMs: 60_000,
    limit: triesInAMinute,
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (request, response, next) => {
      const mistake = 'Too many tries from this address. Wait a minute and try again.';
      tools.show(response, 429, loginPage(tools.frameOf(request), mistake)).catch(next);
    },
  });
  router.get('/login', (request, response) => tools.show(response, 200, loginPage(tools.frameOf(request))));
  router.post('/login', limitTries, async (request, response) => {
    const name = formField(request, 'name') ?? '';
    const user = await checkPassword(name, formField(request, 'password') ?? '');
    if (user === undefined) {
      const mistake = 'The user name or the password is wrong.';
      return tools.show(response, 401, loginPage(tools.frameOf(request), mistake, name));
    }
    await freshSession(request);
    request.session.userId = user.id;
    tools.redirect(response, '/');
  });
  router.post('/logout', async (request, response) => {
    await freshSession(request);
    tools.redirect(response, '/login');
  });
  return router;
}

/** An empty session with a new id, so that an id from before the log-in is useless. */
function freshSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error?: unknown) => (error ? reject(error) : resolve()));
  });
}
