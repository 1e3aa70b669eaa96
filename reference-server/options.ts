import type { IncomingHttpHeaders } from 'node:http';
import type { Query } from './api-request.ts';
import type { ResponseTransform } from './transform-builders.ts';

/** API keys of the sample data: of its two users, and one that was regenerated away. */
export interface SampleKeys {
  readonly first: string;
  readonly second: string;
  readonly revoked: string;
}

/** The maximum number of API requests from one client address in a period. */
export interface RateLimit {
  readonly windowMs: number;
  readonly limit: number;
}

/** One defect of an import body: its place (a path such as `Bundle.entry[3].resource`) and description. */
export interface ImportIssue {
  readonly path: string;
  readonly message: string;
}

/** A request that has ended, as `onEnd` reports it. */
export interface EndedRequest {
  readonly method: string;
  /** Path and query as requested, without a key. */
  readonly target: string;
  /** Missing if the connection ended before an answer. */
  readonly status?: number;
  readonly ms: number;
}

/** A request as `onRequest` reports it, for tests that count requests. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
}

export interface ReferenceOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** An SQLite file, filled with the sample data if it is new; without it the store is in memory. */
  readonly dataFile?: string;
  /** The path prefix, such as `/some/app`. */
  readonly basePath?: string;
  /** A delay of every answer, for measurements. */
  readonly delayMs?: number;
  /** Per client address; default 1000 requests in 60 s. */
  readonly rateLimit?: RateLimit | 'off';
  readonly transforms?: readonly ResponseTransform[];
  /** Keys for new sample data; default: random ones. A data file that exists keeps its own. */
  readonly keys?: SampleKeys;
  /** Maximum size of a decompressed import body in bytes; default 50 MiB. */
  readonly bodyLimitBytes?: number;
  /** Validates an import beyond the reference's own requirements, before anything is created. */
  readonly validateImport?: (bundleText: string) => readonly ImportIssue[] | Promise<readonly ImportIssue[]>;
  readonly onRequest?: (request: SeenRequest) => void;
  readonly onEnd?: (request: EndedRequest) => void;
}

/** Name and password with which a sample user logs in to the pages. */
export interface SampleLogin {
  readonly name: string;
  readonly password: string;
}

/** A running reference installation. */
export interface Reference {
  readonly baseUrl: string;
  readonly keys: SampleKeys;
  readonly logins: readonly SampleLogin[];
  /**
   * Projects of the first sample user: the published one, the unpublished one, then imported ones from earlier runs.
   */
  readonly projectIds: readonly number[];
  /** Accepts no new connections, gives active requests a moment, then closes every connection. */
  close(): Promise<void>;
}
