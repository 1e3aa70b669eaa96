import type { Answer, Json } from './answer.ts';
import type { ApiRequest, ResponseTransform } from './response-transform.ts';

/** Small builders of transforms, from which faults and variants are made. */

type ChangeAnswer = (answer: Answer, request: ApiRequest) => Answer;

/** Stands for every endpoint and every other path of the API. */
export const everywhere = 'everywhere';

export function isAt(request: ApiRequest, at: string): boolean {
  return at === everywhere || request.endpoint === at;
}

/** Changes the answers at an endpoint that fulfil a condition. */
export function transformAnswers(
  applies: (answer: Answer, request: ApiRequest) => boolean,
  change: ChangeAnswer,
): (at: string) => ResponseTransform {
  return (at) => ({
    transformAnswer: (answer, request) =>
      isAt(request, at) && applies(answer, request) ? change(answer, request) : answer,
  });
}

export const isSuccess = ({ status }: Answer): boolean => status === 200 || status === 201;
export const isRefusal = ({ status }: Answer): boolean => status === 401;
/** A 4xx that is not about the key. */
export const isOtherError = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 401;

/** Changes what a valid key is answered. */
export function transformSuccess(change: ChangeAnswer): (at: string) => ResponseTransform {
  return transformAnswers(isSuccess, change);
}

/** Changes what a valid key in the query is answered; in the header it is answered as usual. */
export function transformSuccessByQuery(change: ChangeAnswer): (at: string) => ResponseTransform {
  return transformAnswers((answer, request) => isSuccess(answer) && sendsQueryKey(request), change);
}

/** How a request presents a key. */
export const sendsHeaderKey = ({ headers }: ApiRequest): boolean => headers.authorization !== undefined;
export const sendsQueryKey = ({ query }: ApiRequest): boolean => query.api_key !== undefined;
export const sendsNoKey = (request: ApiRequest): boolean =>
  !sendsHeaderKey(request) && !sendsQueryKey(request);

/** Changes what is answered without a valid key. */
export function transformRefusal(change: ChangeAnswer): (at: string) => ResponseTransform {
  return transformAnswers(isRefusal, change);
}

/** Changes the errors that are not about the key: an unknown id, a bad import body. */
export function transformOtherError(change: ChangeAnswer): (at: string) => ResponseTransform {
  return transformAnswers(isOtherError, change);
}

/** Changes the JSON body of successes; other bodies stay. */
export function transformBody(
  change: (body: Json, request: ApiRequest) => Json,
): (at: string) => ResponseTransform {
  return transformSuccess((answer, request) =>
    answer.body === undefined || Buffer.isBuffer(answer.body)
      ? answer
      : { ...answer, body: change(answer.body as Json, request) },
  );
}

export type JsonFields = { readonly [name: string]: Json | undefined };

export function isFields(value: Json | undefined): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes the body of successes that are JSON objects. */
export function transformFields(
  change: (fields: JsonFields, request: ApiRequest) => Json,
): (at: string) => ResponseTransform {
  return transformBody((body, request) => (isFields(body) ? change(body, request) : body));
}

/** The same answer with other or more headers; names in small letters. */
export function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** The same answer without one header. */
export function withoutHeader(answer: Answer, unwanted: string): Answer {
  const { [unwanted]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** An answer with a body that is no JSON value of ours: HTML, text, broken JSON. */
export function textAnswer(status: number, contentType: string, text: string): Answer {
  return { status, headers: { 'content-type': contentType }, body: Buffer.from(text, 'utf8') };
}

/** A web page, as frameworks, proxies and log-in forms send them. */
export function htmlAnswer(status: number, title: string): Answer {
  return textAnswer(
    status,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  );
}

/** The body of an answer as it would be written. */
export function textOf({ body }: Answer): string {
  if (body === undefined) return '';
  return Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body);
}
