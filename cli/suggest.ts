import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import { UsageError } from '../engine/user-error.ts';

/** Makes every option and argument with a fixed set of values suggest the nearest one. */
export function suggestChoices(program: Command): void {
  for (const { options, registeredArguments } of program.commands)
    for (const taker of [...options, ...registeredArguments])
      if (taker.argChoices !== undefined) suggestFrom(taker, taker.argChoices);
}

function suggestFrom(taker: Option | Argument, choices: readonly string[]): void {
  taker.argParser((word: string) => {
    if (choices.includes(word)) return word;
    const allowed = `Allowed choices are ${choices.join(', ')}.`;
    throw new InvalidArgumentError(`${allowed}${didYouMean(word, choices)}`);
  });
}

/**
 * Refuses an unknown command in Commander's words, also when help is asked for: the program's help would say nothing
 * about it.
 * @param words the command line
 * @throws UsageError
 */
export function refuseUnknownCommand(program: Command, words: readonly string[]): void {
  const [first, second] = words;
  const name = first === 'help' ? second : first;
  const names = program.commands.map((command) => command.name());
  if (name === undefined || name.startsWith('-') || [...names, 'help'].includes(name)) return;
  throw new UsageError(
    `error: unknown command '${name.slice(0, 60)}'.${didYouMean(name, names)}\n(use --help to list commands and options)`,
  );
}
