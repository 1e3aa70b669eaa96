import { bodyParser } from '@koa/bodyparser';
import type { RouterContext, RouterMiddleware } from '@koa/router';
import rateLimit from 'koa-ratelimit';
import type { User } from '../domain/model.ts';
import type { SentenceName } from '../faults/sentences.ts';
import { Refusal, type Reply } from '../service/exchange.ts';
import type { KoaParts, KoaRoute, KoaSlip } from './app.ts';

/** A slip and the sentence of the document that it breaks. */
export interface KoaFault {
  readonly breaks: SentenceName;
  readonly slip: KoaSlip;
}

function slip(
  breaks: SentenceName,
  alter: (route: KoaRoute, parts: KoaParts) => Partial<KoaRoute>,
): KoaFault {
  return { breaks, slip: (route, parts) => [{ ...route, ...alter(route, parts) }] };
}

/** Replaces the chain of middleware after the one that notes which endpoint this is. */
function chain(breaks: SentenceName, links: (parts: KoaParts) => readonly RouterMiddleware[]): KoaFault {
  return slip(breaks, (route, parts) => ({ middleware: [...route.middleware.slice(0, 1), ...links(parts)] }));
}

/** Lets Koa do what it does when nobody handles an error or a missing page. */
const leaveToKoa: RouterMiddleware = (context, next) => {
  context.state.byDefault = true;
  return next();
};

/** A guard that refuses in its own way. */
function guarding(breaks: SentenceName, refuse: (context: RouterContext) => void): KoaFault {
  return chain(breaks, ({ endpoint, inquiryOf, parser, handler }) => [
    async (context, next) => {
      const user = endpoint.authenticate(inquiryOf(context).credentials);
      if (user === undefined) {
        refuse(context);
        return;
      }
      context.state.user = user;
      await next();
    },
    ...parser,
    handler,
  ]);
}

/** A handler that gets the reply and does something else with it. */
function sending(breaks: SentenceName, send: (context: RouterContext, reply: Reply) => unknown): KoaFault {
  return chain(breaks, ({ endpoint, inquiryOf, guard, parser }) => [
    guard,
    ...parser,
    (context) => {
      send(context, endpoint.answer(inquiryOf(context), context.state.user as User));
    },
  ]);
}

/** A handler that says in its own way that a row is missing. */
function missing(breaks: SentenceName, say: (context: RouterContext) => void): KoaFault {
  return chain(breaks, ({ guard, handler, parser }) => [
    guard,
    ...parser,
    async (context, next) => {
      try {
        await handler(context, next);
      } catch (error) {
        if (!(error instanceof Refusal)) {
          throw error;
        }
        say(context);
      }
    },
  ]);
}

function jsonOf(reply: Reply): unknown {
  return 'json' in reply.content ? reply.content.json : undefined;
}

/** What developers forget with Koa, or get wrong. */
export const koaSlips = {
  'the guard stands behind the routes': chain('key required', ({ site, parser, handler }) => [
    (context, next) => {
      context.state.user = site.store.users[0];
      return next();
    },
    ...parser,
    handler,
  ]),
  'throw(401)': guarding('no valid key', (context) => {
    context.state.byDefault = true;
    context.throw(401);
  }),
  'throw(401, text)': guarding('no valid key', (context) => {
    context.state.byDefault = true;
    context.throw(401, 'Protected resource, use Authorization header to get access');
  }),
  'a body without a status': guarding('no valid key', (context) => {
    context.body = { error: 'Unauthorized' };
  }),
  'a status without a body': guarding('no valid key', (context) => {
    context.status = 401;
  }),
  'a text as body': guarding('no valid key', (context) => {
    context.status = 401;
    context.body = 'Unauthorized';
  }),
  'redirect(/login)': guarding('no valid key', (context) => context.redirect('/login')),
  'a guard that returns without next()': guarding('no valid key', (context) => {
    context.state.taken = true;
  }),
  'throw(404) without an error handler': missing('error status', (context) => {
    context.state.byDefault = true;
    context.throw(404, 'No such record');
  }),
  'a missing row that sets nothing': missing('error status', (context) => {
    context.state.byDefault = true;
  }),
  'a missing row as null': missing('error status', (context) => {
    context.body = null;
  }),
  'throw(500) for an identifier of another type': missing('error status', (context) => {
    context.state.byDefault = true;
    context.throw(500, 'invalid input syntax for type integer');
  }),
  'a handler without await': chain('success status', ({ endpoint, inquiryOf, guard, send }) => [
    guard,
    (context) => {
      setImmediate(() => {
        if (!context.headerSent) {
          send(context, endpoint.answer(inquiryOf(context), context.state.user as User));
        }
      });
      context.state.byDefault = true;
    },
  ]),
  'a guard without await': chain('success status', ({ endpoint, inquiryOf, parser, handler }) => [
    (context, next) => {
      const user = endpoint.authenticate(inquiryOf(context).credentials);
      if (user === undefined) {
        throw new Refusal('unauthorized', 'Unauthorized');
      }
      context.state.user = user;
      context.state.byDefault = true;
      setTimeout(() => {
        void next();
      }, 5);
    },
    ...parser,
    (context, next) => (context.headerSent ? undefined : handler(context, next)),
  ]),
  'a body of null': sending('success status', (context) => {
    context.body = null;
  }),
  'a body of undefined': sending('success status', (context) => {
    context.state.byDefault = true;
    context.body = undefined;
  }),
  'a body of text': sending('json', (context, reply) => {
    context.body = `Result: ${JSON.stringify(jsonOf(reply))}`;
  }),
  'a body of HTML': sending('json', (context) => {
    context.body = '<!DOCTYPE html><title>Evidence</title>';
  }),
  'a body of a promise': sending('list', (context, reply) => {
    context.body = Promise.resolve(jsonOf(reply)) as unknown as object;
  }),
  'a body of a Map': sending('list', (context, reply) => {
    context.body = new Map([['data', jsonOf(reply)]]) as unknown as object;
  }),
  'respond = false': sending('success status', (context) => {
    context.respond = false;
  }),
  'a dropped connection': sending('success status', (context) => context.req.socket.destroy()),
  'a length that is too small': sending('json', (context, reply) => {
    const text = JSON.stringify(jsonOf(reply));
    context.type = 'json';
    context.body = text;
    context.length = text.length;
    context.body = Buffer.from(text.slice(0, -3));
  }),
  'an error that is not handled': chain('success status', ({ guard }) => [
    leaveToKoa,
    guard,
    () => {
      throw new TypeError("Cannot read properties of undefined (reading 'id')");
    },
  ]),
  'an error handler that exposes no JSON': chain('success status', ({ guard }) => [
    guard,
    (context) => {
      context.status = 500;
      context.body = 'SequelizeConnectionError: connect ECONNREFUSED';
    },
  ]),
  'a timeout of the proxy': chain('success status', ({ guard }) => [
    guard,
    (context) => {
      context.status = 504;
      context.type = 'html';
      context.body = '<html><h1>504 Gateway Time-out</h1></html>';
    },
  ]),
  'the path with hyphens': slip('base path', (route) => ({ path: route.path.replaceAll('_', '-') })),
  'the path of version 2': slip('base path', (route) => ({ path: `/v2${route.path}` })),
  'post() instead of get()': slip('success status', () => ({ method: 'post' })),
  'a limiter with its default text': slip('error status', (route) => ({
    middleware: [
      rateLimit({
        driver: 'memory',
        db: new Map(),
        duration: 86_400_000,
        max: 1,
      }) as unknown as RouterMiddleware,
      ...route.middleware,
    ],
  })),
  'a key in the body of the validation': chain('either way', ({ guard, parser, handler }) => [
    (context, next) => {
      if (context.query.api_key !== undefined && context.headers.authorization === undefined) {
        context.throw(400, 'unknown parameter api_key');
      }
      return next();
    },
    guard,
    ...parser,
    handler,
  ]),
  'the parser replaces the media type': chain('import identifiers', ({ guard, handler }) => [
    guard,
    // The plug-in merges lists by place, so that this one takes the place of application/json.
    bodyParser({ extendTypes: { json: ['application/fhir+json'] } }) as RouterMiddleware,
    handler,
  ]),
  'the parser stands behind the handler': chain('import identifiers', ({ guard, parser, handler }) => [
    guard,
    handler,
    ...parser,
  ]),
  'the parser with a small limit': chain('import identifiers', ({ guard, handler }) => [
    guard,
    bodyParser({ jsonLimit: '60b' }) as RouterMiddleware,
    handler,
  ]),
  'the parser with its default error': chain('error status', ({ guard, handler }) => [
    guard,
    leaveToKoa,
    bodyParser() as RouterMiddleware,
    handler,
  ]),
  'the parser before the guard': chain('no valid key', ({ guard, handler }) => [
    async (context, next) => {
      context.state.byDefault = true;
      await bodyParser()(context as never, async () => undefined);
      context.state.byDefault = false;
      await next();
    },
    guard,
    handler,
  ]),
} as const satisfies Record<string, KoaFault>;
