import type { ServerResponse } from 'node:http';

/** A JSON value: what the API answers with. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** One answer as plain data, before anything is written: a transform may change any part of it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value is written as JSON, a Buffer byte by byte, `undefined` as no body. */
  readonly body: Json | Buffer | undefined;
}

/** A mistake of the caller that ends a request with a 4xx status and the document's error body. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
  }
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** An answer with a JSON body; `headers` are added to the usual ones. */
export function json(status: number, body: Json, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { ...jsonHeaders, ...headers }, body };
}

/** The error answer of section 7: a 4xx (or, for a fault of our own, a 500) whose body is `{error}`. */
export function errorAnswer(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return json(status, { error: message }, headers);
}

/** Writes an answer; the only place of the API that does so. Its headers win, also a wrong Content-Length. */
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

/** The bytes of an answer's body; `undefined` for no body. */
export function bytesOf(body: Answer['body']): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) {
    return body;
  }
  return Buffer.from(JSON.stringify(body), 'utf8');
}
