import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from './endpoints.ts';

/** Query parameters as the request carries them; a repeated one is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One request to the API, as handlers, authentication and transforms see it. */
export interface ApiRequest {
  /** `undefined` if no endpoint fits. */
  readonly endpoint: Endpoint | undefined;
  readonly method: string;
  /** The path without the installation's prefix and without the query. */
  readonly path: string;
  /** The prefix under which the installation lives, such as `/some/app`; empty for none. */
  readonly basePath: string;
  /** The `:id` of the path, as text. */
  readonly id: string | undefined;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Most clients state what they accept; requests without a preference are often answered by another part of a service.
 */
export const asksForNoJson = ({ headers }: ApiRequest): boolean =>
  headers.accept === undefined || headers.accept === '*/*';

/** No Bundle with a resource is this short. */
const emptyBundleBytes = 80;

/** Whether the body of an import is a Bundle without a resource, by its length: the body is not read yet. */
export const carriesEmptyBundle = ({ headers }: ApiRequest): boolean =>
  Number(headers['content-length']) < emptyBundleBytes;
