import type { Result, Tally } from './result.ts';

/** How results are printed. */
export interface Formatter {
  /** The text to print now; empty if everything is printed at the end. */
  readonly add: (result: Result) => string;
  /** What comes last: the totals, or the whole document. */
  readonly end: (tally: Tally) => string;
}

export const formatNames = ['text', 'json', 'sarif', 'junit', 'operation-outcome'] as const;
export type FormatName = (typeof formatNames)[number];

/** Formats that print each result at once. The others are one document. */
export const streamingFormats: readonly FormatName[] = ['text', 'json'];
