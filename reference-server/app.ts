import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { errorAnswer, writeAnswer } from './answer.ts';
import { pathOf } from './api/read-request.ts';
import { apiRouter } from './api/router.ts';
import type { Query } from './api-request.ts';
import type { Installation } from './installation.ts';
import type { ReferenceOptions } from './options.ts';
import { lazyPages } from './pages/lazy-pages.ts';

const schemas = fileURLToPath(new URL('../schemas/', import.meta.url));

/** The whole installation as an Express application, below its base path. */
export function createApp(installation: Installation): Express {
  const { options, basePath } = installation;
  const app = bareExpress();
  app.use(requestObserver(options, basePath), delay(options.delayMs ?? 0), securityHeaders(), localClients());
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
    // Without `root` the file is refused if a folder above it has a dot, as in node_modules/.pnpm.
    existsSync(`${schemas}openapi.json`) ? response.sendFile('openapi.json', { root: schemas }) : next(),
  );
  app.use(lazyPages(installation));
  app.use(handleUncaught);
  return basePath === '' ? app : bareExpress().use(basePath, app);
}

/** Express without its default headers. */
function bareExpress(): Express {
  return express().disable('x-powered-by').disable('etag');
}

function requestObserver({ onRequest, onEnd }: ReferenceOptions, basePath: string): RequestHandler {
  return (request, response, next) => {
    if (onEnd !== undefined) {
      const startMs = performance.now();
      response.once('close', () =>
        onEnd({
          method: request.method,
          target: withoutKey(request.originalUrl),
          // A transform may have written directly to the connection.
          ...(response.headersSent ? { status: response.statusCode } : {}),
          ms: Math.round(performance.now() - startMs),
        }),
      );
    }
    onRequest?.({
      method: request.method,
      path: pathOf(request, basePath),
      query: request.query as Query,
      headers: request.headers,
    });
    next();
  };
}

/** Path and query of a request, without the value of a key, however its name is written. */
function withoutKey(target: string): string {
  const [path = '', ...rest] = target.split('?');
  if (rest.length === 0) return path;
  const parameters = rest
    .join('?')
    .split('&')
    .map((parameter) => {
      const [name = ''] = parameter.split('=', 1);
      const isKey = [...new URLSearchParams(parameter).keys()].some((one) => /api_key/i.test(one));
      return isKey ? `${name}=…` : parameter;
    });
  return `${path}?${parameters.join('&')}`;
}

function delay(delayMs: number): RequestHandler {
  return (_request, _response, next) => (delayMs > 0 ? void setTimeout(next, delayMs) : next());
}

/** Answers for errors that nothing else caught, such as a failing transform; no detail leaves the installation. */
const handleUncaught: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (response.headersSent) {
    response.destroy();
  } else {
    writeAnswer(response, errorAnswer(500, 'The installation could not answer this request.'));
  }
};

/**
 * Lets web clients in development send requests from a page of this machine. The document does not mention other
 * origins: without the header `Origin` nothing changes.
 */
function localClients(): RequestHandler {
  const allow = cors({
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept'],
    methods: ['GET', 'HEAD', 'POST'],
  });
  return (request, response, next) =>
    isLocal(request.get('origin')) ? allow(request, response, next) : next();
}

function isLocal(origin: string | undefined): boolean {
  return /^https?:\/\/(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(
    origin ?? '',
  );
}

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
