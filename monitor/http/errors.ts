import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Log } from '../log.ts';
import { renderProblem } from '../pages/shared/layout.ts';
import { texts } from '../pages/shared/texts.ts';

/** Answers with an error: as a page to a browser's page request, otherwise as JSON. Never cached. */
export function sendError(response: Response, status: number, error: string): void {
  response.status(status).set('cache-control', 'no-store');
  if (wantsPage(response.req)) {
    response.type('html').send(renderProblem(status, error));
  } else {
    response.json({ error });
  }
}

/** True for a browser's page request: it accepts HTML first, and scripts do not. The API always answers with JSON. */
function wantsPage({ method, originalUrl, headers }: Request): boolean {
  return method === 'GET' && !originalUrl.startsWith('/api/') && /^text\/html\b/.test(headers.accept ?? '');
}

/** The API's answer if no installation has the name in the path. */
export function sendNoInstallation(response: Response): void {
  sendError(response, 404, 'There is no installation of this name.');
}

/**
 * Express calls this when a handler throws, or a body cannot be read. Only faults of the monitor are logged.
 * @param lostSinceMs since when the history's store has been unavailable, if it is
 */
export function errorHandler(log: Log, lostSinceMs: () => number | undefined): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const status = clientErrorOf(thrown);
    if (status !== undefined) {
      return sendError(response, status, texts.errors.unreadable);
    }
    const reason = thrown instanceof Error ? thrown.message : 'unknown';
    log.error({ path: request.path, reason }, 'a request could not be answered');
    if (lostSinceMs() === undefined) sendError(response, 500, texts.errors.failed);
    else sendError(response, 503, texts.errors.storeLost);
  };
}

/** The status of a client error, such as 413; undefined for a fault of the monitor. */
function clientErrorOf(thrown: unknown): number | undefined {
  const status = (thrown as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
