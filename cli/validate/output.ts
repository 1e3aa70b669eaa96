import { breakCommands } from '../../reports/runner-commands.ts';
import { printable } from '../terminal.ts';
import type { Result, Tally } from './result.ts';

/** How results are printed. */
export interface Formatter {
  /** The text to print now; empty if everything is printed at the end. */
  readonly add: (result: Result) => string;
  /** The final output: the totals, or the whole document. */
  readonly end: (tally: Tally) => string;
}

export const formatNames = ['text', 'json', 'sarif', 'junit', 'operation-outcome'] as const;
export type FormatName = (typeof formatNames)[number];

/** Formats that print each result at once. The others form one document. */
export const streamingFormats: readonly FormatName[] = ['text', 'json'];

/** Prints a sentence on standard error. */
export function say(sentence: string): void {
  process.stderr.write(printable(`${sentence}\n`));
}

/**
 * Prints a text on standard output, without CI runner commands. Waits until it is written, so that output that a slow
 * reader has not read yet does not fill the memory; resolves if the reader is gone.
 */
export function print(text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  return new Promise((resolve) => {
    process.stdout.write(breakCommands(text), () => resolve());
  });
}
