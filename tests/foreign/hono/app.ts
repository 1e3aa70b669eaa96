import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { stream } from 'hono/streaming';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { rateLimiter } from 'hono-rate-limiter';
import type { User } from '../domain/model.ts';
import { delaysOf } from '../service/delays.ts';
import { type Endpoint, type Inquiry, Refusal, type Reply } from '../service/exchange.ts';
import { type Listening, listen } from '../service/listening.ts';
import { type EndpointName, operations } from '../service/operations.ts';
import { piecesOf, plainSerializer, serialize } from '../service/serialize.ts';
import type { Site } from '../service/site.ts';

/** What a request carries from one handler to the next. */
export interface Variables {
  Variables: { user: User; endpoint: Endpoint; byDefault: boolean };
}

type Handler = (context: Context<Variables>) => Response | Promise<Response>;

/** One route of the Hono application. */
export interface HonoRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly middleware: readonly MiddlewareHandler<Variables>[];
  readonly handler: Handler;
}

/** What a route is made of, for a developer who gets one of them wrong. */
export interface HonoParts {
  readonly site: Site;
  readonly endpoint: Endpoint;
  readonly noteEndpoint: MiddlewareHandler<Variables>;
  inquiryOf(context: Context<Variables>, body?: unknown): Inquiry;
  readBody(context: Context<Variables>): Promise<unknown>;
  send(context: Context<Variables>, reply: Reply): Response;
}

/** A developer's slip at one endpoint: the routes that stand there instead. */
export type HonoSlip = (route: HonoRoute, parts: HonoParts) => HonoRoute[];

function inquiryOf(context: Context<Variables>, body?: unknown): Inquiry {
  return {
    credentials: { authorization: context.req.header('Authorization'), apiKey: context.req.query('api_key') },
    id: context.req.param('id') ?? '',
    query: context.req.query(),
    body,
    path: context.req.path,
  };
}

async function readBody(context: Context<Variables>): Promise<unknown> {
  if (!/^application\/(\S+\+)?json\b/i.test(context.req.header('Content-Type') ?? '')) {
    throw new Refusal('media type', 'The body must be JSON');
  }
  try {
    return await context.req.json();
  } catch {
    throw new Refusal('malformed', 'The body is not valid JSON');
  }
}

function senderOf(site: Site): HonoParts['send'] {
  const { choices } = site;
  return (context, { status, headers, content }) => {
    context.status(status as StatusCode);
    for (const [name, value] of Object.entries(headers)) {
      context.header(name, value);
    }
    if ('bytes' in content) {
      return content.bytes === undefined ? context.body(null) : context.body(Buffer.from(content.bytes));
    }
    if (choices.chunked) {
      return stream(context, async (out) => {
        for await (const piece of piecesOf(serialize(choices, content.json))) {
          await out.write(piece);
        }
      });
    }
    if (plainSerializer(choices)) {
      return context.json(content.json, status as ContentfulStatusCode, headers);
    }
    return context.body(serialize(choices, content.json));
  };
}

/** The middleware that asks for a key. */
export function guardOf(endpoint: Endpoint): MiddlewareHandler<Variables> {
  return async (context, next) => {
    const user = endpoint.authenticate(inquiryOf(context).credentials);
    if (user === undefined) {
      throw new Refusal('unauthorized', 'Unauthorized');
    }
    context.set('user', user);
    await next();
  };
}

function routesOf(site: Site, slips: Readonly<Partial<Record<EndpointName, HonoSlip>>>): HonoRoute[] {
  const send = senderOf(site);
  return operations.flatMap((operation) => {
    const endpoint = site.endpoints[operation.name];
    const noteEndpoint: MiddlewareHandler<Variables> = async (context, next) => {
      context.set('endpoint', endpoint);
      await next();
    };
    const route: HonoRoute = {
      method: operation.method,
      path: operation.path,
      middleware: [noteEndpoint, guardOf(endpoint)],
      handler: async (context) => {
        const body = operation.kind === 'import' ? await readBody(context) : undefined;
        return send(context, endpoint.answer(inquiryOf(context, body), context.get('user')));
      },
    };
    return (
      slips[operation.name]?.(route, { site, endpoint, noteEndpoint, inquiryOf, readBody, send }) ?? [route]
    );
  });
}

function addPlugIns(app: Hono<Variables>, site: Site): void {
  const { choices } = site;
  const delay = delaysOf(choices);
  if (choices.rateLimit !== 'none') {
    const [windowMs, limit] = choices.rateLimit === 'tight' ? [1000, 25] : [60_000, 10_000];
    const message = { error: 'Too many requests' };
    app.use(
      rateLimiter({ windowMs, limit, keyGenerator: () => 'everybody', standardHeaders: 'draft-7', message }),
    );
  }
  if (choices.compression) {
    app.use(compress({ threshold: 0 }));
  }
  if (choices.cors) {
    app.use(cors());
  }
  if (choices.entityTags !== 'none') {
    app.use(etag({ weak: choices.entityTags === 'weak' }));
  }
  app.use(async (context, next) => {
    await delay();
    await next();
    for (const [name, value] of Object.entries(choices.headers)) {
      context.res.headers.set(name, value);
    }
    if (choices.connection === 'closed') {
      context.res.headers.set('Connection', 'close');
    }
  });
}

function addErrorHandling(app: Hono<Variables>, site: Site): void {
  const send = senderOf(site);
  app.onError((error, context) => {
    if (context.get('byDefault')) {
      // What Hono itself does when nobody calls onError.
      return error instanceof HTTPException
        ? error.getResponse()
        : context.text('Internal Server Error', 500);
    }
    if (!(error instanceof Refusal)) {
      return context.json({ error: 'Internal Server Error' }, 500);
    }
    const endpoint = context.get('endpoint');
    const path = context.req.path;
    return send(
      context,
      endpoint === undefined ? site.refuse(error, path) : endpoint.refuse(error, { path }),
    );
  });
}

/** Serves an installation with Hono. */
export async function serveHono(
  site: Site,
  slips: Readonly<Partial<Record<EndpointName, HonoSlip>>> = {},
): Promise<Listening> {
  const { choices } = site;
  const send = senderOf(site);
  const app = new Hono<Variables>({ strict: choices.paths === 'strict' });
  addPlugIns(app, site);
  addErrorHandling(app, site);
  const api = new Hono<Variables>({ strict: choices.paths === 'strict' });
  for (const { method, path, middleware, handler } of routesOf(site, slips)) {
    for (const step of middleware) {
      api.on(method, path, step);
    }
    api.on(method, path, handler);
  }
  app.route(`${choices.prefix}/api/v3`, api);
  const guard = guardOf(site.versionFour);
  app.get(`${choices.prefix}/api/v4/projects`, guard, (context) => {
    return send(context, site.versionFour.answer(inquiryOf(context), context.get('user')));
  });
  if (choices.unknownPaths === 'key first') {
    app.use(guard);
  }
  app.notFound((context) => {
    return send(context, site.refuse(new Refusal('missing', 'Not Found'), context.req.path));
  });
  return listen(getRequestListener(app.fetch), choices.prefix);
}
