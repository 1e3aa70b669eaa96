import express, { type Request, type Response } from 'express';
import { type Answer, ApiError, errorAnswer, writeAnswer } from '../answer.ts';
import { type Authenticate, authenticate } from '../authentication.ts';
import type { ReferenceOptions } from '../options.ts';
import type { ApiRequest, Query } from '../response-transform.ts';
import type { Store } from '../store/open.ts';
import type { Users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** What every request of one running installation shares. */
export interface Installation {
  readonly store: Store;
  readonly users: Users;
  readonly options: ReferenceOptions;
  /** The path prefix without a slash at its end; empty for none. */
  readonly basePath: string;
}

const defaultBodyLimitBytes = 50 * 1024 * 1024;

/**
 * Answers one API request: who asks is settled before anything else is looked at, then the handler answers,
 * then the transforms may change the answer, then it is written. `endpoint` is as the document writes it.
 */
export async function serve(
  installation: Installation,
  endpoint: string | undefined,
  handler: Handler,
  request: Request,
  response: Response,
): Promise<void> {
  const apiRequest = apiRequestOf(installation, endpoint, request);
  const answer = await answerOf(installation, apiRequest, handler, request, response);
  await send(installation, apiRequest, answer, request, response);
}

/** Lets the transforms change an answer, in their order, and writes it. */
export async function send(
  { options }: Installation,
  apiRequest: ApiRequest,
  answer: Answer,
  request: Request,
  response: Response,
): Promise<void> {
  const transforms = options.transforms ?? [];
  let changed = answer;
  for (const { transformAnswer } of transforms) {
    changed = (await transformAnswer?.(changed, apiRequest)) ?? changed;
  }
  for (const { raw } of transforms) {
    if ((await raw?.({ request, response, answer: changed, apiRequest })) === true) {
      return;
    }
  }
  writeAnswer(response, changed);
}

/** The request as handlers, authentication and transforms see it. */
export function apiRequestOf(
  { basePath }: Installation,
  endpoint: string | undefined,
  request: Request,
): ApiRequest {
  const { id } = request.params;
  return {
    endpoint,
    method: request.method,
    path: (request.originalUrl.split('?', 1)[0] ?? '').slice(basePath.length),
    basePath,
    id: typeof id === 'string' ? id : undefined,
    query: request.query as Query,
    headers: request.headers,
  };
}

/** The answer to a failure while answering: the caller's mistake as it is, our own as a 500 without details. */
function failureAnswer(error: unknown): Answer {
  if (error instanceof ApiError) {
    return errorAnswer(error.status, error.message, { ...error.headers });
  }
  const status = (error as { status?: unknown } | undefined)?.status;
  if (status === 413) {
    return errorAnswer(413, 'The body is too large for this installation.');
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return errorAnswer(status, 'The request could not be read.');
  }
  return errorAnswer(500, 'The installation could not answer this request.');
}

async function answerOf(
  { store, users, options }: Installation,
  apiRequest: ApiRequest,
  handler: Handler,
  request: Request,
  response: Response,
): Promise<Answer> {
  const user = authenticationOf(options)(apiRequest, users);
  if (user === undefined) {
    return errorAnswer(401, 'Unauthorized', { 'www-authenticate': 'Bearer' });
  }
  const readBody = () => bodyOf(request, response, options.bodyLimitBytes ?? defaultBodyLimitBytes);
  try {
    return await handler({ request: apiRequest, user, store, options, readBody });
  } catch (error) {
    return failureAnswer(error);
  }
}

function authenticationOf({ transforms = [] }: ReferenceOptions): Authenticate {
  return transforms.reduce(
    (usual: Authenticate, transform) => transform.authenticate?.(usual) ?? usual,
    authenticate,
  );
}

function bodyOf(request: Request, response: Response, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    express.raw({ type: () => true, limit })(request, response, (error?: unknown) => {
      if (error !== undefined && error !== null) {
        reject(error);
      } else {
        const body: unknown = request.body;
        resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
      }
    });
  });
}
