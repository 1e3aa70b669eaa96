import { fileURLToPath } from 'node:url';
import type { Location } from '@playwright/test/reporter';
import { callersIn } from '../library/own-frames.ts';
import { wrapped } from './wrapped.ts';

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

/** The first place of the caller's own code among frames; undefined where they have none. */
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
