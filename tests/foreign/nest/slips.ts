import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Header,
  HttpCode,
  HttpException,
  type NestInterceptor,
  NotFoundException,
  Redirect,
  RequestTimeoutException,
  UnauthorizedException,
  UnprocessableEntityException,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { EMPTY, map, NEVER, type Observable } from 'rxjs';
import type { User } from '../domain/model.ts';
import type { SentenceName } from '../faults/sentences.ts';
import { Refusal, type Reply } from '../service/exchange.ts';
import type { NestParts, NestRoute, NestSlip } from './app.ts';
import { readJson } from './json-body.ts';

/** A slip and the sentence of the document that it breaks. */
export interface NestFault {
  readonly breaks: SentenceName;
  readonly slip: NestSlip;
}

type Keyed = Request & { user?: User };

function slip(
  breaks: SentenceName,
  alter: (route: NestRoute, parts: NestParts) => Partial<NestRoute>,
): NestFault {
  return { breaks, slip: (route, parts) => [{ ...route, ...alter(route, parts) }] };
}

function guard(decide: (request: Keyed, response: Response) => boolean): MethodDecorator {
  const canActivate = (context: ExecutionContext): boolean => {
    const http = context.switchToHttp();
    return decide(http.getRequest<Keyed>(), http.getResponse<Response>());
  };
  return UseGuards({ canActivate } satisfies CanActivate);
}

function intercept(alter: (next: CallHandler, response: Response) => Observable<unknown>): MethodDecorator {
  return UseInterceptors({
    intercept: (context: ExecutionContext, next: CallHandler) =>
      alter(next, context.switchToHttp().getResponse()),
  } satisfies NestInterceptor);
}

/** A guard that refuses in its own way, with the filters of Nest itself. */
function guarding(breaks: SentenceName, refuse: (response: Response) => boolean): NestFault {
  return slip(breaks, (_route, { endpoint, inquiryOf, parsers }) => ({
    decorators: [
      guard((request, response) => {
        const user = endpoint.authenticate(inquiryOf(request).credentials);
        if (user === undefined) {
          response.locals.byDefault = true;
          return refuse(response);
        }
        request.user = user;
        return true;
      }),
      ...parsers,
    ],
  }));
}

/** A method that gets the reply and returns something else. */
function returning(breaks: SentenceName, give: (reply: Reply, response: Response) => unknown): NestFault {
  return slip(breaks, (_route, { endpoint, inquiryOf }) => ({
    handler: (request, response) => {
      return give(endpoint.answer(inquiryOf(request), (request as Keyed).user as User), response);
    },
  }));
}

/** A method that says in its own way that a row is missing. */
function missing(breaks: SentenceName, say: (response: Response) => unknown): NestFault {
  return slip(breaks, (route) => ({
    handler: (request, response) => {
      try {
        return route.handler(request, response);
      } catch (error) {
        if (error instanceof Refusal) {
          response.locals.byDefault = true;
          return say(response);
        }
        throw error;
      }
    },
  }));
}

function failing(breaks: SentenceName, fail: () => Error): NestFault {
  return slip(breaks, () => ({
    handler: (_request, response) => {
      response.locals.byDefault = true;
      throw fail();
    },
  }));
}

function decorated(breaks: SentenceName, ...decorators: MethodDecorator[]): NestFault {
  return slip(breaks, (route) => ({ decorators: [...decorators, ...route.decorators] }));
}

function jsonOf(reply: Reply): unknown {
  return 'json' in reply.content ? reply.content.json : undefined;
}

function refused(error: () => Error): () => never {
  return () => {
    throw error();
  };
}

/** What developers forget with NestJS, or get wrong. */
export const nestSlips = {
  'a method without @UseGuards': slip('key required', (_route, { site, parsers }) => ({
    decorators: [
      guard((request) => {
        Object.assign(request, { user: site.store.users[0] });
        return true;
      }),
      ...parsers,
    ],
  })),
  'UnauthorizedException without words': guarding(
    'error shape',
    refused(() => new UnauthorizedException()),
  ),
  'a guard that returns false': guarding('message Unauthorized', () => false),
  'ForbiddenException with words': guarding(
    'message Unauthorized',
    refused(() => new ForbiddenException('Unauthorized')),
  ),
  'HttpException with a text': guarding(
    'error shape',
    refused(() => new HttpException('Unauthorized', 401)),
  ),
  'an error in a guard': guarding(
    'no valid key',
    refused(() => new Error('jwt malformed')),
  ),
  'a guard that answers by itself': guarding('no valid key', (response) => {
    response.status(401).send('Unauthorized');
    return false;
  }),
  'a guard that sends to the log-in page': guarding('no valid key', (response) => {
    response.redirect('/login');
    return false;
  }),
  'NotFoundException without words': missing(
    'error shape',
    refused(() => new NotFoundException()),
  ),
  'HttpException with an object for a missing row': missing(
    'error shape',
    refused(() => new HttpException({ status: 404, reason: 'No such record' }, 404)),
  ),
  findOneOrFail: missing(
    'error status',
    refused(() => new Error('EntityNotFoundError: Could not find any entity')),
  ),
  'findOne that returns null': missing('error status', () => null),
  'find() instead of findOne()': missing('one citation', () => []),
  'UnprocessableEntityException without words': missing(
    'error shape',
    refused(() => new UnprocessableEntityException()),
  ),
  'an error in the service': failing(
    'success status',
    () => new TypeError("Cannot read properties of null (reading 'rows')"),
  ),
  RequestTimeoutException: failing('success status', () => new RequestTimeoutException()),
  'a repository that is not connected': failing(
    'success status',
    () => new HttpException('DataSource is not set', 503),
  ),
  '@HttpCode(200) on the import': returning('import status', (reply, response) => {
    response.status(200);
    return jsonOf(reply);
  }),
  '@HttpCode(202)': slip('success status', (route, { endpoint, inquiryOf }) => ({
    decorators: [HttpCode(202), ...route.decorators],
    handler: (request) => jsonOf(endpoint.answer(inquiryOf(request), (request as Keyed).user as User)),
  })),
  '@HttpCode(204)': slip('success status', (route, { endpoint, inquiryOf }) => ({
    decorators: [HttpCode(204), ...route.decorators],
    handler: (request) => jsonOf(endpoint.answer(inquiryOf(request), (request as Keyed).user as User)),
  })),
  '@Redirect': decorated('success status', Redirect('/login', 302)),
  '@Res() without an answer': slip('success status', () => ({
    passthrough: false,
    handler: () => ({ ignored: true }),
  })),
  'a dropped connection': slip('success status', () => ({
    passthrough: false,
    handler: (request) => {
      request.socket.destroy();
    },
  })),
  'a method that returns null': returning('json', () => null),
  'a method that returns undefined': returning('json', () => undefined),
  'a method that returns a text': returning('json', (reply) => `Result: ${JSON.stringify(jsonOf(reply))}`),
  'a method that returns a template': returning('json', (_reply, response) => {
    response.type('html');
    return '<!DOCTYPE html><app-root></app-root>';
  }),
  'a method that returns a Map': returning('list', (reply) => new Map([['data', jsonOf(reply)]])),
  'an interceptor that wraps the resource': decorated(
    'bundle',
    intercept((next) => next.handle().pipe(map((data) => ({ statusCode: 200, message: 'Success', data })))),
  ),
  'an interceptor that wraps the assessment': decorated(
    'assessment',
    intercept((next) => next.handle().pipe(map((data) => ({ statusCode: 200, message: 'Success', data })))),
  ),
  'an interceptor that wraps the report': decorated(
    'report',
    intercept((next) => next.handle().pipe(map((data) => ({ statusCode: 200, message: 'Success', data })))),
  ),
  'a serializer that exposes nothing': decorated(
    'list',
    intercept((next) => next.handle().pipe(map(() => ({})))),
  ),
  'an observable that is empty': decorated(
    'success status',
    intercept((next, response) => {
      response.locals.byDefault = true;
      return next.handle().pipe(
        map(() => undefined),
        () => EMPTY,
      );
    }),
  ),
  'an observable that never ends': decorated(
    'success status',
    intercept(() => NEVER),
  ),
  'a filter that is a failure itself': failing(
    'success status',
    () => new HttpException('<h1>Error</h1>', 500),
  ),
  'the path with hyphens': slip('base path', (route) => ({ path: route.path.replaceAll('_', '-') })),
  'the path of another version': slip('base path', (route) => ({ path: `/v3${route.path}` })),
  '@Post instead of @Get': slip('success status', () => ({ method: 'post' })),
  '@Header with a length': slip('json', (route, { endpoint, inquiryOf }) => ({
    decorators: [Header('Content-Type', 'application/json'), ...route.decorators],
    handler: (request) => {
      const reply = endpoint.answer(inquiryOf(request), (request as Keyed).user as User);
      return JSON.stringify(jsonOf(reply)).slice(0, -2);
    },
  })),
  'a pipe that wants numbers': slip('success status', () => ({
    handler: (_request, response) => {
      response.locals.byDefault = true;
      throw new HttpException(
        { statusCode: 400, message: 'Validation failed (numeric string is expected)', error: 'Bad Request' },
        400,
      );
    },
  })),
  'a whitelist that removes the entries': slip(
    'import identifiers',
    (_route, { endpoint, inquiryOf, send }) => ({
      handler: (request, response) => {
        const { resourceType, type } = request.body as Record<string, unknown>;
        const inquiry = { ...inquiryOf(request), body: { resourceType, type } };
        return send(response, endpoint.answer(inquiry, (request as Keyed).user as User));
      },
    }),
  ),
  'no body parser': slip('import identifiers', (_route, { guard: keyGuard }) => ({ decorators: [keyGuard] })),
  'a body parser with a small limit': slip('import identifiers', (route, { guard: keyGuard }) => ({
    decorators: [keyGuard],
    handler: async (request, response) => {
      response.locals.byDefault = true;
      await readJson(request, response, { limit: 60 });
      return route.handler(request, response);
    },
  })),
  'a validation pipe with its own words': slip('error shape', (route) => ({
    handler: (request, response) => {
      const { type } = (request.body ?? {}) as Record<string, unknown>;
      if (type !== 'collection') {
        response.locals.byDefault = true;
        throw new HttpException({ statusCode: 400, message: ['type must be collection'] }, 400);
      }
      return route.handler(request, response);
    },
  })),
  'a promise of an import that is not awaited': slip(
    'import identifiers',
    (_route, { endpoint, inquiryOf }) => ({
      handler: (request, response) => {
        const result = Promise.resolve(endpoint.answer(inquiryOf(request), (request as Keyed).user as User));
        response.status(201);
        return { result };
      },
    }),
  ),
} as const satisfies Record<string, NestFault>;
