/** The specification of a request to an endpoint: which credential, and what else differs from the plain request. */

/** The documented ways to present a key. */
export const ways = ['header', 'query'] as const;

export type Way = (typeof ways)[number];

/** A key presented in the way that the endpoint accepts: the header, unless only the query works there. */
type AnyWayKey = 'valid' | 'second';

/** Keys other than the usual one, as phrases; only `second` is valid. */
export const otherKeys = {
  wrong: 'a wrong key',
  revoked: 'a revoked key',
  empty: 'an empty key',
  cut: 'a truncated key',
  longer: 'a character behind the key',
  prefixed: 'a character before the key',
  percent: 'the wildcard % for a key',
  star: 'the wildcard * for a key',
  second: "another user's key",
} as const;

export type OtherKey = keyof typeof otherKeys;

/**
 * How the usual key is presented, or that none is, as phrases. Those from `both` on only serve to observe what the
 * document leaves open.
 */
export const usualKey = {
  header: 'with a valid key in the header',
  query: 'with a valid key in the query',
  none: 'without a key',
  'basic-credentials': 'with a name and a password in place of a key',
  both: 'with a valid key in the header and in the query',
  'header-and-wrong-query': 'with a valid key in the header and a wrong one in the query',
  'query-and-wrong-header': 'with a valid key in the query and a wrong one in the header',
  'lower-case-scheme': 'with a valid key after the lower-case scheme `bearer`',
  'other-scheme': 'with a valid key after the scheme `Token`',
  'bare-header': 'with a valid key in the header without a scheme',
  'swapped-case-key': 'with the letter case of the key swapped',
  'padded-query': 'with blanks around the key in the query',
  'upper-case-parameter': 'with a valid key in the query parameter `API_KEY`',
} as const;

/** Which key is presented, and how. */
export type Credential = keyof typeof usualKey | `${OtherKey}-${Way}`;

/** Bodies that an import need not accept. */
export const badBodies = [
  'not-json',
  'not-a-bundle',
  'other-type',
  'no-entry',
  'entry-without-resource',
  'wrong-content-type',
] as const;

/**
 * A body for the import endpoint. `valid` is the configured Bundle. `refusable` goes with keys that must be refused: a
 * good Bundle if imports are allowed, so that only the key can be the reason for a refusal; otherwise an empty one, so
 * that broken authentication creates nothing. No other body creates anything in a correct service.
 */
export type BodyName =
  | 'valid'
  /** Sent if this suite's Bundle is refused: another one of ours, of a type that each release of FHIR has. */
  | 'valid-in-each-release'
  | 'refusable'
  | 'empty-bundle'
  | (typeof badBodies)[number];

export interface RequestSpec<Key = Credential | AnyWayKey> {
  readonly key: Key;
  /**
   * For paths with `:id`: a known id (default), that of another entry, one that no record has, one in a format unlike
   * the ids here, or one named by an import.
   */
  readonly id?: 'known' | 'second' | 'unknown' | 'malformed' | 'created';
  readonly body?: BodyName;
  /** Adds the project parameter: for a list that is refused or empty without it. */
  readonly project?: 'named';
  /** Additional request headers; they replace a client header of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional query parameters besides the project parameter. */
  readonly query?: Readonly<Record<string, string>>;
  readonly method?: 'HEAD' | 'OPTIONS' | 'DELETE';
  /** A path below the base URL that replaces that of the endpoint. */
  readonly path?: string;
  /** Without the header `Accept`, or with one that accepts anything; by default JSON is requested. */
  readonly accept?: 'missing' | 'anything';
  /** The next page of the list, if its first one shows how to get it. */
  readonly page?: 'next';
}

/** A request as sent: its key is presented in one way. */
export type SentRequest = RequestSpec<Credential>;

/** A path that no installation has: its answer shows how missing endpoints are answered. */
export const unknownPath = { key: 'valid', path: '/api/v3/no_such_resource' } as const satisfies RequestSpec;

/** A path of version 4 other than the one that the document names. */
export const otherVersionFour = { key: 'valid', path: '/api/v4/citations' } as const satisfies RequestSpec;

/** The endpoint to which requests for paths outside the document are attributed. */
export const unknownPathAt = 'GET /api/v3/projects';

/** The request with its key presented in this way. */
export function presentedBy(request: RequestSpec, way: Way): SentRequest {
  const { key } = request;
  if (key === 'valid') return { ...request, key: way };
  if (key === 'second') return { ...request, key: `second-${way}` };
  return { ...request, key };
}

/** Identifies a request at an endpoint: specifications with the same identity are sent once. */
export function requestSpecId(request: RequestSpec): string {
  const parts: string[] = [request.key];
  if (request.id !== undefined && request.id !== 'known') parts.push(`${request.id}-id`);
  if (request.body !== undefined) parts.push(request.body);
  if (request.project !== undefined) parts.push('project');
  if (request.method !== undefined) parts.push(request.method);
  if (request.path !== undefined) parts.push(request.path);
  if (request.headers !== undefined) parts.push(JSON.stringify(request.headers));
  if (request.query !== undefined) parts.push(JSON.stringify(request.query));
  if (request.accept !== undefined) parts.push(`accept ${request.accept}`);
  if (request.page !== undefined) parts.push(`${request.page} page`);
  return parts.join(' ');
}

/**
 * True for a request with nothing but its key, which is the usual one or none. Such requests determine the choices at an
 * endpoint: they are sent when it is prepared.
 */
export function isPlain(request: RequestSpec): boolean {
  return [...ways, 'valid', 'none'].includes(requestSpecId(request));
}

/** True for a request with a valid key, sent in one of the two documented ways. */
export function hasValidKey({ key }: { readonly key: string }): boolean {
  return ['header', 'query', 'second-header', 'second-query', 'valid', 'second'].includes(key);
}
