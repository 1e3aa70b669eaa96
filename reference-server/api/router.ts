import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { ApiError } from '../answer.ts';
import { type Endpoint, endpoints, routeOf } from '../endpoints.ts';
import type { Installation } from '../installation.ts';
import { limitPerAddress } from '../rate-limit.ts';
import type { Handler } from './handler.ts';
import { handlers } from './handlers.ts';
import { send, serve } from './pipeline.ts';
import { apiRequestOf } from './read-request.ts';

const defaultRateLimit = { windowMs: 60_000, limit: 1000 };

/** The router of everything below `/api`: the endpoints, and JSON errors for all other paths and methods. */
export function apiRouter(installation: Installation): Router {
  const router = Router();
  const answering = (endpoint: Endpoint | undefined, handler: Handler) => {
    return (request: Request, response: Response) =>
      serve(installation, endpoint, handler, request, response);
  };
  const { rateLimit = defaultRateLimit } = installation.options;
  if (rateLimit !== 'off') {
    router.use(
      limitPerAddress(rateLimit, (request, response, answer) => {
        const apiRequest = apiRequestOf(request, undefined, installation.basePath);
        return send(installation, apiRequest, answer, request, response);
      }),
    );
  }
  const methodsByPath = new Map<string, readonly string[]>();
  for (const endpoint of Object.values(endpoints)) {
    const { method, path } = routeOf(endpoint);
    const register = method === 'GET' ? router.get.bind(router) : router.post.bind(router);
    register(path, answering(endpoint, handlers[endpoint]));
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
  }
  for (const [path, methods] of methodsByPath) {
    router.all(path, answering(undefined, refuseMethod(methods)));
  }
  router.use(answering(undefined, refusePath));
  const refuseUnreadable: ErrorRequestHandler = (error, request, response, _next) =>
    answering(undefined, () => {
      throw error;
    })(request, response);
  router.use(refuseUnreadable);
  return router;
}

const refusePath: Handler = () => {
  throw new ApiError(404, 'There is no such endpoint.');
};

function refuseMethod(methods: readonly string[]): Handler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return () => {
    throw new ApiError(405, `This endpoint answers ${allowed} only.`, { allow: allowed });
  };
}
