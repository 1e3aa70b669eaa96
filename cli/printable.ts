import { withoutInvisible } from '../engine/evidence/readings.ts';
import { breakCommands } from '../reports/runner-commands.ts';

/** What a terminal obeys or does not show: all but line breaks. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** A text of several lines without escapes, invisible characters, bidirectional overrides and commands to a runner of pipelines. */
export function printable(text: string): string {
  return breakCommands(withoutInvisible(text.replaceAll(unsafe, '\uFFFD')));
}
