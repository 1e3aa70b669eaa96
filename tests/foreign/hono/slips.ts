import type { Context, MiddlewareHandler } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import type { SentenceName } from '../faults/sentences.ts';
import { Refusal, type Reply } from '../service/exchange.ts';
import { guardOf, type HonoParts, type HonoRoute, type HonoSlip, type Variables } from './app.ts';

/** A slip and the sentence of the document that it breaks. */
export interface HonoFault {
  readonly breaks: SentenceName;
  readonly slip: HonoSlip;
}

type Answer = Response | Promise<Response>;

function slip(
  breaks: SentenceName,
  alter: (route: HonoRoute, parts: HonoParts) => Partial<HonoRoute>,
): HonoFault {
  return { breaks, slip: (route, parts) => [{ ...route, ...alter(route, parts) }] };
}

/** Lets Hono do what it does when nobody calls onError. */
const leaveToHono: MiddlewareHandler<Variables> = async (context, next) => {
  context.set('byDefault', true);
  await next();
};

/** A guard that refuses in its own way. */
function guarding(breaks: SentenceName, refuse: (context: Context<Variables>) => Answer): HonoFault {
  return slip(breaks, (_route, { endpoint, noteEndpoint, inquiryOf }) => ({
    middleware: [
      noteEndpoint,
      async (context, next) => {
        const user = endpoint.authenticate(inquiryOf(context).credentials);
        if (user === undefined) {
          return refuse(context);
        }
        context.set('user', user);
        await next();
      },
    ],
  }));
}

/** A handler that gets the reply and does something else with it. */
function sending(
  breaks: SentenceName,
  send: (context: Context<Variables>, reply: Reply) => Answer,
): HonoFault {
  return slip(breaks, (route, { endpoint, inquiryOf, readBody }) => ({
    handler: async (context) => {
      const body = route.method === 'POST' ? await readBody(context) : undefined;
      return send(context, endpoint.answer(inquiryOf(context, body), context.get('user')));
    },
  }));
}

/** A handler that says in its own way that a row is missing. */
function missing(breaks: SentenceName, say: (context: Context<Variables>) => Answer): HonoFault {
  return slip(breaks, (route) => ({
    handler: async (context) => {
      try {
        return await route.handler(context);
      } catch (error) {
        if (error instanceof Refusal) {
          return say(context);
        }
        throw error;
      }
    },
  }));
}

function jsonOf(reply: Reply): object {
  return 'json' in reply.content ? (reply.content.json as object) : {};
}

/** What developers forget with Hono, or get wrong. */
export const honoSlips = {
  'use() with a path that does not match what is below it': slip(
    'key required',
    (_route, { site, noteEndpoint }) => ({
      middleware: [
        noteEndpoint,
        async (context, next) => {
          const user = site.store.users[0];
          if (user !== undefined) {
            context.set('user', user);
          }
          await next();
        },
      ],
    }),
  ),
  'bearerAuth with its own words': slip('no valid key', (route, { endpoint, inquiryOf }) => ({
    middleware: [
      leaveToHono,
      async (context, next) => {
        const { credentials } = inquiryOf(context);
        if (endpoint.authenticate(credentials) !== undefined) {
          return next();
        }
        return bearerAuth({ verifyToken: () => false })(context as unknown as Context, next);
      },
      ...route.middleware,
    ],
  })),
  'HTTPException for a refusal': guarding('no valid key', (context) => {
    context.set('byDefault', true);
    throw new HTTPException(401, { message: 'Unauthorized' });
  }),
  'text() for a refusal': guarding('no valid key', (context) => context.text('Unauthorized', 401)),
  'json() without a status': guarding('no valid key', (context) => context.json({ error: 'Unauthorized' })),
  'html() for a refusal': guarding('no valid key', (context) => context.html('<h1>Sign in</h1>', 403)),
  'body(null) for a refusal': guarding('no valid key', (context) => context.body(null, 401)),
  'redirect(/login)': guarding('no valid key', (context) => context.redirect('/login')),
  'an error for a refusal': guarding('no valid key', (context) => {
    context.set('byDefault', true);
    throw new Error('Unauthorized');
  }),
  'a validator with its own words': guarding('error shape', (context) =>
    context.json(
      {
        success: false,
        error: { issues: [{ path: ['authorization'], message: 'Required' }], name: 'ZodError' },
      },
      400,
    ),
  ),
  'notFound() of Hono': missing('error status', (context) => context.text('404 Not Found', 404)),
  'HTTPException for a missing row': missing('error status', (context) => {
    context.set('byDefault', true);
    throw new HTTPException(404, { message: 'No such record' });
  }),
  'a missing row read as if it were there': missing('error status', (context) => {
    context.set('byDefault', true);
    throw new TypeError("Cannot read properties of undefined (reading 'title')");
  }),
  'json(null) for a missing row': missing('error status', (context) => context.json(null)),
  'a validator for the identifier': missing('error shape', (context) =>
    context.json({ success: false, error: { issues: [{ path: ['id'] }], name: 'ZodError' } }, 400),
  ),
  'an error that nobody handles': slip('success status', (route) => ({
    middleware: [leaveToHono, ...route.middleware],
    handler: () => {
      throw new TypeError("Cannot read properties of undefined (reading 'id')");
    },
  })),
  'an error of the database in JSON': slip('success status', () => ({
    handler: (context) => context.json({ error: 'D1_ERROR: no such table' }, 500),
  })),
  'a handler without return': slip('success status', (route) => ({
    middleware: [leaveToHono, ...route.middleware],
    handler: (async () => undefined) as unknown as HonoRoute['handler'],
  })),
  'a timeout that is too short': slip('success status', (route) => ({
    middleware: [leaveToHono, ...route.middleware, timeout(1)],
    handler: async (context) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
      return route.handler(context);
    },
  })),
  'a handler that never answers': slip('success status', () => ({
    handler: () => new Promise<Response>(() => undefined),
  })),
  'text() of a text with a prefix': sending('json', (context, reply) =>
    context.text(`data: ${JSON.stringify(jsonOf(reply))}`),
  ),
  'html() of a page': sending('json', (context) => context.html('<!DOCTYPE html><title>Evidence</title>')),
  'json() of a promise': sending('list', (context, reply) => context.json(Promise.resolve(jsonOf(reply)))),
  'json(undefined)': sending('json', (context) => context.json(undefined)),
  'json() of a Set': sending('list', (context, reply) => context.json(new Set([jsonOf(reply)]))),
  'body(null, 204)': sending('success status', (context) => context.body(null, 204)),
  'json() with 202': sending('success status', (context, reply) => context.json(jsonOf(reply), 202)),
  'json() with 207': sending('success status', (context, reply) => context.json(jsonOf(reply), 207)),
  'a stream of server-sent events': sending('json', (context, reply) =>
    context.body(`event: result\ndata: ${JSON.stringify(jsonOf(reply))}\n\n`, 200, {
      'Content-Type': 'text/event-stream',
    }),
  ),
  'lines of JSON': sending('json', (context, reply) =>
    context.body(`${JSON.stringify({ meta: {} })}\n${JSON.stringify(jsonOf(reply))}\n`, 200, {
      'Content-Type': 'application/x-ndjson',
    }),
  ),
  'the path with hyphens': slip('base path', (route) => ({ path: route.path.replaceAll('_', '-') })),
  'a slash at the end of a strict path': slip('base path', (route) => ({ path: `${route.path}/` })),
  'the base path twice': slip('base path', (route) => ({ path: `/api/v3${route.path}` })),
  'on(PUT) instead of on(GET)': slip('success status', () => ({ method: 'POST' })),
  'cors() that refuses requests without an origin': slip('success status', (route) => ({
    middleware: [
      ...route.middleware,
      async (context, next) => {
        if (context.req.header('Origin') === undefined) {
          return context.json({ error: 'Forbidden' }, 403);
        }
        await next();
      },
    ],
  })),
  'only a key in the header reaches the guard': slip('either way', (_route, { endpoint, noteEndpoint }) => ({
    middleware: [
      noteEndpoint,
      async (context, next) => {
        if (context.req.header('Authorization') === undefined) {
          throw new Refusal('unauthorized', 'Unauthorized');
        }
        return guardOf(endpoint)(context, next);
      },
    ],
  })),
  'bodyLimit with its own words': slip('import identifiers', (route) => ({
    middleware: [...route.middleware, leaveToHono, bodyLimit({ maxSize: 60 })],
  })),
  'req.json() without try': slip('error status', (route, { endpoint, inquiryOf, send }) => ({
    middleware: [...route.middleware, leaveToHono],
    handler: async (context) => {
      const body: unknown = await context.req.json();
      return send(context, endpoint.answer(inquiryOf(context, body), context.get('user')));
    },
  })),
  'req.parseBody() of JSON': slip('import identifiers', (_route, { endpoint, inquiryOf, send }) => ({
    handler: async (context) => {
      const body: unknown = await context.req.parseBody();
      return send(context, endpoint.answer(inquiryOf(context, body), context.get('user')));
    },
  })),
  'a body that is not awaited': slip('import identifiers', (_route, { endpoint, inquiryOf, send }) => ({
    handler: (context) => {
      const body: unknown = context.req.json();
      void (body as Promise<unknown>).catch(() => undefined);
      return send(context, endpoint.answer(inquiryOf(context, body), context.get('user')));
    },
  })),
} as const satisfies Record<string, HonoFault>;
