import { Router } from 'express';
import type { Installation } from '../installation.ts';
import { ownedProjects } from '../store/projects.ts';
import type { PageTools } from './tools.ts';
import { homePage, profilePage, storagePage } from './views.ts';

/** What a logged-in user sees: the projects, the profile, and the Storage tab with the key (section 5). */
export function userRoutes({ store, users }: Installation, tools: PageTools): Router {
  const { forUser, frameOf, show } = tools;
  const router = Router();
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
      tools.redirect(response, '/profile/storage');
    }),
  );
  return router;
}
