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
 * @returns nothing where there is no terminal, or it does not say
 */
export function columnsOf({ columns }: { readonly columns?: number }, forced = ''): number | undefined {
  if (['0', 'false'].includes(forced)) return undefined;
  return Number.parseInt(forced, 10) || columns || undefined;
}

/**
 * Breaks the lines of a failure at the width of the terminal, and what a runner of pipelines would obey; a command line stays whole, so that it can be copied. Where there is
 * no terminal other programs read the lines, and break them as they like.
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
