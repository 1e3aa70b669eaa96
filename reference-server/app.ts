import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { errorAnswer, writeAnswer } from './answer.ts';
import { pathOf } from './api/read-request.ts';
import { apiRouter } from './api/router.ts';
import type { Query } from './api-request.ts';
import type { Installation } from './installation.ts';
import type { ReferenceOptions } from './options.ts';
import { lazyPages } from './pages/lazy-pages.ts';

const openApiFile = fileURLToPath(new URL('../schemas/openapi.json', import.meta.url));

/** The whole installation as an Express application, below its base path. */
export function createApp(installation: Installation): Express {
  const { options, basePath } = installation;
  const app = bareExpress();
  app.use(requestObserver(options, basePath), delay(options.delayMs ?? 0), securityHeaders());
  for (const { before } of options.transforms ?? []) {
    if (before !== undefined) {
      app.use(before);
    }
  }
  const api = apiRouter(installation);
  app.use((request, response, next) =>
    /^\/api(\/|$)/.test(request.path) ? api(request, response, next) : next(),
  );
  app.get('/openapi.json', (_request, response, next) =>
    existsSync(openApiFile) ? response.sendFile(openApiFile) : next(),
  );
  app.use(lazyPages(installation));
  app.use(handleUncaught);
  return basePath === '' ? app : bareExpress().use(basePath, app);
}

/** Express without the headers that it adds by itself. */
function bareExpress(): Express {
  return express().disable('x-powered-by').disable('etag');
}

function requestObserver({ onRequest }: ReferenceOptions, basePath: string): RequestHandler {
  return (request, _response, next) => {
    onRequest?.({
      method: request.method,
      path: pathOf(request, basePath),
      query: request.query as Query,
      headers: request.headers,
    });
    next();
  };
}

function delay(delayMs: number): RequestHandler {
  return (_request, _response, next) => (delayMs > 0 ? void setTimeout(next, delayMs) : next());
}

/** Answers for what nothing else caught, such as a failing transform; no detail leaves the installation. */
const handleUncaught: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (response.headersSent) {
    response.destroy();
  } else {
    writeAnswer(response, errorAnswer(500, 'The installation could not answer this request.'));
  }
};

/** The installation speaks plain HTTP, so nothing may send a browser to HTTPS. */
function securityHeaders(): RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  });
}
