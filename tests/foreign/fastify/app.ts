import bearerAuth from '@fastify/bearer-auth';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import etag from '@fastify/etag';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { keys } from '../domain/keys.ts';
import type { User } from '../domain/model.ts';
import { delaysOf } from '../service/delays.ts';
import { type Endpoint, type Inquiry, Refusal, type Reply } from '../service/exchange.ts';
import { addressOf, type Listening } from '../service/listening.ts';
import { type EndpointName, operations } from '../service/operations.ts';
import { piecesOf, plainSerializer, serialize } from '../service/serialize.ts';
import type { Site } from '../service/site.ts';

/** What a route is made of, for a developer who gets one of them wrong. */
export interface FastifyParts {
  readonly site: Site;
  readonly endpoint: Endpoint;
  inquiryOf(request: FastifyRequest): Inquiry;
  send(reply: FastifyReply, outcome: Reply): FastifyReply;
}

/** A developer's slip at one endpoint: the routes that stand there instead. */
export type FastifySlip = (route: RouteOptions, parts: FastifyParts) => RouteOptions[];

type Slips = Readonly<Partial<Record<EndpointName, FastifySlip>>>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: User | undefined;
  }
  interface FastifyContextConfig {
    byDefault?: boolean;
  }
}

function inquiryOf(request: FastifyRequest): Inquiry {
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  return {
    credentials: { authorization: request.headers.authorization, apiKey: query.api_key },
    id: (request.params as Record<string, string> | undefined)?.id ?? '',
    query,
    body: request.body,
    path: request.url.split('?')[0] ?? '',
  };
}

function senderOf(site: Site): FastifyParts['send'] {
  const { choices } = site;
  return (reply, { status, headers, content }) => {
    reply.code(status).headers(headers);
    if ('bytes' in content) {
      return reply.send(content.bytes);
    }
    if (choices.chunked) {
      return reply.send(piecesOf(serialize(choices, content.json)));
    }
    if (plainSerializer(choices)) {
      return reply.serializer((json: unknown) => JSON.stringify(json)).send(content.json);
    }
    return reply.send(serialize(choices, content.json));
  };
}

/** The hook that asks for a key. */
export function guardOf(endpoint: Endpoint): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    request.caller = endpoint.authenticate(inquiryOf(request).credentials);
    if (request.caller === undefined) {
      throw new Refusal('unauthorized', 'Unauthorized');
    }
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) {
    return error;
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  switch (status) {
    case 400:
      return new Refusal('malformed', 'The body is not valid JSON');
    case 413:
      return new Refusal('too large', 'The body is too large');
    case 415:
      return new Refusal('media type', 'The body must be JSON');
    case 429:
      return new Refusal('throttled', 'Too many requests');
    default:
      return undefined;
  }
}

function routesOf(site: Site, slips: Slips): RouteOptions[] {
  const send = senderOf(site);
  return operations.flatMap((operation) => {
    const endpoint = site.endpoints[operation.name];
    const route: RouteOptions = {
      method: operation.method,
      url: operation.path,
      [site.choices.importOrder === 'body first' ? 'preHandler' : 'onRequest']: guardOf(endpoint),
      handler: (request, reply) => {
        return send(reply, endpoint.answer(inquiryOf(request), request.caller as User));
      },
      errorHandler: (error, request, reply) => {
        const refusal = refusalOf(error);
        if (refusal === undefined || request.routeOptions.config.byDefault === true) {
          throw error;
        }
        send(reply, endpoint.refuse(refusal, { path: inquiryOf(request).path }));
      },
    };
    return slips[operation.name]?.(route, { site, endpoint, inquiryOf, send }) ?? [route];
  });
}

async function addPlugIns(app: FastifyInstance, site: Site): Promise<void> {
  const { choices } = site;
  const delay = delaysOf(choices);
  if (choices.compression) {
    await app.register(compress, { threshold: 0 });
  }
  if (choices.cors) {
    await app.register(cors, { origin: true });
  }
  if (choices.entityTags !== 'none') {
    await app.register(etag, { weak: choices.entityTags === 'weak' });
  }
  if (choices.rateLimit !== 'none') {
    const [timeWindow, max] = choices.rateLimit === 'tight' ? [1000, 25] : [60_000, 10_000];
    await app.register(rateLimit, { timeWindow, max });
  }
  app.addContentTypeParser(
    'application/fhir+json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'ignore'),
  );
  app.addHook('onRequest', async (_request, reply) => {
    await delay();
    reply.headers(choices.headers);
    if (choices.connection === 'closed') {
      reply.header('connection', 'close');
    }
  });
}

/** Serves an installation with Fastify. */
export async function serveFastify(site: Site, slips: Slips = {}): Promise<Listening> {
  const { choices } = site;
  const send = senderOf(site);
  const strict = choices.paths === 'strict';
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 5_000_000,
    routerOptions: { ignoreTrailingSlash: !strict, caseSensitive: strict },
  });
  app.decorateRequest('caller', undefined);
  await addPlugIns(app, site);
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (request.routeOptions.config.byDefault === true) {
      throw error;
    }
    if (refusal === undefined) {
      return reply.code(500).send({ error: 'Internal Server Error' });
    }
    return send(reply, site.refuse(refusal, inquiryOf(request).path));
  });
  const guard = guardOf(site.versionFour);
  app.setNotFoundHandler(async (request, reply) => {
    if (choices.unknownPaths === 'key first') {
      await guard(request);
    }
    return send(reply, site.refuse(new Refusal('missing', 'Not Found'), inquiryOf(request).path));
  });
  await app.register(
    async (api) => {
      await api.register(bearerAuth, { addHook: false, keys: new Set([keys.current, keys.second]) });
      for (const route of routesOf(site, slips)) {
        api.route(route);
      }
    },
    { prefix: `${choices.prefix}/api/v3` },
  );
  app.get(`${choices.prefix}/api/v4/projects`, { onRequest: guard }, (request, reply) => {
    return send(reply, site.versionFour.answer(inquiryOf(request), request.caller as User));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { baseUrl: addressOf(app.server, choices.prefix), close: () => app.close() };
}
