/**
 * A mistake that only the user can correct, such as a file that cannot be read. Its message says what to do; commands
 * print it without a stack trace and end with exit code 2.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** A mistake in the use of a command. Its message says what to do. */
export class UsageError extends UserError {}
