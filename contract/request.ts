/** How a request is made at an endpoint: the key, how it is presented, and what else differs from the plain request. */

/** Which key is presented and how. Every form but those with `header` or `query` alone lacks a valid key. */
export type KeyForm =
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
  | SurveyKeyForm;

/** Ways of presenting a key about which the document says nothing: asked only to observe the answer. */
export type SurveyKeyForm =
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

export interface RequestForm {
  readonly key: KeyForm;
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
export const unknownPath = { key: 'header', path: '/api/v3/no_such_resource' } as const satisfies RequestForm;

/** The identity of a request at an endpoint: two forms with one identity are sent once. */
export function formId(form: RequestForm): string {
  const parts: string[] = [form.key];
  if (form.id === 'unknown') parts.push('unknown-id');
  if (form.body !== undefined) parts.push(form.body);
  if (form.method !== undefined) parts.push(form.method);
  if (form.path !== undefined) parts.push(form.path);
  if (form.headers !== undefined) parts.push(JSON.stringify(form.headers));
  if (form.query !== undefined) parts.push(JSON.stringify(form.query));
  if (form.unscoped === true) parts.push('unscoped');
  if (form.again === true) parts.push('again');
  return parts.join(' ');
}

/** True when the request carries the installation's own valid key in one of the two documented ways. */
export function hasValidKey(form: RequestForm): boolean {
  return form.key === 'header' || form.key === 'query' || form.key === 'second-header';
}
