import type { Answer } from '../answer.ts';
import type { ApiRequest } from '../api-request.ts';
import type { ReferenceOptions } from '../options.ts';
import type { Store } from '../store/open.ts';
import type { User } from '../store/users.ts';

/** An authenticated request with everything that a handler needs to answer it. */
export interface Call {
  readonly request: ApiRequest;
  readonly user: User;
  readonly store: Store;
  readonly options: ReferenceOptions;
  /** Reads the body; throws a 4xx ApiError if it is too large or cannot be read. */
  readonly readBody: () => Promise<Buffer>;
}

/** Answers a call; throws an ApiError for a mistake of the caller. */
export type Handler = (call: Call) => Answer | Promise<Answer>;
