import compression from 'compression';
import cors from 'cors';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { rateLimit } from 'express-rate-limit';
import type { User } from '../domain/model.ts';
import { delaysOf } from '../service/delays.ts';
import { type Endpoint, type Inquiry, Refusal, type Reply } from '../service/exchange.ts';
import { type Listening, listen } from '../service/listening.ts';
import { type EndpointName, operations } from '../service/operations.ts';
import { piecesOf, plainSerializer, serialize } from '../service/serialize.ts';
import type { Site } from '../service/site.ts';

/** One route of the Express application, as the table of routes lists it. */
export interface ExpressRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly guards: readonly RequestHandler[];
  readonly parsers: readonly RequestHandler[];
  readonly handler: RequestHandler;
  readonly errors: readonly ErrorRequestHandler[];
}

/** What a route is made of, for a developer who gets one of them wrong. */
export interface ExpressParts {
  readonly site: Site;
  readonly endpoint: Endpoint;
  inquiryOf(request: Request): Inquiry;
  send(response: Response, reply: Reply): void;
}

/** A developer's slip at one endpoint: the routes that stand there instead. */
export type ExpressSlip = (route: ExpressRoute, parts: ExpressParts) => ExpressRoute[];

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function inquiryOf(request: Request): Inquiry {
  const query = Object.fromEntries(
    Object.entries(request.query).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  return {
    credentials: { authorization: request.headers.authorization, apiKey: text(request.query.api_key) },
    id: text(request.params.id) ?? '',
    query,
    body: request.body,
    path: request.baseUrl + request.path,
  };
}

function senderOf(site: Site): (response: Response, reply: Reply) => void {
  const { choices } = site;
  return (response, { status, headers, content }) => {
    response.status(status).set(headers);
    if ('bytes' in content) {
      response.end(content.bytes);
    } else if (choices.chunked) {
      piecesOf(serialize(choices, content.json)).pipe(response);
    } else if (plainSerializer(choices)) {
      response.json(content.json);
    } else {
      response.send(Buffer.from(serialize(choices, content.json)));
    }
  };
}

function guardOf(endpoint: Endpoint): RequestHandler {
  return (request, response, next) => {
    const user = endpoint.authenticate(inquiryOf(request).credentials);
    if (user === undefined) {
      next(new Refusal('unauthorized', 'Unauthorized'));
      return;
    }
    response.locals.user = user;
    next();
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) {
    return error;
  }
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed' || type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new Refusal('malformed', 'The body is not valid JSON');
  }
  return type === 'entity.too.large' ? new Refusal('too large', 'The body is too large') : undefined;
}

function routesOf(site: Site, slips: Readonly<Partial<Record<EndpointName, ExpressSlip>>>): ExpressRoute[] {
  const send = senderOf(site);
  return operations.flatMap((operation) => {
    const endpoint = site.endpoints[operation.name];
    const parser = express.json({ type: ['application/json', 'application/*+json'], limit: '5mb' });
    const route: ExpressRoute = {
      method: operation.method === 'GET' ? 'get' : 'post',
      path: operation.path,
      guards: [guardOf(endpoint)],
      parsers: operation.kind === 'import' ? [parser] : [],
      handler: (request, response) => {
        send(response, endpoint.answer(inquiryOf(request), response.locals.user as User));
      },
      errors: [
        (error, request, response, next) => {
          const refusal = refusalOf(error);
          if (refusal === undefined || response.locals.byDefault === true) {
            next(error);
            return;
          }
          send(response, endpoint.refuse(refusal, { path: request.baseUrl + request.path }));
        },
      ],
    };
    return slips[operation.name]?.(route, { site, endpoint, inquiryOf, send }) ?? [route];
  });
}

function addPlugIns(app: Express, site: Site): void {
  const { choices } = site;
  const delay = delaysOf(choices);
  app.disable('x-powered-by');
  // Elsewhere Express writes errors that nobody handles to the standard error.
  app.set('env', 'test');
  app.set('etag', choices.entityTags === 'none' ? false : choices.entityTags);
  if (choices.compression) {
    app.use(compression({ threshold: 0 }));
  }
  if (choices.cors) {
    app.use(cors({ origin: true, exposedHeaders: ['Link'] }));
  }
  if (choices.rateLimit !== 'none') {
    const [windowMs, limit] = choices.rateLimit === 'tight' ? [1000, 25] : [60_000, 10_000];
    app.use(
      rateLimit({
        windowMs,
        limit,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        message: { error: 'Too many requests' },
      }),
    );
  }
  app.use(async (_request, response, next) => {
    await delay();
    response.set(choices.headers);
    if (choices.connection === 'closed') {
      response.set('Connection', 'close');
    }
    next();
  });
}

/** Serves an installation with Express. */
export async function serveExpress(
  site: Site,
  slips: Readonly<Partial<Record<EndpointName, ExpressSlip>>> = {},
): Promise<Listening> {
  const { choices } = site;
  const send = senderOf(site);
  const app = express();
  addPlugIns(app, site);
  const strict = choices.paths === 'strict';
  const api = express.Router({ strict, caseSensitive: strict });
  for (const { method, path, guards, parsers, handler, errors } of routesOf(site, slips)) {
    const steps = choices.importOrder === 'body first' ? [...parsers, ...guards] : [...guards, ...parsers];
    api[method](path, ...steps, handler, ...errors);
  }
  app.use(`${choices.prefix}/api/v3`, api);
  const guard = guardOf(site.versionFour);
  app.get(`${choices.prefix}/api/v4/projects`, guard, (request, response) => {
    const user = response.locals.user as User;
    send(response, site.versionFour.answer(inquiryOf(request), user));
  });
  const keyFirst: RequestHandler[] = choices.unknownPaths === 'key first' ? [guard] : [];
  app.use(...keyFirst, (_request, response, next) => {
    next(response.locals.byDefault === true ? undefined : new Refusal('missing', 'Not Found'));
  });
  const last: ErrorRequestHandler = (error, request, response, next) => {
    const refusal = refusalOf(error);
    if (response.locals.byDefault === true || response.headersSent) {
      next(error);
    } else if (refusal === undefined) {
      response.status(500).json({ error: 'Internal Server Error' });
    } else {
      send(response, site.refuse(refusal, request.path));
    }
  };
  app.use(last);
  return listen(app, choices.prefix);
}
