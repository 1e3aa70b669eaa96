import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Answer } from './answer.ts';
import type { Authenticate } from './authentication.ts';

/** Query parameters as the request carries them; a repeated one is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One request to the API, as handlers, authentication and transforms see it. */
export interface ApiRequest {
  /** Method and path as the document writes them; `undefined` where no endpoint fits. */
  readonly endpoint: string | undefined;
  readonly method: string;
  /** The path without the installation's prefix and without the query. */
  readonly path: string;
  /** The prefix under which the installation lives, such as `/some/app`; empty for none. */
  readonly basePath: string;
  /** The `:id` of the path, as text. */
  readonly id: string | undefined;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
}

/** What `raw` is given: the connection, and the answer that would have been written. */
export interface RawExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly apiRequest: ApiRequest;
}

/**
 * One way in which an installation differs from the usual one. Transforms stand in an ordered list and
 * change what the installation does without any handler knowing of them.
 */
export interface ResponseTransform {
  readonly name?: string;
  /** Runs before rate limit, authentication and handlers, for every request below the base path. */
  readonly before?: RequestHandler;
  /** Replaces or wraps authentication; `usual` is what it does otherwise. */
  readonly authenticate?: (usual: Authenticate) => Authenticate;
  /** Changes the answer of an API request, refusals (401, 404, 429) included. */
  readonly transformAnswer?: (answer: Answer, request: ApiRequest) => Answer | Promise<Answer>;
  /** Writes the answer itself, on the socket if need be; `true` says that nothing more is to be written. */
  readonly raw?: (exchange: RawExchange) => boolean | Promise<boolean>;
}
