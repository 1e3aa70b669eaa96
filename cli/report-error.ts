import { ConfigurationError } from '../engine/configuration/problems.ts';
import type { KnownFailuresError } from '../engine/record/parse-known-failures.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** A mistake in how a command was called; its message is a sentence that says what to do. */
export class UsageError extends Error {}

/** Tells what went wrong on standard error, without a stack trace, and gives the exit code for it. */
export function reportError(thrown: unknown): ExitCode {
  if (thrown instanceof ConfigurationError) {
    const count = thrown.problems.length;
    process.stderr.write(
      `The configuration has ${count === 1 ? 'a mistake' : `${count} mistakes`}; nothing was sent.\n`,
    );
    for (const { place, message } of thrown.problems) process.stderr.write(`  ${place}: ${message}\n`);
    return exitCodes.usage;
  }
  if (isNamed<KnownFailuresError>(thrown, 'KnownFailuresError')) {
    process.stderr.write(`The list of known failures cannot be used; nothing was sent.\n`);
    for (const problem of thrown.problems) process.stderr.write(`  ${problem}\n`);
    return exitCodes.usage;
  }
  if (
    thrown instanceof UsageError ||
    isNamed<Error>(thrown, 'BaselineError') ||
    isNamed<Error>(thrown, 'WriteError')
  ) {
    process.stderr.write(`${thrown.message}\n`);
    return exitCodes.usage;
  }
  const message = thrown instanceof Error ? thrown.message : 'unknown cause';
  process.stderr.write(
    `The suite itself broke: ${message}\nPlease report this, with the version and what you ran.\n`,
  );
  return exitCodes.suiteFault;
}

/** Known by name, so that a command that cannot raise them need not load what can. */
function isNamed<T extends Error>(thrown: unknown, name: string): thrown is T {
  return thrown instanceof Error && thrown.name === name;
}
