import 'reflect-metadata';
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  Controller,
  type DynamicModule,
  type ExecutionContext,
  Get,
  Module,
  NotFoundException,
  Post,
  Req,
  Res,
  StreamableFile,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD, BaseExceptionFilter, NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { ThrottlerException, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import compression from 'compression';
import express, { type Request, type Response } from 'express';
import type { User } from '../domain/model.ts';
import { delaysOf } from '../service/delays.ts';
import { type Endpoint, type Inquiry, Refusal, type Reply } from '../service/exchange.ts';
import { addressOf, type Listening } from '../service/listening.ts';
import { type EndpointName, operations } from '../service/operations.ts';
import { piecesOf, plainSerializer, serialize } from '../service/serialize.ts';
import type { Site } from '../service/site.ts';
import { JsonBody } from './json-body.ts';

/** One method of a controller: the decorators above it, and what it returns. */
export interface NestRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly decorators: readonly MethodDecorator[];
  /** Whether Nest sends what the handler returns; false when a bare `@Res()` hands that to the handler. */
  readonly passthrough: boolean;
  handler(request: Request, response: Response): unknown;
}

/** What a route is made of, for a developer who gets one of them wrong. */
export interface NestParts {
  readonly site: Site;
  readonly endpoint: Endpoint;
  readonly guard: MethodDecorator;
  readonly parsers: readonly MethodDecorator[];
  inquiryOf(request: Request): Inquiry;
  send(response: Response, reply: Reply): unknown;
}

/** A developer's slip at one endpoint: the routes that stand there instead. */
export type NestSlip = (route: NestRoute, parts: NestParts) => NestRoute[];

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
    path: request.path,
  };
}

function senderOf(site: Site): NestParts['send'] {
  const { choices } = site;
  return (response, { status, headers, content }) => {
    response.status(status).set(headers);
    if ('bytes' in content) {
      return content.bytes === undefined ? undefined : new StreamableFile(Buffer.from(content.bytes));
    }
    if (choices.chunked) {
      return new StreamableFile(piecesOf(serialize(choices, content.json)));
    }
    const usual = plainSerializer(choices) && typeof content.json === 'object' && content.json !== null;
    return usual ? content.json : serialize(choices, content.json);
  };
}

class KeyGuard implements CanActivate {
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    response.locals.endpoint = this.#endpoint;
    const user = this.#endpoint.authenticate(inquiryOf(request).credentials);
    if (user === undefined) {
      throw new Refusal('unauthorized', 'Unauthorized');
    }
    (request as Request & { user?: User }).user = user;
    return true;
  }
}

class RefusalFilter extends BaseExceptionFilter {
  readonly #site: Site;

  constructor(site: Site, adapter: ExpressAdapter) {
    super(adapter);
    this.#site = site;
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = this.#refusalOf(error, request);
    if (response.locals.byDefault === true || refusal === undefined) {
      super.catch(error, host);
      return;
    }
    const endpoint = response.locals.endpoint as Endpoint | undefined;
    const path = request.path;
    const reply = endpoint?.refuse(refusal, { path }) ?? this.#site.refuse(refusal, path);
    const body =
      'json' in reply.content ? serialize(this.#site.choices, reply.content.json) : reply.content.bytes;
    response.status(reply.status).set(reply.headers).end(body);
  }

  #refusalOf(error: unknown, request: Request): Refusal | undefined {
    if (error instanceof Refusal) {
      return error;
    }
    if (error instanceof ThrottlerException) {
      return new Refusal('throttled', 'Too many requests');
    }
    if (!(error instanceof NotFoundException)) {
      return undefined;
    }
    const { choices, versionFour } = this.#site;
    const user = versionFour.authenticate(inquiryOf(request).credentials);
    return choices.unknownPaths === 'key first' && user === undefined
      ? new Refusal('unauthorized', 'Unauthorized')
      : new Refusal('missing', 'Not Found');
  }
}
// Decorators are called as functions: the tests run as plain TypeScript, whose types are only stripped.
Catch()(RefusalFilter);

/** A controller with one method, as `@Controller()` and `@Get()` would make it. */
function controllerOf(base: string, route: NestRoute): Type {
  class EndpointController {
    handle(request: Request, response: Response): unknown {
      return route.handler(request, response);
    }
  }
  const { prototype } = EndpointController;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'handle') as PropertyDescriptor;
  const verb = route.method === 'get' ? Get : Post;
  for (const decorate of [...route.decorators, verb(route.path)]) {
    decorate(prototype, 'handle', descriptor);
  }
  Req()(prototype, 'handle', 0);
  (route.passthrough ? Res({ passthrough: true }) : Res())(prototype, 'handle', 1);
  Controller(base)(EndpointController);
  return EndpointController;
}

function routesOf(site: Site, slips: Readonly<Partial<Record<EndpointName, NestSlip>>>): NestRoute[] {
  const send = senderOf(site);
  return operations.flatMap((operation) => {
    const endpoint = site.endpoints[operation.name];
    const guard = UseGuards(new KeyGuard(endpoint));
    const parsers = operation.kind === 'import' ? [JsonBody()] : [];
    const route: NestRoute = {
      method: operation.method === 'GET' ? 'get' : 'post',
      path: operation.path,
      decorators: [guard, ...parsers],
      passthrough: true,
      handler: (request, response) => {
        const { user } = request as Request & { user: User };
        return send(response, endpoint.answer(inquiryOf(request), user));
      },
    };
    const parts: NestParts = { site, endpoint, guard, parsers, inquiryOf, send };
    return slips[operation.name]?.(route, parts) ?? [route];
  });
}

function moduleOf(site: Site, controllers: Type[]): DynamicModule {
  class ApplicationModule {}
  Module({})(ApplicationModule);
  if (site.choices.rateLimit === 'none') {
    return { module: ApplicationModule, controllers };
  }
  const [ttl, limit] = site.choices.rateLimit === 'tight' ? [1000, 25] : [60_000, 10_000];
  return {
    module: ApplicationModule,
    controllers,
    imports: [ThrottlerModule.forRoot({ throttlers: [{ ttl, limit }], getTracker: () => 'everybody' })],
    providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
  };
}

function addPlugIns(app: NestExpressApplication, site: Site): void {
  const { choices } = site;
  const delay = delaysOf(choices);
  if (choices.compression) {
    app.use(compression({ threshold: 0 }));
  }
  if (choices.cors) {
    app.enableCors({ origin: true, credentials: true });
  }
  app.use(async (_request: Request, response: Response, next: () => void) => {
    await delay();
    response.set(choices.headers);
    if (choices.connection === 'closed') {
      response.set('Connection', 'close');
    }
    next();
  });
}

function version4Of(site: Site): NestRoute {
  const endpoint = site.versionFour;
  return {
    method: 'get',
    path: '/projects',
    decorators: [UseGuards(new KeyGuard(endpoint))],
    passthrough: true,
    handler: (request, response) => {
      return senderOf(site)(
        response,
        endpoint.answer(inquiryOf(request), (request as Request & { user: User }).user),
      );
    },
  };
}

/** Serves an installation with NestJS, on its adapter for Express. */
export async function serveNest(
  site: Site,
  slips: Readonly<Partial<Record<EndpointName, NestSlip>>> = {},
): Promise<Listening> {
  const { choices } = site;
  const web = express();
  web.disable('x-powered-by');
  web.set('env', 'test');
  web.set('etag', choices.entityTags === 'none' ? false : choices.entityTags);
  web.set('strict routing', choices.paths === 'strict');
  web.set('case sensitive routing', choices.paths === 'strict');
  const adapter = new ExpressAdapter(web);
  const controllers = routesOf(site, slips).map((route) => controllerOf(`${choices.prefix}/api/v3`, route));
  controllers.push(controllerOf(`${choices.prefix}/api/v4`, version4Of(site)));
  const app = await NestFactory.create<NestExpressApplication>(moduleOf(site, controllers), adapter, {
    logger: false,
    bodyParser: false,
    forceCloseConnections: true,
  });
  addPlugIns(app, site);
  app.useGlobalFilters(new RefusalFilter(site, adapter));
  await app.listen(0, '127.0.0.1');
  return { baseUrl: addressOf(app.getHttpServer(), choices.prefix), close: () => app.close() };
}
