import { type ErrorRequestHandler, Router } from 'express';
import { ApiError } from '../answer.ts';
import type { Installation } from '../installation.ts';
import { limitPerAddress } from '../rate-limit.ts';
import type { Handler } from './handler.ts';
import { send, serve } from './pipeline.ts';
import { apiRequestOf } from './read-request.ts';
import { routes } from './routes.ts';

const defaultRateLimit = { windowMs: 60_000, limit: 1000 };

/** The router of everything below `/api`: the endpoints, and JSON errors for all other paths and methods. */
export function apiRouter(installation: Installation): Router {
  const router = Router();
  const { rateLimit = defaultRateLimit } = installation.options;
  if (rateLimit !== 'off') {
    router.use(
      limitPerAddress(rateLimit, (request, response, answer) =>
        send(
          installation,
          apiRequestOf(request, undefined, installation.basePath),
          answer,
          request,
          response,
        ),
      ),
    );
  }
  for (const { method, path, answer } of routes) {
    const register = method === 'GET' ? router.get.bind(router) : router.post.bind(router);
    register(path, (request, response) =>
      serve(installation, `${method} ${path}`, answer, request, response),
    );
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method);
    router.all(path, (request, response) =>
      serve(installation, undefined, refuseMethod(methods), request, response),
    );
  }
  router.use((request, response) => serve(installation, undefined, refusePath, request, response));
  const refuseUnreadable: ErrorRequestHandler = (error, request, response, _next) => {
    const fail: Handler = () => {
      throw error;
    };
    return serve(installation, undefined, fail, request, response);
  };
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
