import { withoutInvisible } from '../engine/evidence/readings.ts';
import { breakCommands, withCommandsOff } from '../reports/runner-commands.ts';

/** The properties of standard output as a display. */
export interface Terminal {
  readonly colour: boolean;
  /** Columns. */
  readonly width: number;
}

const defaultWidth = 100;
const narrowestWidth = 40;

/** Describes standard output; honours NO_COLOR and FORCE_COLOR. */
export function terminalOf(output: NodeJS.WriteStream, variables: NodeJS.ProcessEnv): Terminal {
  const { NO_COLOR: noColour = '', FORCE_COLOR: forced = '0' } = variables;
  const isWanted = output.isTTY === true || forced !== '0';
  // Some terminals, such as those of editors and pipelines, report zero columns.
  const { columns = 0 } = output;
  return {
    colour: isWanted && noColour === '',
    width: columns === 0 ? defaultWidth : Math.max(columns, narrowestWidth),
  };
}

/** Prints on standard output. Nothing in the text acts as a command to a CI runner. */
export function print(text: string): void {
  process.stdout.write(breakCommands(text));
}

/** Prints text for people only: it would break the parsers of programs that read standard output. */
export function printForHumans(text: string): void {
  process.stdout.write(withCommandsOff(breakCommands(text), process.env));
}

/** Characters that control a terminal or are invisible, except line breaks. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/**
 * Removes escapes, invisible characters, bidirectional overrides and CI runner commands from a text of several lines.
 */
export function printable(text: string): string {
  return breakCommands(withoutInvisible(text.replaceAll(unsafe, '\uFFFD')));
}
