import express, { type ErrorRequestHandler, type Express } from 'express';
import helmet from 'helmet';
import { makeAccess } from './access.ts';
import type { ServiceContext } from './context.ts';
import { jsonRoutes } from './json-routes.ts';
import { assetRoutes, pageRoutes } from './page-routes.ts';
import { probeRoute } from './probe-route.ts';

/** The whole service as one application: health, metrics, probe, JSON, pages, in this order. */
export function makeApp(context: ServiceContext): Express {
  const { service, metrics, history, perform } = context;
  const access = makeAccess(service);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          scriptSrc: ["'self'"],
          imgSrc: ["'self'"],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      // Under the stricter default, no-referrer, browsers send their own forms with `Origin: null`.
      referrerPolicy: { policy: 'same-origin' },
      strictTransportSecurity: service.publicUrl?.startsWith('https:') ?? false,
    }),
  );
  app.get('/healthz', (_request, response) => {
    response.type('text/plain').send('The monitor is alive.\n');
  });
  app.get('/readyz', async (_request, response) => {
    const problem = context.isStopping() ? 'The monitor is stopping.' : await unready(context);
    response.status(problem === undefined ? 200 : 503).type('text/plain');
    response.send(`${problem ?? 'The history is open and the schedule is running.'}\n`);
  });
  app.use('/assets', assetRoutes());
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
  app.use('/api/v1', jsonRoutes(context, access), (_request, response) => {
    response.status(404).json({ error: 'There is no such address in the API of the monitor.' });
  });
  app.use(pageRoutes(context, access));
  const showError: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = statusOf(error);
    const reason = error instanceof Error ? error.message : 'unknown';
    if (status >= 500) perform.log.error({ path: request.path, reason }, 'an answer could not be made');
    const text =
      status < 500
        ? 'The request could not be read: check its form and its size.'
        : 'The answer could not be made. The log of the monitor tells why.';
    response.status(status).json({ error: text });
  };
  app.use(showError);
  return app;

  async function unready({ fleet }: ServiceContext): Promise<string | undefined> {
    try {
      await history.check();
    } catch {
      return 'The history does not answer.';
    }
    return fleet.all().length === 0 ? 'No installation is monitored.' : undefined;
  }
}

function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
