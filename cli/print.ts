import { breakCommands, withCommandsOff } from '../reports/runner-commands.ts';

/** Prints on standard output. Nothing in the text is a command to what runs this, such as a runner of pipelines. */
export function print(text: string): void {
  process.stdout.write(breakCommands(text));
}

/** Prints what is for people alone: programs that read standard output would stumble over the lines around it. */
export function printForPeople(text: string): void {
  process.stdout.write(withCommandsOff(breakCommands(text), process.env));
}
