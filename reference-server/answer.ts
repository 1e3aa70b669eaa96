import type { ServerResponse } from 'node:http';
import type { Json } from './json.ts';

type Headers = Readonly<Record<string, string>>;

/** An answer as plain data, before it is written: a transform may replace any part of it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** A JSON value is written as JSON, a Buffer byte by byte, `undefined` as no body. */
  readonly body: Json | Buffer | undefined;
}

/** A mistake of the caller that ends a request with a 4xx status and the document's error body. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, message: string, headers: Headers = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
  }
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** An answer with a JSON body; `headers` are added to the usual ones. */
export function json(status: number, body: Json, headers: Headers = {}): Answer {
  return { status, headers: { ...jsonHeaders, ...headers }, body };
}

/** The error answer of section 7: a 4xx (or, for a fault of our own, a 500) whose body is `{error}`. */
export function errorAnswer(status: number, message: string, headers: Headers = {}): Answer {
  return json(status, { error: message }, headers);
}

/** An answer whose body is no JSON value: HTML, text, broken JSON. */
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

/** An answer without a body. */
export function emptyAnswer(status: number, headers: Headers = {}): Answer {
  return { status, headers, body: undefined };
}

/** The same answer with changed or additional headers; names in lower case. */
export function withHeaders(answer: Answer, headers: Headers): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** The same answer without one header. */
export function withoutHeader(answer: Answer, unwanted: string): Answer {
  const { [unwanted]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** The bytes of an answer's body; `undefined` for no body. */
export function bytesOf(body: Answer['body']): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) {
    return body;
  }
  return Buffer.from(JSON.stringify(body), 'utf8');
}

/** The text of an answer's body; empty for no body. */
export function textOf({ body }: Answer): string {
  return bytesOf(body)?.toString('utf8') ?? '';
}

/** Writes an answer; nothing else in the API does. Its headers take precedence, even a wrong Content-Length. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  const body = bytesOf(answer.body);
  response.statusCode = answer.status;
  if (body !== undefined) {
    response.setHeader('content-length', body.byteLength);
  }
  for (const [name, value] of Object.entries(answer.headers)) {
    if (name.toLowerCase() === 'transfer-encoding') {
      response.removeHeader('content-length');
    }
    response.setHeader(name, value);
  }
  response.end(body);
}
