import { wrapped } from './wrapped.ts';

/** An error without a stack trace, since the place where it was thrown means nothing to the reader. */
export function plainError(message: string): Error {
  const error = new Error(wrapped(message));
  error.stack = error.message;
  return error;
}
