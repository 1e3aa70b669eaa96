import { ConfigurationError } from '../engine/configuration/problems.ts';
import { codeOf } from '../engine/files.ts';
import { UserError } from '../engine/user-error.ts';
import { issueTracker, suiteVersion } from '../engine/version.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { printable } from './terminal.ts';

/** The monitor cannot start now but may later: its supervisor should try again. */
export class StartError extends UserError {}

/** The exit code of a monitor that cannot start now. */
const couldNotStart = 1;

/** What an error leads to: the text for standard error, and the exit code. */
export interface ReportedError {
  readonly text: string;
  readonly code: ExitCode;
}

/** More lines would hide the first ones, which often cause the others. */
const mostProblemsShown = 50;
const longestMessage = 2000;

/** Errors of the operating system are no fault of the suite, regardless of the part that met them. */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EIO: 'reading or writing failed',
  EMFILE: 'this process has too many files open; raise the limit (ulimit -n)',
  ENFILE: 'the system has too many files open',
  ENOMEM: 'there is not enough memory',
};

/** Describes an error without a stack trace and without terminal control characters. */
export function describeError(thrown: unknown): ReportedError {
  if (thrown instanceof ConfigurationError) {
    const count = thrown.problems.length;
    const lines = thrown.problems.map(({ place, message }) => `  ${place}: ${message}`);
    const left = count > mostProblemsShown ? [`  and ${count - mostProblemsShown} more`] : [];
    return mistake(
      [
        `The configuration has ${count === 1 ? 'a mistake' : `${count} mistakes`}; nothing was sent.`,
        ...lines.slice(0, mostProblemsShown),
        ...left,
      ].join('\n'),
    );
  }
  if (thrown instanceof StartError) return { ...mistake(thrown.message), code: couldNotStart };
  if (thrown instanceof UserError) return mistake(thrown.message);
  if (thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'uv_cwd')
    return mistake('The current folder was deleted: change to another one.');
  const reason = systemReasons[codeOf(thrown)];
  if (reason !== undefined) return mistake(`The system refused${placeOf(thrown)}: ${reason}.`);
  return {
    text: printable(`The suite itself broke: ${faultOf(thrown)}\n${howToReport}\n`),
    code: exitCodes.suiteFault,
  };
}

/** Prints an error on standard error and returns its exit code. */
export function reportError(thrown: unknown): ExitCode {
  const { text, code } = describeError(thrown);
  process.stderr.write(text);
  return code;
}

const howToReport =
  `Please report this${issueTracker === undefined ? ' to the maintainer of your copy' : ` at ${issueTracker}`}, ` +
  `with what you ran, version ${suiteVersion} and Node.js ${process.versions.node}.`;

function mistake(text: string): ReportedError {
  return { text: printable(`${text}\n`), code: exitCodes.usage };
}

/** The file that the system refused to open, if the error names it. */
function placeOf(thrown: unknown): string {
  return thrown instanceof Error && 'path' in thrown ? ` ${String(thrown.path)}` : '';
}

function faultOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown cause';
  const message = thrown.message.slice(0, longestMessage);
  const place = firstPlaceIn(thrown.stack ?? '');
  return `${thrown.name}: ${message}${place === undefined ? '' : ` (${place})`}`;
}

/** One place in the code, for the developer who fixes it; the whole stack does not help the user of the command. */
function firstPlaceIn(stack: string): string | undefined {
  const line = stack.split('\n').find((one) => one.startsWith('    at '));
  const words = line?.trim().split(' ').at(-1);
  return words?.replaceAll(/[()]/g, '').split('/').slice(-3).join('/');
}

/**
 * Reports errors that no command caught, as a sentence and by the exit code. A command with a handler of its own keeps
 * it.
 */
export function reportUncaught(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (thrown: unknown) => {
      if (process.listenerCount(event) > 1) return;
      process.exit(reportError(thrown));
    });
  }
}

/**
 * Handles output errors. A reader such as `head` may close a pipe early, which is not an error. If the output cannot be
 * written for another reason, such as a full disk, the command goes on, reports it by its end, and never exits with 0.
 */
export function watchOutput(): void {
  let failure: ExitCode | undefined;
  process.stdout.on('error', (error) => {
    if (codeOf(error) === 'EPIPE' || failure !== undefined) return;
    const { text, code } = describeError(error);
    failure = code;
    process.stderr.write(`Standard output cannot be written. ${text}`);
  });
  // With standard error gone, there is nowhere to report to.
  process.stderr.on('error', () => undefined);
  process.on('exit', (code) => {
    if (failure !== undefined && code !== exitCodes.interrupted) process.exitCode = failure;
  });
}
