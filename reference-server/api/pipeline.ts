import type { Request, Response } from 'express';
import { type Answer, ApiError, errorAnswer, writeAnswer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import { type Authenticate, authenticate } from '../authentication.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Installation } from '../installation.ts';
import type { ResponseTransform } from '../transform-builders.ts';
import type { Handler } from './handler.ts';
import { apiRequestOf, bodyOf } from './read-request.ts';

const defaultBodyLimitBytes = 50 * 1024 * 1024;

/**
 * Answers one API request: first authentication, then the handler, then the transforms; last, the answer is written.
 */
export async function serve(
  installation: Installation,
  endpoint: Endpoint | undefined,
  handler: Handler,
  request: Request,
  response: Response,
): Promise<void> {
  const apiRequest = apiRequestOf(request, endpoint, installation.basePath);
  const answer = await answerOf(installation, apiRequest, handler, request, response);
  await send(installation, apiRequest, answer, request, response);
}

/** Applies the transforms to an answer, in their order, and writes it. */
export async function send(
  { options: { transforms = [] } }: Installation,
  apiRequest: ApiRequest,
  answer: Answer,
  request: Request,
  response: Response,
): Promise<void> {
  let transformed = answer;
  for (const { transformAnswer } of transforms) {
    transformed = (await transformAnswer?.(transformed, apiRequest)) ?? transformed;
  }
  // Only one can take the connection: the last, since it decides on the final answer.
  for (const { raw } of transforms.toReversed()) {
    if ((await raw?.({ request, response, answer: transformed, apiRequest })) === true) {
      return;
    }
  }
  writeAnswer(response, transformed);
}

async function answerOf(
  { store, users, options }: Installation,
  apiRequest: ApiRequest,
  handler: Handler,
  request: Request,
  response: Response,
): Promise<Answer> {
  const user = authenticationOf(options.transforms ?? [])(apiRequest, users);
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

function authenticationOf(transforms: readonly ResponseTransform[]): Authenticate {
  return transforms.reduce(
    (usual: Authenticate, transform) => transform.authenticate?.(usual) ?? usual,
    authenticate,
  );
}

/** The answer to an error: a caller's mistake as it is, our own as a 500 without details. */
function failureAnswer(error: unknown): Answer {
  if (error instanceof ApiError) {
    return errorAnswer(error.status, error.message, error.headers);
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
