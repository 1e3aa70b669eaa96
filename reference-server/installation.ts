import type { ReferenceOptions } from './options.ts';
import type { Store } from './store/open.ts';
import type { Users } from './store/users.ts';

/** A running installation: the state shared by all of its requests. */
export interface Installation {
  readonly store: Store;
  readonly users: Users;
  readonly options: ReferenceOptions;
  /** The path prefix without a slash at its end; empty for none. */
  readonly basePath: string;
}
