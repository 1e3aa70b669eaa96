import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Answer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import type { Authenticate } from './authentication.ts';

/** What `raw` is given: the connection, and the answer that would have been written. */
export interface RawExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly apiRequest: ApiRequest;
}

/**
 * One way in which an installation differs from the usual one. An installation applies its transforms in their
 * order; no handler knows of them.
 */
export interface ResponseTransform {
  /** For code that keeps several and has to say which one is applied. */
  readonly name?: string;
  /** Runs before rate limit, authentication and handlers, for every request below the base path. */
  readonly before?: RequestHandler;
  /** Replaces or wraps authentication; `usual` is what would authenticate otherwise. */
  readonly authenticate?: (usual: Authenticate) => Authenticate;
  /** Transforms the answer to an API request, refusals (401, 404, 429) included. */
  readonly transformAnswer?: (answer: Answer, request: ApiRequest) => Answer | Promise<Answer>;
  /** Writes the answer itself, on the socket if need be; gives `true` when nothing more is to be written. */
  readonly raw?: (exchange: RawExchange) => boolean | Promise<boolean>;
}
