import { runInThisContext } from 'node:vm';

/** Calls what declares a test, with these arguments. */
export type Declaring = <A extends readonly unknown[]>(declare: (...words: A) => void, ...words: A) => void;

/** What `test.describe` takes: a title and what is declared below it. */
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
