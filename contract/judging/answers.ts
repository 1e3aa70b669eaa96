import { jsonTypeOf, kindOf } from './describe.ts';
import type { Answer, Exchange } from './exchange.ts';

/** The kinds of answers that the document distinguishes. */
export type AnswerClass =
  /** No complete answer arrived. */
  | 'no-answer'
  /** Status 200 or 201. */
  | 'success'
  /** A 4xx with a message that the key is not accepted. */
  | 'refusal'
  /** Any other 4xx. */
  | 'client-error'
  /** A status that the document does not mention: 1xx, 202 and above, 3xx, 5xx. */
  | 'outside';

/** Classifies an exchange by its status and, for a 4xx, its message. */
export function classify(exchange: Exchange): AnswerClass {
  const { answer } = exchange;
  if (answer === undefined) return 'no-answer';
  if (answer.status === 200 || answer.status === 201) return 'success';
  if (answer.status < 400 || answer.status > 499) return 'outside';
  return answer.status === 401 || isUnauthorizedMessage(answer) ? 'refusal' : 'client-error';
}

export function isClientError(exchange: Exchange): boolean {
  return ['refusal', 'client-error'].includes(classify(exchange));
}

/** The body of an answer, if it is JSON. */
export function jsonOf({ answer }: Pick<Exchange, 'answer'>): unknown {
  return answer?.json.ok === true ? answer.json.value : undefined;
}

/** The `error` message of an answer, if its body has one and it is a string. */
export function errorMessageOf(answer: Answer): string | undefined {
  const body = jsonOf({ answer });
  return isObject(body) && typeof body.error === 'string' ? body.error : undefined;
}

/**
 * True for `Unauthorized` in any letter case, even in a body without the documented shape. A longer message may be
 * about the permissions of a valid key's owner, as in "You are unauthorized to view this".
 */
export function isUnauthorizedMessage(answer: Answer): boolean {
  const message = errorMessageOf(answer);
  if (message !== undefined) return message.length <= 200 && /^\W*unauthori[sz]ed\W*$/i.test(message);
  return answer.excerpt.length <= 200 && /\bunauthori[sz]ed\b/i.test(answer.excerpt);
}

/** The media type that an answer declares, in lower case and without parameters. */
export function mediaTypeOf({ headers }: Answer): string | undefined {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

/**
 * True for JSON that is declared as a web page. The document states that responses are JSON, not which media type they
 * declare (GAP-CONTENT-TYPE); but a page is not JSON.
 */
export function isDeclaredAsPage(answer: Answer): boolean {
  return answer.json.ok && ['text/html', 'application/xhtml+xml'].includes(mediaTypeOf(answer) ?? '');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSuccess(exchange: Exchange | undefined): exchange is Exchange {
  return exchange !== undefined && classify(exchange) === 'success';
}

/** Statuses that a gateway, or a service that is closing, sends in place of the service. */
export const gatewayStatuses: readonly number[] = [502, 503, 504];

/** True if no complete answer arrived, or the answer is a server error. 501 means that the path does not exist. */
export function isFailing({ answer }: Exchange): boolean {
  return answer === undefined || (answer.status >= 500 && answer.status !== 501);
}

/** Statuses that may mean that a path does not exist: only a comparison with an unknown path shows it. */
export const absentStatuses: readonly number[] = [404, 405, 501];

/** True if an answer has to be compared with that of an unknown path: some gateways answer unrouted paths with 403. */
export function mayBeUnrouted(exchange: Exchange | undefined): boolean {
  return [...absentStatuses, 403].includes(exchange?.answer?.status ?? 0);
}

/** True for an answer whose body does not match its declared encoding. */
export function isUndecodable({ failure }: Exchange): boolean {
  return failure?.kind === 'encoding';
}

/** True for an answer of a gateway, which says nothing about what the service did. */
export function isGatewayAnswer({ answer }: Exchange): boolean {
  return answer !== undefined && gatewayStatuses.includes(answer.status);
}

/** True for a valid key that is not accepted: 401 or `Unauthorized`, or a 403 as without a key. */
export function isKeyRefused(valid: Exchange, none: Exchange | undefined): boolean {
  if (classify(valid) === 'refusal') return true;
  return valid.answer?.status === 403 && none !== undefined && isSameError(valid, none);
}

/**
 * True for the same status and the same body, apart from the path, which the body may repeat.
 * @param again another answer at the path of the first: fields that differ between these two, such as a time, are
 * ignored
 */
export function isSameAnswerElsewhere(one: Exchange, other: Exchange, again?: Exchange): boolean {
  if (one.answer === undefined || one.answer.status !== other.answer?.status) return false;
  if (withoutPath(one, one.answer.excerpt) === withoutPath(other, other.answer.excerpt)) return true;
  if (again?.answer?.status !== one.answer.status) return false;
  const [here, there, later] = [fieldsWithoutPath(one), fieldsWithoutPath(other), fieldsWithoutPath(again)];
  return (
    here.size > 0 &&
    here.size === there.size &&
    [...here].every(
      ([name, value]) =>
        there.has(name) && (there.get(name) === value || (later.has(name) && later.get(name) !== value)),
    )
  );
}

/** The path and the query of an address that redaction may have turned into an invalid URL. */
export function partsOfUrl(url: string): { readonly pathname: string; readonly search: string } {
  const [, pathname = '', search = ''] = /^(?:[a-z]+:\/\/[^/?]*)?([^?]*)(.*)$/is.exec(url) ?? [];
  return { pathname, search };
}

function fieldsWithoutPath(exchange: Exchange): ReadonlyMap<string, string> {
  const value = jsonOf(exchange);
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value).map(([name, held]) => [name, withoutPath(exchange, JSON.stringify(held))]),
  );
}

function withoutPath({ url }: Exchange, body: string): string {
  const { pathname, search } = partsOfUrl(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const ends = segments.map((_, index) => segments.slice(index).join('/'));
  // The requested path, then without a trailing slash, then parts of it.
  const parts = [`${pathname}${search}`, pathname, `/${segments.join('/')}`, ...ends].filter(
    (part) => part.length > 3,
  );
  return parts.reduce((text, part) => text.replaceAll(part, ''), body).replaceAll(/\s+/g, ' ');
}

/** True for the same status and message, or if neither request got an answer. */
export function isSameError(one: Exchange, other: Exchange): boolean {
  if (one.answer === undefined || other.answer === undefined) return one.answer === other.answer;
  return (
    one.answer.status === other.answer.status && errorMessageOf(one.answer) === errorMessageOf(other.answer)
  );
}

/** Statuses that reject the content of an import. */
const contentStatuses: readonly number[] = [400, 409, 411, 413, 415, 422];

/** True for an import whose content was rejected: this says nothing about its key. */
export function isAboutBundle(exchange: Exchange): boolean {
  if (exchange.request.body === undefined || classify(exchange) !== 'client-error') return false;
  return contentStatuses.includes(exchange.answer?.status ?? 0);
}

/**
 * How the JSON body of an error deviates from the documented shape: equivalent to schemas/error.schema.json, as a test
 * verifies. Undefined if nothing is wrong.
 * @returns the fault as data, which distinguishes causes ("body array", "no error", "error object"), and as a phrase
 */
export function errorShapeFault(
  answer: Answer | undefined,
): Readonly<Record<'form' | 'received', string>> | undefined {
  if (answer === undefined) return undefined;
  const { json } = answer;
  if (!json.ok) return { form: 'no JSON', received: `an error body that is not JSON (${json.reason})` };
  const { value } = json;
  if (!isObject(value))
    return { form: `body ${jsonTypeOf(value)}`, received: `${kindOf(value)} as its error body` };
  if (!('error' in value)) return { form: 'no error', received: 'an error body without `error`' };
  const { error } = value;
  if (typeof error === 'string') return undefined;
  return { form: `error ${jsonTypeOf(error)}`, received: `${kindOf(error)} as its \`error\`` };
}

/** Fields that describe an error and are not part of a record. */
const aboutErrors: readonly string[] = [
  'error',
  'errors',
  'error_description',
  'message',
  'detail',
  'details',
  'status',
  'statusCode',
  'code',
  'success',
  'path',
  'timestamp',
  'request_id',
  'exception',
  'backtrace',
  'stack',
  'trace',
  'traces',
];

/** True for a body that reports an error, possibly with empty fields: with a success status it breaks ERROR-1. */
export function isOnlyAnError(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { resourceType, issue: issues } = value;
  if (resourceType === 'OperationOutcome')
    return (
      Array.isArray(issues) &&
      issues.some((issue) => isObject(issue) && (issue.severity === 'error' || issue.severity === 'fatal'))
    );
  const hasMessage = typeof value.error === 'string' && value.error !== '';
  return (
    hasMessage && Object.entries(value).every(([name, held]) => aboutErrors.includes(name) || isEmpty(held))
  );
}

function isEmpty(held: unknown): boolean {
  if (typeof held !== 'object' || held === null) return !held;
  return Object.keys(held).length === 0;
}
