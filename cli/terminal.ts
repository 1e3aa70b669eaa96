import { withoutInvisible } from '../engine/evidence/readings.ts';
import { breakCommands, withCommandsOff } from '../reports/runner-commands.ts';

/** How standard output shows text. */
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
  // Some terminals, such as those of editors and pipelines, say that they have no columns.
  const { columns = 0 } = output;
  return {
    colour: isWanted && noColour === '',
    width: columns === 0 ? defaultWidth : Math.max(columns, narrowestWidth),
  };
}

/** Prints on standard output. Nothing in the text is a command to the program that runs this, such as a runner of pipelines. */
export function print(text: string): void {
  process.stdout.write(breakCommands(text));
}

/** Prints what is for people alone: programs that read standard output would stumble over the lines around it. */
export function printForPeople(text: string): void {
  process.stdout.write(withCommandsOff(breakCommands(text), process.env));
}

/** What a terminal obeys or does not show: all but line breaks. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/**
 * A text of several lines without escapes, invisible characters, bidirectional overrides and commands to a runner of
 * pipelines.
 */
export function printable(text: string): string {
  return breakCommands(withoutInvisible(text.replaceAll(unsafe, '\uFFFD')));
}
