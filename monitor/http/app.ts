import express, { type Express } from 'express';
import { assetsFolder } from '../views/pages/layout.ts';
import { makeAccess } from './access.ts';
import { apiRoutes } from './api-routes.ts';
import { errorHandler } from './errors.ts';
import { healthRoutes } from './health-routes.ts';
import { makeOperatorActions } from './operator-actions.ts';
import { pageRoutes } from './page-routes.ts';
import { probeRoute } from './probe-route.ts';
import { securityHeaders } from './security-headers.ts';
import type { ServiceContext } from './service-context.ts';

/** The whole service as one application. What stands above `access.readers` is open to everybody. */
export function makeApp(context: ServiceContext): Express {
  const { service, metrics, perform } = context;
  const access = makeAccess(service);
  const actions = makeOperatorActions(context);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(securityHeaders(service.publicUrl));
  app.use(healthRoutes(context));
  app.use('/assets', express.static(assetsFolder, { index: false, maxAge: '1h' }));
  app.post('/-/reload', access.operators, async (_request, response) => {
    const result = await context.reload();
    response.status(result.ok ? 200 : 422).json(result);
  });

  app.use(access.readers);
  app.get('/metrics', async (_request, response) => {
    const text = await metrics.text();
    response.set('cache-control', 'no-store').set('content-type', metrics.contentType).send(text);
  });
  app.get('/probe', probeRoute(context));
  app.use('/api/v1', apiRoutes(context, access, actions));
  app.use(pageRoutes(context, access, actions));
  app.use(errorHandler(perform.log));
  return app;
}
