import { parse } from 'node:querystring';
import express, { type Express, type RequestHandler } from 'express';
import { healthRoutes } from './api/health.ts';
import { metricsRoute } from './api/metrics.ts';
import { probeRoute } from './api/probe.ts';
import { apiRoutes } from './api/routes.ts';
import { makeAccess, operatorOf } from './http/access.ts';
import { assetRoutes } from './http/assets.ts';
import { errorHandler, sendError } from './http/errors.ts';
import { makeOperatorActions } from './http/operator-actions.ts';
import { allowedHosts, securityHeaders } from './http/protection.ts';
import { oneRequestATurn } from './http/server.ts';
import type { ServiceContext } from './http/service-context.ts';
import { pageRoutes } from './pages/routes.ts';
import { texts } from './pages/shared/texts.ts';
import { statusRoutes } from './pages/status/routes.ts';

/** The whole service as one application. Everything below `access.readers` needs the right to read. */
export function makeApp(context: ServiceContext): Express {
  const { service, runContext, hidden } = context;
  const access = makeAccess(service, runContext.log);
  const actions = makeOperatorActions(context);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', service.trustProxy);
  // Pages repeat their query, and a key may have been pasted into a filter field.
  app.set('query parser', (query: string | null) => parse(hidden.whole(sanitizedQuery(query ?? ''))));
  app.use(securityHeaders(service.publicUrl));
  // Before the check of hosts: health checks use the address of a container, or any name.
  app.use(healthRoutes(context));
  app.use(oneRequestATurn());
  app.use(allowedHosts(service));
  app.use(refuseNul);
  app.use(assetRoutes());
  app.post('/-/reload', access.operators, async (_request, response) => {
    const result = await actions.reload(operatorOf(response));
    response.status(result.ok ? 200 : 422).json(result);
  });

  app.use(statusRoutes(context));
  app.use(access.readers);
  app.get('/metrics', ...metricsRoute(context.metrics));
  app.get('/probe', probeRoute(context));
  app.use('/api/v1', apiRoutes(context, access, actions));
  app.use(pageRoutes(context, access, actions));
  app.use(errorHandler(runContext.log, () => context.history.lostSinceMs()));
  return app;
}

/** A query without characters that affect the program displaying it: control characters and direction marks. */
function sanitizedQuery(query: string): string {
  return query.replaceAll(unsafeInQuery, '%EF%BF%BD');
}

/**
 * Percent-encoded, in any letter case: %00 to %1F, U+007F to U+009F, U+061C, U+200E, U+200F, U+202A to U+202E, U+2066
 * to U+2069.
 */
const unsafeInQuery =
  /%[01][\da-f]|%7f|%c2%[89][\da-f]|[\u007f-\u009f]|%d8%9c|%e2%80%(?:8[ef]|a[a-e])|%e2%81%a[6-9]/gi;

/** No name or id contains NUL, and PostgreSQL rejects text with it. */
const refuseNul: RequestHandler = (request, response, next) =>
  /%00/.test(request.url) ? sendError(response, 400, texts.errors.badAddress) : next();

/** The addresses that the application trusts as reverse proxies in front of the monitor. */
export function isProxyOf(app: Express): (address: string) => boolean {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (address) => isTrusted(address, 0);
}
