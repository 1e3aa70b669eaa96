import type { RequestHandler } from 'express';
import type { Installation } from '../installation.ts';

/**
 * The pages for people, loaded on first use: an installation that only answers the API starts without their templates,
 * sessions and password hashing.
 */
export function lazyPages(installation: Installation): RequestHandler {
  let pages: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    pages ??= import('./pages.ts').then(({ createPages }) => createPages(installation));
    const serve = await pages;
    serve(request, response, next);
  };
}
