import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import type { Location } from '@playwright/test/reporter';
import { callersIn } from '../library/refusals.ts';
import { wrap } from '../reports/console/layout.ts';
import { breakCommands } from '../reports/runner-commands.ts';

/** The environment variable with the terminal's width, which the worker processes inherit: they have no terminal. */
export const columnsVariable = 'EVIDENCE_CONTRACT_COLUMNS';

/** Playwright indents a failure, and begins its first line with "Error: ". */
const errorPrefixLength = '    Error: '.length;
const narrowest = 40;

/**
 * The width of the terminal that Playwright's reporters print to, as they see it.
 * @param forced the value of PLAYWRIGHT_FORCE_TTY: `false`, or a size
 * @returns undefined if there is no terminal, or its width is unknown
 */
export function columnsOf({ columns }: { readonly columns?: number }, forced = ''): number | undefined {
  if (['0', 'false'].includes(forced)) return undefined;
  return Number.parseInt(forced, 10) || columns || undefined;
}

/**
 * Wraps the lines of a failure at the width of the terminal, and defuses CI runner commands; a command line stays
 * whole, so that it can be copied. Without a terminal, other programs read the lines and wrap them themselves.
 */
export function wrapped(message: string, columns = Number(process.env[columnsVariable])): string {
  if (!(columns > 0)) return breakCommands(message);
  const width = Math.max(columns - errorPrefixLength, narrowest);
  const lines = message.split('\n').flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    if (line.startsWith('  repeat: ')) return [line];
    return wrap(line.slice(indent.length), width, indent, indent === '' ? '' : `${indent}  `);
  });
  return breakCommands(lines.join('\n'));
}

/**
 * An error with a stack of the caller's own code: frames inside this package mean nothing to the reader, and Playwright
 * shows the code around the first frame.
 * @param frames the lines of the stack; by default those of the current caller
 */
export function plainError(message: string, frames: readonly string[] = callersIn(new Error())): Error {
  const error = new Error(wrapped(message));
  error.stack = [`Error: ${error.message}`, ...frames].join('\n');
  return error;
}

/** A stack frame for a location. */
export function frameAt({ file, line, column }: Location): string {
  return `    at ${file}:${line}:${column}`;
}

/** The first location in the caller's own code; undefined if there is none. */
export function firstLocation(frames: readonly string[]): Location | undefined {
  const frame = frames.find((line) => !/[\\/]node_modules[\\/]/.test(line)) ?? '';
  // "    at fn (FILE:LINE:COLUMN)", or without a function and parentheses.
  const opened = frame.indexOf(' (');
  const place = frame.slice(opened === -1 ? frame.indexOf('at ') + 3 : opened + 2).replace(/\)$/, '');
  const [column = '', line = '', ...rest] = place.split(':').toReversed();
  const file = rest.toReversed().join(':');
  if (file === '' || !/^\d{1,9}$/.test(line) || !/^\d{1,9}$/.test(column)) return undefined;
  const path = file.startsWith('file://') ? fileURLToPath(file) : file;
  return { file: path, line: Number(line), column: Number(column) };
}

/** Calls a declaring function with these arguments. */
export type Declaring = <A extends readonly unknown[]>(declare: (...words: A) => void, ...words: A) => void;

/** The arguments of `test.describe`: a title and the declarations below it. */
export type Describe = [title: string, body: () => void];

/**
 * Declares tests at the line that called a function of this package. Playwright locates a test at the line that calls
 * `test`, and offers no other way to set it; so code that is compiled to claim the caller's line makes that call.
 * @param called the function of this package that was called
 */
export function declaringAtCallerOf(called: (...words: never[]) => unknown): Declaring {
  const site = siteOfCaller(called);
  const file = site?.getFileName() ?? undefined;
  if (site === undefined || file === undefined) return (declare, ...words) => declare(...words);
  const indent = ' '.repeat(Math.max((site.getColumnNumber() ?? 1) - 1, 0));
  return runInThisContext(`(declare, ...words) =>\n${indent}declare(...words)`, {
    filename: file,
    // The call is on the second line, and lines count from 1.
    lineOffset: (site.getLineNumber() ?? 1) - 2,
  }) as Declaring;
}

/** A location in the running code, which Playwright itself maps back to its source. */
function siteOfCaller(called: (...words: never[]) => unknown): NodeJS.CallSite | undefined {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_error, sites) => sites;
    const holder: { readonly stack?: readonly NodeJS.CallSite[] } = {};
    Error.captureStackTrace(holder, called);
    return holder.stack?.[0];
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}
