import cors from 'cors';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { User } from '../domain/model.ts';
import type { SentenceName } from '../faults/sentences.ts';
import { Refusal, type Reply } from '../service/exchange.ts';
import type { ExpressParts, ExpressRoute, ExpressSlip } from './app.ts';

/** A slip and the sentence of the document that it breaks. */
export interface ExpressFault {
  readonly breaks: SentenceName;
  readonly slip: ExpressSlip;
}

function slip(
  breaks: SentenceName,
  alter: (route: ExpressRoute, parts: ExpressParts) => Partial<ExpressRoute>,
): ExpressFault {
  return { breaks, slip: (route, parts) => [{ ...route, ...alter(route, parts) }] };
}

/** Lets Express do what it does when nobody handles an error or a missing page. */
const leaveToExpress: RequestHandler = (_request, response, next) => {
  response.locals.byDefault = true;
  next();
};

const backToErrorHandling: RequestHandler = (_request, response, next) => {
  response.locals.byDefault = false;
  next();
};

function guarding(breaks: SentenceName, refuse: (response: Response) => void): ExpressFault {
  return slip(breaks, (_route, { endpoint, inquiryOf }) => ({
    guards: [
      (request, response, next) => {
        const user = endpoint.authenticate(inquiryOf(request).credentials);
        if (user === undefined) {
          refuse(response);
          return;
        }
        response.locals.user = user;
        next();
      },
    ],
  }));
}

/** A handler that gets the reply and does something else with it. */
function sending(breaks: SentenceName, send: (response: Response, reply: Reply) => void): ExpressFault {
  return slip(breaks, (_route, { endpoint, inquiryOf }) => ({
    handler: (request, response) => {
      send(response, endpoint.answer(inquiryOf(request), response.locals.user as User));
    },
  }));
}

function jsonOf(reply: Reply): unknown {
  return 'json' in reply.content ? reply.content.json : undefined;
}

const everybody: RequestHandler = (_request, response, next) => {
  response.locals.user ??= { sequence: 1, name: '', email: '', projects: [1, 2, 3, 4] } satisfies User;
  next();
};

const onlyKeyOfQuery: RequestHandler = (request, response, next) => {
  if (typeof request.query.api_key !== 'string') {
    response.status(400).json({ error: '"api_key" is required' });
    return;
  }
  next();
};

const shadow: RequestHandler = (_request, response) => {
  response.json({ status: 'ok' });
};

const failAfterAwait: RequestHandler = async (request) => {
  await Promise.resolve();
  const rows = (request as unknown as { rows?: { length: number } }).rows;
  throw new TypeError(`Cannot read properties of ${rows} (reading 'length')`);
};

const messageOnly: ErrorRequestHandler = (error: Error, _request, response, _next) => {
  response.status(500).json({ message: error.message, stack: error.stack });
};

/** What developers forget with Express, or get wrong. */
export const expressSlips = {
  'the route stands before the guard': slip('key required', () => ({ guards: [everybody] })),
  'sendStatus(401)': guarding('no valid key', (response) => response.sendStatus(401)),
  'status(401).end()': guarding('no valid key', (response) => response.status(401).end()),
  'status(401).send(text)': guarding('no valid key', (response) => response.status(401).send('Unauthorized')),
  'json() without a status': guarding('no valid key', (response) => response.json({ error: 'Unauthorized' })),
  'redirect(/login)': guarding('no valid key', (response) => response.redirect('/login')),
  'the default error page for a refusal': slip('no valid key', (route) => ({
    guards: [leaveToExpress, ...route.guards],
    errors: [],
  })),
  'next() for a missing row': slip('error status', (_route, { endpoint, inquiryOf, send }) => ({
    handler: (request, response, next) => {
      try {
        send(response, endpoint.answer(inquiryOf(request), response.locals.user as User));
      } catch {
        response.locals.byDefault = true;
        next();
      }
    },
  })),
  'an async handler that throws': slip('success status', (route) => ({
    guards: [leaveToExpress, ...route.guards],
    handler: failAfterAwait,
  })),
  'an async handler that throws, in JSON': slip('success status', () => ({
    handler: failAfterAwait,
    errors: [messageOnly],
  })),
  'a handler that forgets to answer': sending('success status', () => undefined),
  'a handler that drops the connection': sending('success status', (response) => response.socket?.destroy()),
  'send() of a text': sending('json', (response, reply) => response.send(JSON.stringify(jsonOf(reply)))),
  'send() of String(value)': sending('json', (response, reply) => response.send(String(jsonOf(reply)))),
  'json(undefined)': sending('json', (response) => response.json(undefined)),
  'json() of a promise': sending('list', (response, reply) => response.json(Promise.resolve(jsonOf(reply)))),
  'json() of a Map': sending('list', (response, reply) => response.json(new Map([['data', jsonOf(reply)]]))),
  'jsonp()': sending('json', (response, reply) => {
    response
      .type('text/javascript')
      .send(`/**/ typeof callback === 'function' && callback(${JSON.stringify(jsonOf(reply))});`);
  }),
  'a template instead of JSON': sending('json', (response) =>
    response.type('html').send('<ul><li>Asthma</li></ul>'),
  ),
  'the path in camel case': slip('base path', (route) => ({
    path: route.path.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
  })),
  'the path with hyphens': slip('base path', (route) => ({ path: route.path.replaceAll('_', '-') })),
  'the path of a singular': slip('base path', (route) => ({ path: route.path.replace(/s(\/:id)?$/, '$1') })),
  'post() instead of get()': slip('success status', () => ({ method: 'post' })),
  'the id in the query': slip('success status', (route) => ({
    path: `${route.path.replace('/:id', '')}/show`,
  })),
  'only a key in the query passes the validation': slip('either way', (route) => ({
    guards: [onlyKeyOfQuery, ...route.guards],
  })),
  'a CORS check that throws': slip('success status', (route) => ({
    guards: [
      ...route.guards,
      cors({
        origin: (origin, decide) =>
          origin === undefined ? decide(new Error('Not allowed by CORS')) : decide(null, true),
      }),
    ],
  })),
  'a route in front that takes everything': slip('success status', () => ({ handler: shadow })),
  'a limiter with its default text': slip('error status', (route) => ({
    guards: [rateLimit({ windowMs: 86_400_000, limit: 1 }), ...route.guards],
  })),
  'a body parser before the guard': slip('error status', (route) => ({
    guards: [leaveToExpress, express.json(), backToErrorHandling, ...route.guards],
    parsers: [],
  })),
  'a body parser for another media type': slip('import identifiers', () => ({
    parsers: [express.json({ type: 'application/fhir+json' })],
  })),
  'no body parser at all': slip('import identifiers', () => ({ parsers: [] })),
  'a body parser with a small limit': slip('import identifiers', () => ({
    parsers: [express.json({ limit: 60 })],
  })),
  'a default page for malformed JSON': slip('error status', (route) => ({
    errors: [
      (error, _request, response, next) => {
        response.locals.byDefault = !(error instanceof Refusal);
        next(error);
      },
      ...route.errors,
    ],
  })),
} as const satisfies Record<string, ExpressFault>;
