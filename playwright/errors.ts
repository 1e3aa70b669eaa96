import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import type { Location } from '@playwright/test/reporter';
import { callersIn } from '../library/refusals.ts';
import { wrap } from '../reports/console/layout.ts';
import { breakCommands } from '../reports/runner-commands.ts';

/** The environment variable with the columns of the terminal, which the worker processes inherit: they have none themselves. */
export const columnsVariable = 'EVIDENCE_CONTRACT_COLUMNS';

/** Playwright indents what failed, and begins its first line with "Error: ". */
const taken = '    Error: '.length;
const narrowest = 40;

/**
 * The columns of the terminal that Playwright's reporters print to, as they see it.
 * @param forced the value of PLAYWRIGHT_FORCE_TTY: `false`, or a size
 * @returns nothing if there is no terminal, or it does not say
 */
export function columnsOf({ columns }: { readonly columns?: number }, forced = ''): number | undefined {
  if (['0', 'false'].includes(forced)) return undefined;
  return Number.parseInt(forced, 10) || columns || undefined;
}

/**
 * Breaks the lines of a failure at the width of the terminal, and what a runner of pipelines would obey; a command line stays
 * whole, so that it can be copied. If there is no terminal, other programs read the lines, and break them as they like.
 */
export function wrapped(message: string, columns = Number(process.env[columnsVariable])): string {
  if (!(columns > 0)) return breakCommands(message);
  const width = Math.max(columns - taken, narrowest);
  const lines = message.split('\n').flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    if (line.startsWith('  repeat: ')) return [line];
    return wrap(line.slice(indent.length), width, indent, indent === '' ? '' : `${indent}  `);
  });
  return breakCommands(lines.join('\n'));
}

/**
 * An error whose stack is that of the caller's own code: where in this package it was noticed means nothing to the reader,
 * and Playwright shows the code around the first frame.
 * @param frames the lines of the stack; by default those of the code that is calling now
 */
export function plainError(message: string, frames: readonly string[] = callersIn(new Error())): Error {
  const error = new Error(wrapped(message));
  error.stack = [`Error: ${error.message}`, ...frames].join('\n');
  return error;
}

/** The frame of a place, as a stack has it. */
export function frameAt({ file, line, column }: Location): string {
  return `    at ${file}:${line}:${column}`;
}

/** The first place of the caller's own code among frames; undefined if they have none. */
export function placeIn(frames: readonly string[]): Location | undefined {
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

/** Calls what declares a test, with these arguments. */
export type Declaring = <A extends readonly unknown[]>(declare: (...words: A) => void, ...words: A) => void;

/** What `test.describe` takes: a title and the declarations below it. */
export type Describe = [title: string, body: () => void];

/**
 * Declares tests at the line that called a function of this package. Playwright takes for the place of a test the line that
 * calls `test`, and offers no other way to name one; so that call is made by code that says it stands at the caller's line.
 * @param called the function of this package that was called
 */
export function declaringAtCallerOf(called: (...words: never[]) => unknown): Declaring {
  const site = siteOfCaller(called);
  const file = site?.getFileName() ?? undefined;
  if (site === undefined || file === undefined) return (declare, ...words) => declare(...words);
  const indent = ' '.repeat(Math.max((site.getColumnNumber() ?? 1) - 1, 0));
  return runInThisContext(`(declare, ...words) =>\n${indent}declare(...words)`, {
    filename: file,
    // The call stands on the second line, and lines are counted from 1.
    lineOffset: (site.getLineNumber() ?? 1) - 2,
  }) as Declaring;
}

/** In the code that runs, which Playwright itself traces back to its source. */
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
