import type { Answer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import { hasQueryCredential } from './authentication.ts';
import { isFields, type Json, type JsonFields } from './json.ts';
import type { ResponseTransform } from './response-transform.ts';

/** The builders of transforms, from which faults and variants are made: each gives a transform for one place. */
export type TransformAt = (at: string) => ResponseTransform;

type Transform = (answer: Answer, request: ApiRequest) => Answer;

/** Stands for every endpoint and every other path of the API. */
export const everywhere = 'everywhere';

/** Whether a request is at an endpoint, written as in the document; every request is `everywhere`. */
export function isAt(request: ApiRequest, at: string): boolean {
  return at === everywhere || request.endpoint === at;
}

export const isSuccess = ({ status }: Answer): boolean => status === 200 || status === 201;
export const isRefusal = ({ status }: Answer): boolean => status === 401;
/** A 4xx that is not about the key. */
export const isOtherError = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 401;

/** Transforms every answer for which `applies` holds. */
export function transformWhere(
  applies: (answer: Answer, request: ApiRequest) => boolean,
  transform: Transform,
): TransformAt {
  return (at) => ({
    transformAnswer: (answer, request) =>
      isAt(request, at) && applies(answer, request) ? transform(answer, request) : answer,
  });
}

/** Transforms every answer. */
export function transformAll(transform: Transform): TransformAt {
  return transformWhere(() => true, transform);
}

/** Transforms the answers to a valid key. */
export function transformSuccess(transform: Transform): TransformAt {
  return transformWhere(isSuccess, transform);
}

/** Transforms the answers to a valid key in the query; those to one in the header stay. */
export function transformSuccessByQuery(transform: Transform): TransformAt {
  return transformWhere((answer, request) => isSuccess(answer) && hasQueryCredential(request), transform);
}

/** Transforms the answers to a missing or wrong key. */
export function transformRefusal(transform: Transform): TransformAt {
  return transformWhere(isRefusal, transform);
}

/** Transforms the errors that are not about the key: an unknown id, a bad import body. */
export function transformOtherError(transform: Transform): TransformAt {
  return transformWhere(isOtherError, transform);
}

/** Transforms the JSON body of successes; other bodies stay. */
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
