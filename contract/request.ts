/** The specification of a request to an endpoint: which credential, and what else differs from the plain request. */

/** Which key is presented, and how. Of the keys outside the survey, only `header`, `query`, `second-header` and
 * `second-query` are valid. */
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
  | 'longer-header'
  | 'second-header'
  | 'second-query'
  | 'swapped-case-key'
  | SurveyCredential;

/** Ways of presenting a key about which the document says nothing: sent only to observe the answer. */
export type SurveyCredential =
  | 'both'
  | 'header-and-wrong-query'
  | 'query-and-wrong-header'
  | 'lower-case-scheme'
  | 'other-scheme'
  | 'bare-header'
  | 'upper-case-key'
  | 'upper-case-parameter';

/**
 * A body for the import endpoint. `valid` is the configured Bundle. `refusable` goes with keys that must be refused:
 * where imports are allowed a good Bundle, so that only the key can be the reason for a refusal, and elsewhere an empty
 * one, so that broken authentication creates nothing. No other body creates anything in a correct service.
 */
export type BodyName =
  | 'valid'
  /** Where the Bundle of this suite is refused: another one of ours, of a type that each release of FHIR has. */
  | 'valid-in-each-release'
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
  /**
   * For paths with `:id`: a known id (default), that of another entry, one that no record has, one of another form than ids
   * have here, or one that an import named.
   */
  readonly id?: 'known' | 'second' | 'unknown' | 'malformed' | 'created';
  readonly body?: BodyName;
  /** Request headers in addition to those of the client; they replace a header of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters in addition to the project parameter. */
  readonly query?: Readonly<Record<string, string>>;
  readonly method?: 'HEAD' | 'OPTIONS' | 'DELETE';
  /** A path below the base URL that replaces that of the endpoint. */
  readonly path?: string;
  /** Without the project parameter, at a list that turned out to need it. A by-product: never sent for a check. */
  readonly unscoped?: true;
  /**
   * The first answer of this class at the endpoint after which a request was sent again, or which throttled it for good,
   * whatever its key. A by-product: never sent for a check.
   */
  readonly setback?: '4xx' | '5xx';
  /**
   * Another list of the installation, whose records stand in a bare array. A by-product: never sent for a check, and kept
   * only at a list that is an empty object where all other lists are such arrays.
   */
  readonly elsewhere?: 'array';
  /** Sent at the end of the run, to compare the answer with the first one to the same request; `third` after that. */
  readonly again?: true | 'third';
  /** Without the header `Accept`, or with one that takes anything; by default it asks for JSON. */
  readonly accept?: 'missing' | 'anything';
  /** The next page of the list, where its first one shows how to get it. */
  readonly page?: 'next';
}

/** A path that no installation has: the answer there shows how a missing endpoint is answered. */
export const unknownPath = { key: 'header', path: '/api/v3/no_such_resource' } as const satisfies RequestSpec;

/** A path of version 4 beside the only one that the document names. */
export const otherVersionFour = { key: 'header', path: '/api/v4/citations' } as const satisfies RequestSpec;

/** Identifies a request at an endpoint: two specifications with the same identity are sent once. */
export function requestSpecId(request: RequestSpec): string {
  const parts: string[] = [request.key];
  if (request.id !== undefined && request.id !== 'known') parts.push(`${request.id}-id`);
  if (request.body !== undefined) parts.push(request.body);
  if (request.method !== undefined) parts.push(request.method);
  if (request.path !== undefined) parts.push(request.path);
  if (request.headers !== undefined) parts.push(JSON.stringify(request.headers));
  if (request.query !== undefined) parts.push(JSON.stringify(request.query));
  if (request.unscoped === true) parts.push('unscoped');
  if (request.setback !== undefined) parts.push(`setback ${request.setback}`);
  if (request.elsewhere !== undefined) parts.push(`${request.elsewhere} elsewhere`);
  if (request.accept !== undefined) parts.push(`accept ${request.accept}`);
  if (request.page !== undefined) parts.push(`${request.page} page`);
  if (request.again !== undefined) parts.push(request.again === true ? 'again' : `again ${request.again}`);
  return parts.join(' ');
}

/** True for a request with a valid key, sent in one of the two documented ways. */
export function hasValidKey(request: RequestSpec): boolean {
  return ['header', 'query', 'second-header', 'second-query'].includes(request.key);
}
