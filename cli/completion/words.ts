import type { Command, Option } from 'commander';

/** What may be completed after a command. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** What may stand there without an option. */
  readonly values: readonly string[];
}

export interface OptionWords {
  /** "--tier". */
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Its values, where they are known. */
  readonly values: readonly string[];
  /** What may follow within the same word, where something may. */
  readonly next?: NextValues;
}

/** What follows a value in the same word, such as another report after a comma. */
export interface NextValues {
  readonly after: string;
  readonly values: readonly string[];
}

/** Values that Commander does not know, by the option or the command that takes them. */
export interface KnownValues {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly next: Readonly<Record<string, NextValues>>;
}

/** The words of a command line, from its definition. */
export function wordsOf(program: Command, known: KnownValues): readonly CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.map((option) => optionWords(option, known)), help],
    values: known.values[command.name()] ?? [],
  }));
}

const help: OptionWords = {
  flag: '--help',
  description: 'display help for command',
  takesValue: false,
  values: [],
};

function optionWords(
  { long, description, required, optional, argChoices }: Option,
  known: KnownValues,
): OptionWords {
  const flag = long ?? '';
  const { [flag]: next } = known.next;
  return {
    flag,
    description,
    takesValue: required || optional,
    values: argChoices ?? known.values[flag] ?? [],
    ...(next === undefined ? {} : { next }),
  };
}
