import { breakCommands } from '../../reports/runner-commands.ts';
import { printable } from '../terminal.ts';

/** Prints a sentence on standard error. */
export function say(sentence: string): void {
  process.stderr.write(printable(`${sentence}\n`));
}

/**
 * Prints a text on standard output, without commands to a runner of pipelines. Waits until it is written, so that what a slow
 * reader has not read yet does not fill the memory; if the reader is gone, it is done.
 */
export function print(text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  return new Promise((resolve) => {
    process.stdout.write(breakCommands(text), () => resolve());
  });
}
