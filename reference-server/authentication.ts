import type { ApiRequest } from './api-request.ts';
import type { User, Users } from './store/users.ts';

/** Finds the user whose valid key a request presents; `undefined` when it presents none. */
export type Authenticate = (request: ApiRequest, users: Users) => User | undefined;

const bearer = /^Bearer +(\S+) *$/i;

/**
 * Section 5: the key is in `Authorization: Bearer <key>` or in the query parameter `api_key`. If both are sent, which
 * the document leaves open, only the header counts.
 */
export const authenticate: Authenticate = (request, users) => {
  const key = presentedKey(request);
  return key === undefined ? undefined : users.byKey(key);
};

/** The key that a request presents, whether valid or not. */
export function presentedKey(request: ApiRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization !== undefined && /^Bearer\b/i.test(authorization)) {
    return bearer.exec(authorization)?.[1];
  }
  const parameter = request.query.api_key;
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined;
}

/** A request may send a key in the header, in the query, or not at all; an empty one counts as sent. */
export const hasHeaderCredential = ({ headers }: ApiRequest): boolean => headers.authorization !== undefined;
export const hasQueryCredential = ({ query }: ApiRequest): boolean => query.api_key !== undefined;
export const hasNoCredential = (request: ApiRequest): boolean =>
  !hasHeaderCredential(request) && !hasQueryCredential(request);
