import type { Credentials } from '../domain/keys.ts';
import type { User } from '../domain/model.ts';

/** One request after the framework has read it. */
export interface Inquiry {
  readonly credentials: Credentials;
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The path that was asked for, without its query. */
  readonly path: string;
}

/** What goes back: a value for the serializer of the framework, or bytes that are sent as they are. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: { readonly json: unknown } | { readonly bytes: string | Uint8Array | undefined };
}

/** Why a request is refused. */
export type RefusalKind =
  | 'unauthorized'
  | 'missing'
  | 'invalid'
  | 'malformed'
  | 'media type'
  | 'too large'
  | 'method'
  | 'throttled';

/** Thrown wherever a request is refused; the error handling of the framework makes the reply. */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** One endpoint as an installation serves it. */
export interface Endpoint {
  /** The user who sends the request, or undefined when it carries no valid key. */
  authenticate(credentials: Credentials): User | undefined;
  /** The reply to a request of a known user. Throws a {@link Refusal}. */
  answer(inquiry: Inquiry, user: User): Reply;
  /** The reply to a request that is refused. */
  refuse(refusal: Refusal, inquiry: Pick<Inquiry, 'path'>): Reply;
}

/** A JSON reply. */
export function jsonReply(status: number, json: unknown, headers: Readonly<Record<string, string>>): Reply {
  return { status, headers, content: { json } };
}
