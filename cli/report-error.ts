import { ConfigurationError } from '../engine/configuration/problems.ts';
import { UserError } from '../engine/user-error.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** A mistake in how a command was called. Its message says what to do. */
export class UsageError extends UserError {}

/** Prints an error to standard error, without a stack trace, and returns its exit code. */
export function reportError(thrown: unknown): ExitCode {
  if (thrown instanceof ConfigurationError) {
    const count = thrown.problems.length;
    process.stderr.write(
      `The configuration has ${count === 1 ? 'a mistake' : `${count} mistakes`}; nothing was sent.\n`,
    );
    for (const { place, message } of thrown.problems) process.stderr.write(`  ${place}: ${message}\n`);
    return exitCodes.usage;
  }
  if (thrown instanceof UserError) {
    process.stderr.write(`${thrown.message}\n`);
    return exitCodes.usage;
  }
  const message = thrown instanceof Error ? thrown.message : 'unknown cause';
  process.stderr.write(
    `The suite itself broke: ${message}\nPlease report this, with the version and what you ran.\n`,
  );
  return exitCodes.suiteFault;
}
