import { csrfSync } from 'csrf-sync';
import type { Request, RequestHandler, Response } from 'express';
import type { Installation } from '../installation.ts';
import type { User } from '../store/users.ts';
import type { Frame, Markup } from './layout.ts';

/** What the routes of the pages share. */
export interface PageTools {
  /** Refuses every form that was not made for this session. */
  readonly refuseForeignForms: RequestHandler;
  /** The frame of a page for this visitor; starts a session for the form in it. */
  frameOf(request: Request): Frame;
  /** The frame of a page for an anonymous visitor, without form and session. */
  readonly anonymousFrame: Frame;
  userOf(request: Request): User | undefined;
  show(response: Response, status: number, markup: Markup): Promise<void>;
  redirect(response: Response, path: string): void;
  /** Answers a logged-in user; redirects anyone else to the log-in. */
  forUser(answer: (request: Request, response: Response, user: User) => void | Promise<void>): RequestHandler;
}

/** The tools for the pages of one installation. */
export function pageToolsOf({ users, basePath }: Installation): PageTools {
  const { csrfSynchronisedProtection, generateToken } = csrfSync({
    getTokenFromRequest: (request) => formField(request, 'csrf'),
  });
  const tools: PageTools = {
    refuseForeignForms: csrfSynchronisedProtection,
    frameOf: (request) => ({ basePath, user: tools.userOf(request), csrfToken: generateToken(request) }),
    anonymousFrame: { basePath, user: undefined, csrfToken: '' },
    userOf: ({ session }) => (session.userId === undefined ? undefined : users.byId(session.userId)),
    async show(response, status, markup) {
      const text = String(await markup);
      response.status(status).set('cache-control', 'no-store').type('html').send(text);
    },
    redirect: (response, path) => response.redirect(303, `${basePath}${path}`),
    forUser: (answer) => (request, response) => {
      const user = tools.userOf(request);
      return user === undefined ? tools.redirect(response, '/login') : answer(request, response, user);
    },
  };
  return tools;
}

/** The text of a form's field; `undefined` if it is missing or given twice. */
export function formField(request: Request, name: string): string | undefined {
  const form: unknown = request.body;
  const value =
    typeof form === 'object' && form !== null ? (form as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
