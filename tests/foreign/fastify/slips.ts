import type { FastifyReply, RouteOptions } from 'fastify';
import type { User } from '../domain/model.ts';
import type { SentenceName } from '../faults/sentences.ts';
import type { Reply } from '../service/exchange.ts';
import type { FastifyParts, FastifySlip } from './app.ts';

/** A slip and the sentence of the document that it breaks. */
export interface FastifyFault {
  readonly breaks: SentenceName;
  readonly slip: FastifySlip;
}

function slip(
  breaks: SentenceName,
  alter: (route: RouteOptions, parts: FastifyParts) => Partial<RouteOptions>,
): FastifyFault {
  return { breaks, slip: (route, parts) => [{ ...route, ...alter(route, parts) }] };
}

/** A hook that refuses in its own way. */
function guarding(breaks: SentenceName, refuse: (reply: FastifyReply) => FastifyReply): FastifyFault {
  return slip(breaks, (_route, { endpoint, inquiryOf }) => ({
    onRequest: async (request, reply) => {
      request.caller = endpoint.authenticate(inquiryOf(request).credentials);
      return request.caller === undefined ? refuse(reply) : undefined;
    },
  }));
}

/** A handler that gets the reply and does something else with it. */
function sending(breaks: SentenceName, send: (reply: FastifyReply, outcome: Reply) => unknown): FastifyFault {
  return slip(breaks, (_route, { endpoint, inquiryOf }) => ({
    handler: (request, reply) => send(reply, endpoint.answer(inquiryOf(request), request.caller as User)),
  }));
}

function jsonOf(reply: Reply): unknown {
  return 'json' in reply.content ? reply.content.json : undefined;
}

/** A response schema, which Fastify serializes by: what the schema does not name is dropped. */
function schema(breaks: SentenceName, response: Record<string, unknown>): FastifyFault {
  return slip(breaks, (_route, { endpoint, inquiryOf }) => ({
    schema: { response },
    handler: (request, reply) => {
      const { status, content } = endpoint.answer(inquiryOf(request), request.caller as User);
      reply.code(status).send('json' in content ? content.json : content.bytes);
    },
    errorHandler: (error, request, reply) => {
      const refusal = endpoint.refuse(error as never, { path: request.url });
      reply.code(refusal.status).send(jsonOf(refusal));
    },
  }));
}

const object = (properties: Record<string, unknown>) => ({ type: 'object', properties });
const text = { type: 'string' };

const asText = (name: string) => ({
  200: object({ resourceType: text, id: text, [name]: text }),
});

/** What developers forget with Fastify, or get wrong. */
export const fastifySlips = {
  'a route outside the plug-in with the hook': slip('key required', (_route, { site }) => ({
    onRequest: async (request) => {
      request.caller = site.store.users[0];
    },
  })),
  'bearer-auth with its own words': slip('message Unauthorized', (_route, { endpoint, inquiryOf }) => ({
    onRequest: (request, reply, done) => {
      request.caller = endpoint.authenticate(inquiryOf(request).credentials);
      if (request.caller !== undefined) {
        done();
        return;
      }
      request.server.verifyBearerAuth?.(request, reply, (error?: Error) => {
        reply.code(401).send({ error: error?.message });
      });
    },
  })),
  'send(text) for a refusal': guarding('no valid key', (reply) => reply.code(401).send('Unauthorized')),
  'send() without a code': guarding('no valid key', (reply) => reply.send({ error: 'Unauthorized' })),
  'send() of nothing': guarding('no valid key', (reply) => reply.code(401).send()),
  'redirect(/login)': guarding('no valid key', (reply) => reply.redirect('/login')),
  'new Error() for a refusal': slip('no valid key', (route) => ({
    onRequest: async (request) => {
      if (request.headers.authorization === undefined && !request.url.includes('api_key=')) {
        throw new Error('Unauthorized');
      }
      await (route.onRequest as unknown as (request: unknown) => Promise<void>)(request);
    },
  })),
  'a schema for errors without error': schema('error shape', {
    '4xx': object({ statusCode: { type: 'integer' }, message: text }),
  }),
  'a schema without entry': schema('whole project', {
    200: object({ resourceType: text, type: text, id: text }),
  }),
  'a schema without resourceType': schema('bundle', {
    200: object({ id: text, type: text, entry: { type: 'array' } }),
  }),
  'a schema with entries without resource': schema('FHIR structures', {
    200: object({
      resourceType: text,
      type: text,
      entry: { type: 'array', items: object({ fullUrl: text, search: object({ mode: text }) }) },
    }),
  }),
  'a schema with content as text': schema('FHIR structures', asText('content')),
  'a schema without artifact': schema('FHIR structures', {
    200: object({ resourceType: text, id: text, title: text, date: text }),
  }),
  'a schema with subject as text': schema('FHIR structures', {
    200: object({ resourceType: text, id: text, status: text, subject: text }),
  }),
  'a schema without status and subject': schema('FHIR structures', {
    200: object({ resourceType: text, id: text, url: text }),
  }),
  'a schema without identifiers': schema('import identifiers', {
    201: object({ message: text, status: text }),
  }),
  'a schema of an object for a list': schema('list', { 200: object({ total: { type: 'integer' } }) }),
  'a schema with numbers as identifiers': schema('success status', {
    200: { type: 'array', items: object({ id: { type: 'integer' }, ID: { type: 'integer' } }) },
  }),
  'a schema that keeps nothing of a user': schema('current user', { 200: object({}) }),
  'a schema that keeps nothing of a citation': schema('one citation', { 200: object({}) }),
  'a required api_key in the query schema': slip('either way', () => ({
    schema: { querystring: { type: 'object', required: ['api_key'], properties: { api_key: text } } },
  })),
  'a required authorization in the header schema': slip('either way', () => ({
    schema: { headers: { type: 'object', required: ['authorization'], properties: { authorization: text } } },
  })),
  'a handler that forgets to answer': sending('success status', (reply) => {
    reply.hijack();
  }),
  'a handler that drops the connection': sending('success status', (reply) => reply.raw.socket?.destroy()),
  'an async handler without return': slip('success status', () => ({ handler: async () => undefined })),
  'send() of String(value)': sending('json', (reply, outcome) => reply.send(String(jsonOf(outcome)))),
  'send(null)': sending('json', (reply) => reply.type('application/json').send(null)),
  'send() of a buffer': sending('json', (reply, outcome) =>
    reply.send(Buffer.from(JSON.stringify(jsonOf(outcome)).slice(1))),
  ),
  'an uncaught error': slip('success status', () => ({
    config: { byDefault: true },
    handler: async () => {
      throw new TypeError("Cannot read properties of null (reading 'rows')");
    },
  })),
  'an error with the status of the database': slip('success status', () => ({
    config: { byDefault: true },
    handler: async () => {
      throw Object.assign(new Error('ECONNREFUSED 127.0.0.1:5432'), { statusCode: 503 });
    },
  })),
  'a missing row without return': slip('error status', (route, { endpoint, inquiryOf, send }) => ({
    ...route,
    handler: (request, reply) => {
      try {
        return send(reply, endpoint.answer(inquiryOf(request), request.caller as User));
      } catch {
        return reply.code(404).send();
      }
    },
  })),
  'a missing row as a text': slip('error status', (_route, { endpoint, inquiryOf, send }) => ({
    handler: (request, reply) => {
      try {
        return send(reply, endpoint.answer(inquiryOf(request), request.caller as User));
      } catch {
        return reply.code(404).send('Not Found');
      }
    },
  })),
  'a limit of the body': slip('import identifiers', () => ({ bodyLimit: 60 })),
  'a body schema that wants a transaction': slip('import identifiers', () => ({
    schema: { body: { type: 'object', properties: { type: { const: 'transaction' } } } },
  })),
  'a body schema that removes the entries': slip('import identifiers', () => ({
    schema: {
      body: { type: 'object', additionalProperties: false, properties: { resourceType: text, type: text } },
    },
  })),
  'the path with hyphens': slip('base path', (route) => ({ url: route.url.replaceAll('_', '-') })),
  'the method of an update': slip('success status', () => ({ method: 'PUT' })),
  'ids that must be numbers': slip('success status', () => ({
    schema: { params: { type: 'object', properties: { id: { type: 'integer', maximum: 0 } } } },
  })),
} as const satisfies Record<string, FastifyFault>;
