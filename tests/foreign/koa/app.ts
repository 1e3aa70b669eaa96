import { bodyParser } from '@koa/bodyparser';
import cors from '@koa/cors';
import etag from '@koa/etag';
import { Router, type RouterContext, type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import conditional from 'koa-conditional-get';
import rateLimit from 'koa-ratelimit';
import type { User } from '../domain/model.ts';
import { delaysOf } from '../service/delays.ts';
import { type Endpoint, type Inquiry, Refusal, type Reply } from '../service/exchange.ts';
import { type Listening, listen } from '../service/listening.ts';
import { type EndpointName, operations } from '../service/operations.ts';
import { piecesOf, plainSerializer, serialize } from '../service/serialize.ts';
import type { Site } from '../service/site.ts';

/** One route of the Koa application. */
export interface KoaRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly middleware: readonly RouterMiddleware[];
}

/** What a route is made of, for a developer who gets one of them wrong. */
export interface KoaParts {
  readonly site: Site;
  readonly endpoint: Endpoint;
  readonly guard: RouterMiddleware;
  readonly parser: readonly RouterMiddleware[];
  readonly handler: RouterMiddleware;
  inquiryOf(context: RouterContext): Inquiry;
  send(context: RouterContext, reply: Reply): void;
}

/** A developer's slip at one endpoint: the routes that stand there instead. */
export type KoaSlip = (route: KoaRoute, parts: KoaParts) => KoaRoute[];

function inquiryOf(context: RouterContext): Inquiry {
  const query = Object.fromEntries(
    Object.entries(context.query).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  return {
    credentials: { authorization: context.headers.authorization, apiKey: query.api_key },
    id: context.params?.id ?? '',
    query,
    body: context.request.body,
    path: context.path,
  };
}

function senderOf(site: Site): (context: Koa.Context | RouterContext, reply: Reply) => void {
  const { choices } = site;
  return (context, { status, headers, content }) => {
    context.status = status;
    if ('bytes' in content) {
      context.body = content.bytes === undefined ? undefined : Buffer.from(content.bytes);
    } else if (choices.chunked) {
      context.body = piecesOf(serialize(choices, content.json));
    } else if (plainSerializer(choices) && content.json !== null) {
      context.body = content.json;
    } else {
      context.body = serialize(choices, content.json);
    }
    context.status = status;
    context.set(headers);
  };
}

function guardOf(endpoint: Endpoint): RouterMiddleware {
  return async (context, next) => {
    const user = endpoint.authenticate(inquiryOf(context).credentials);
    if (user === undefined) {
      throw new Refusal('unauthorized', 'Unauthorized');
    }
    context.state.user = user;
    await next();
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) {
    return error;
  }
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) {
    return new Refusal('too large', 'The body is too large');
  }
  return status === 400 ? new Refusal('malformed', 'The body is not valid JSON') : undefined;
}

function requireJson(): RouterMiddleware {
  return async (context, next) => {
    if (!context.is('json', '+json')) {
      throw new Refusal('media type', 'The body must be JSON');
    }
    await next();
  };
}

function routesOf(site: Site, slips: Readonly<Partial<Record<EndpointName, KoaSlip>>>): KoaRoute[] {
  const send = senderOf(site);
  return operations.flatMap((operation) => {
    const endpoint = site.endpoints[operation.name];
    const guard = guardOf(endpoint);
    const parser =
      operation.kind === 'import'
        ? [
            requireJson(),
            bodyParser({
              jsonLimit: '5mb',
              extendTypes: { json: ['application/json', 'application/fhir+json'] },
            }) as RouterMiddleware,
          ]
        : [];
    const handler: RouterMiddleware = (context) => {
      send(context, endpoint.answer(inquiryOf(context), context.state.user as User));
    };
    const noteEndpoint: RouterMiddleware = (context, next) => {
      context.state.endpoint = endpoint;
      return next();
    };
    const route: KoaRoute = {
      method: operation.method === 'GET' ? 'get' : 'post',
      path: operation.path,
      middleware:
        site.choices.importOrder === 'body first'
          ? [noteEndpoint, ...parser, guard, handler]
          : [noteEndpoint, guard, ...parser, handler],
    };
    const parts: KoaParts = { site, endpoint, guard, parser, handler, inquiryOf, send };
    return slips[operation.name]?.(route, parts) ?? [route];
  });
}

function addErrorHandling(app: Koa, site: Site): void {
  const send = senderOf(site);
  app.silent = true;
  app.use(async (context, next) => {
    try {
      await next();
    } catch (error) {
      if (context.state.byDefault === true) {
        throw error;
      }
      const refusal = refusalOf(error);
      if (refusal === undefined) {
        context.status = 500;
        context.body = { error: 'Internal Server Error' };
        return;
      }
      const endpoint = context.state.endpoint as Endpoint | undefined;
      const { path } = context;
      send(context, endpoint === undefined ? site.refuse(refusal, path) : endpoint.refuse(refusal, { path }));
    }
  });
}

function addPlugIns(app: Koa, site: Site): void {
  const { choices } = site;
  const delay = delaysOf(choices);
  if (choices.compression) {
    app.use(compress({ threshold: 0 }));
  }
  if (choices.entityTags !== 'none') {
    app.use(conditional());
    app.use(etag({ weak: choices.entityTags === 'weak' }));
  }
  if (choices.cors) {
    app.use(cors({ origin: '*' }));
  }
  if (choices.rateLimit !== 'none') {
    const [duration, max] = choices.rateLimit === 'tight' ? [1000, 25] : [60_000, 10_000];
    // The plug-in takes an object, as its document says, though its types know of texts only.
    const errorMessage = { error: 'Too many requests' } as unknown as string;
    app.use(rateLimit({ driver: 'memory', db: new Map(), duration, max, errorMessage }));
  }
  app.use(async (context, next) => {
    await delay();
    context.set(choices.headers);
    if (choices.connection === 'closed') {
      context.set('Connection', 'close');
    }
    await next();
  });
}

/** Serves an installation with Koa. */
export async function serveKoa(
  site: Site,
  slips: Readonly<Partial<Record<EndpointName, KoaSlip>>> = {},
): Promise<Listening> {
  const { choices } = site;
  const send = senderOf(site);
  const app = new Koa();
  addPlugIns(app, site);
  addErrorHandling(app, site);
  const strict = choices.paths === 'strict';
  const router = new Router({ prefix: `${choices.prefix}/api/v3`, strict, sensitive: strict });
  for (const { method, path, middleware } of routesOf(site, slips)) {
    router[method](path, ...middleware);
  }
  const guard = guardOf(site.versionFour);
  const other = new Router({ prefix: `${choices.prefix}/api/v4` });
  other.get('/projects', guard, (context) => {
    const user = context.state.user as User;
    send(context, site.versionFour.answer(inquiryOf(context), user));
  });
  app.use(router.routes()).use(other.routes());
  app.use(async (context) => {
    if (context.state.byDefault === true || context.state.taken === true) {
      return;
    }
    if (choices.unknownPaths === 'key first') {
      await guard(context as unknown as RouterContext, async () => undefined);
    }
    throw new Refusal('missing', 'Not Found');
  });
  return listen(app.callback(), choices.prefix);
}
