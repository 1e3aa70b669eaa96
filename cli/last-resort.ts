import { codeOf } from '../engine/files.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { describeError, reportError } from './report-error.ts';

/** Reports what no command caught, as a sentence and by its exit code. A command with a handler of its own keeps it. */
export function reportUncaught(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (thrown: unknown) => {
      if (process.listenerCount(event) > 1) return;
      process.exit(reportError(thrown));
    });
  }
}

/**
 * Handles what becomes of the output. A reader such as `head` may close a pipe early, which is not an error. Where the
 * output cannot be written for another reason, such as a full disk, the command goes on, reports it at its end at the
 * latest, and never ends with 0.
 */
export function watchOutput(): void {
  let failure: ExitCode | undefined;
  process.stdout.on('error', (error) => {
    if (codeOf(error) === 'EPIPE' || failure !== undefined) return;
    const { text, code } = describeError(error);
    failure = code;
    process.stderr.write(`Standard output cannot be written. ${text}`);
  });
  // Nothing is left to report to.
  process.stderr.on('error', () => undefined);
  process.on('exit', (code) => {
    if (failure !== undefined && code !== exitCodes.interrupted) process.exitCode = failure;
  });
}
