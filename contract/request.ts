/** How a request is made at an endpoint: the key, how it is presented, and what else differs from the plain request. */

/** Which key is presented and how. Every request but those with `header` or `query` alone lacks a valid key. */
export type Credential =
  | 'header'
  | 'query'
  | 'none'
  | 'wrong-header'
  | 'wrong-query'
  | 'revoked-header'
  | 'revoked-query'
  | 'empty-header'
  | 'empty-query'
  | 'cut-header'
  | 'cut-query'
  | 'second-header'
  | SurveyCredential;

/** Ways of presenting a key about which the document says nothing: asked only to observe the answer. */
export type SurveyCredential =
  | 'both'
  | 'header-and-wrong-query'
  | 'query-and-wrong-header'
  | 'lower-case-scheme'
  | 'other-scheme'
  | 'bare-header'
  | 'upper-case-key'
  | 'swapped-case-key'
  | 'upper-case-parameter';

/**
 * A body for the import endpoint. `valid` is the configured Bundle. `refusable` goes with keys that must be refused:
 * a good Bundle where imports are allowed, so that only the key can be the reason, and an empty one elsewhere, so that
 * broken authentication creates nothing. Every other one creates nothing.
 */
export type BodyName =
  | 'valid'
  | 'refusable'
  | 'empty-bundle'
  | 'not-json'
  | 'not-a-bundle'
  | 'other-type'
  | 'no-entry'
  | 'entry-without-resource'
  | 'wrong-content-type';

export interface RequestSpec {
  readonly key: Credential;
  /** For paths with `:id`: a known one (default) or one that no record has. */
  readonly id?: 'known' | 'unknown';
  readonly body?: BodyName;
  /** Request headers beside those of the client; they replace a header of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters beside the project parameter. */
  readonly query?: Readonly<Record<string, string>>;
  readonly method?: 'HEAD' | 'OPTIONS' | 'DELETE';
  /** Another path than that of the endpoint, below the base URL. */
  readonly path?: string;
  /** Without the project parameter, at a list that turned out to want it: asked on the way, never for a check. */
  readonly unscoped?: true;
  /** Asked after everything else of the run, to compare with an earlier answer to the same request. */
  readonly again?: true;
}

/** A path that no installation has: what it answers there shows whether an endpoint is missing. */
export const unknownPath = { key: 'header', path: '/api/v3/no_such_resource' } as const satisfies RequestSpec;

/** The identity of a request at an endpoint: two forms with one identity are sent once. */
export function requestSpecId(request: RequestSpec): string {
  const parts: string[] = [request.key];
  if (request.id === 'unknown') parts.push('unknown-id');
  if (request.body !== undefined) parts.push(request.body);
  if (request.method !== undefined) parts.push(request.method);
  if (request.path !== undefined) parts.push(request.path);
  if (request.headers !== undefined) parts.push(JSON.stringify(request.headers));
  if (request.query !== undefined) parts.push(JSON.stringify(request.query));
  if (request.unscoped === true) parts.push('unscoped');
  if (request.again === true) parts.push('again');
  return parts.join(' ');
}

/** True when the request carries the installation's own valid key in one of the two documented ways. */
export function hasValidKey(request: RequestSpec): boolean {
  return request.key === 'header' || request.key === 'query' || request.key === 'second-header';
}
