import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type Answer, textOf, withHeaders } from './answer.ts';
import { type ApiRequest, asksForNoJson } from './api-request.ts';
import { type Authenticate, hasQueryCredential } from './authentication.ts';
import type { Endpoint } from './endpoints.ts';
import { isFields, type Json, type JsonFields } from './json.ts';

/** The arguments of `raw`: the connection, and the answer that would have been written. */
export interface RawExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly apiRequest: ApiRequest;
}

/**
 * One deviation of an installation from the usual one. An installation applies its transforms in order; no handler
 * knows about them.
 */
export interface ResponseTransform {
  /** For code that holds several and needs to know which one is applied. */
  readonly name?: string;
  /** Runs before rate limit, authentication and handlers, for every request below the base path. */
  readonly before?: RequestHandler;
  /** Replaces or wraps authentication; `usual` is the authentication without this transform. */
  readonly authenticate?: (usual: Authenticate) => Authenticate;
  /** Transforms the answer to an API request, including refusals (401, 404, 429). */
  readonly transformAnswer?: (answer: Answer, request: ApiRequest) => Answer | Promise<Answer>;
  /** Writes the answer itself, on the socket if need be; returns `true` if nothing more is to be written. */
  readonly raw?: (exchange: RawExchange) => boolean | Promise<boolean>;
}

/** Stands for every endpoint and every other path of the API. */
export const everywhere = 'everywhere';

/** Where a transform applies. */
export type Place = Endpoint | typeof everywhere;

export function isAt(request: ApiRequest, at: Place): boolean {
  return at === everywhere || request.endpoint === at;
}

export const isSuccess = ({ status }: Answer): boolean => status === 200 || status === 201;
const isRefusal = ({ status }: Answer): boolean => status === 401;
/** A 4xx that is not about the key. */
export const isOtherError = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 401;

/** Makes a different answer from one. */
export type AnswerTransform = (answer: Answer, request: ApiRequest) => Answer;

/** Replaces the body by its text after `rewrite`. */
export function rewriting(rewrite: (text: string) => string | Buffer): AnswerTransform {
  return (answer) => {
    const body = rewrite(textOf(answer));
    return { ...answer, body: Buffer.isBuffer(body) ? body : Buffer.from(body, 'utf8') };
  };
}

/** Adds headers, or replaces them. */
export function addingHeaders(headers: Readonly<Record<string, string>>): AnswerTransform {
  return (answer) => withHeaders(answer, headers);
}

/** Declares another type for the body. */
export function declaredAs(contentType: string): AnswerTransform {
  return addingHeaders({ 'content-type': contentType });
}

/** Makes the transform for one place, or for everywhere: the building block of faults and variants. */
export type TransformAt = (at?: Place) => ResponseTransform;

/** The transform of one endpoint alone. */
export function atEndpoint(endpoint: Endpoint, transform: TransformAt): () => ResponseTransform {
  return () => transform(endpoint);
}

/** Transforms every answer for which `applies` is true. */
export function transformWhere(
  applies: (answer: Answer, request: ApiRequest) => boolean,
  transform: AnswerTransform,
): TransformAt {
  return (at = everywhere) => ({
    transformAnswer: (answer, request) =>
      isAt(request, at) && applies(answer, request) ? transform(answer, request) : answer,
  });
}

/** Transforms every answer; the result of `make` may remember an installation's earlier ones. */
export function transformWithMemory(make: () => AnswerTransform): TransformAt {
  return (at) => transformAll(make())(at);
}

/** Transforms every answer. */
export function transformAll(transform: AnswerTransform): TransformAt {
  return transformWhere(() => true, transform);
}

/** Transforms the answers to a valid key. */
export function transformSuccess(transform: AnswerTransform): TransformAt {
  return transformWhere(isSuccess, transform);
}

/** Transforms the answers to a valid key in the query, but not those to a key in the header. */
export function transformSuccessByQuery(transform: AnswerTransform): TransformAt {
  return transformWhere((answer, request) => isSuccess(answer) && hasQueryCredential(request), transform);
}

/** Transforms the answers to a valid key if JSON is not requested. */
export function transformSuccessWithoutJson(transform: AnswerTransform): TransformAt {
  return transformWhere((answer, request) => isSuccess(answer) && asksForNoJson(request), transform);
}

/** Transforms the answers to a missing or wrong key. */
export function transformRefusal(transform: AnswerTransform): TransformAt {
  return transformWhere(isRefusal, transform);
}

/** Transforms the errors that are not about the key: an unknown id, a bad import body. */
export function transformOtherError(transform: AnswerTransform): TransformAt {
  return transformWhere(isOtherError, transform);
}

/** Transforms the JSON body of successes; other bodies are unchanged. */
export function transformBody(transform: (body: Json, request: ApiRequest) => Json): TransformAt {
  return transformSuccess((answer, request) =>
    answer.body === undefined || Buffer.isBuffer(answer.body)
      ? answer
      : { ...answer, body: transform(answer.body as Json, request) },
  );
}

/** Transforms the body of successes that are JSON objects. */
export function transformFields(transform: (fields: JsonFields, request: ApiRequest) => Json): TransformAt {
  return transformBody((body, request) => (isFields(body) ? transform(body, request) : body));
}

/** Wraps authentication: `wrap` receives the authentication without it. */
export function transformAuthentication(wrap: (usual: Authenticate) => Authenticate): TransformAt {
  return (at = everywhere) => ({
    authenticate: (usual) => {
      const wrapped = wrap(usual);
      return (request, users) => (isAt(request, at) ? wrapped : usual)(request, users);
    },
  });
}
