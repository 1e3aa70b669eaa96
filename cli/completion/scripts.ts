import type { Command, Option } from 'commander';

/** The words that may follow a command. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** Values that may stand there without an option. */
  readonly values: readonly string[];
}

export interface OptionWords {
  /** "--tier". */
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Its values, if they are known. */
  readonly values: readonly string[];
  /** Completions within the same word, if there are any. */
  readonly next?: NextValues;
}

/** Completions after a value within the same word, such as another report after a comma. */
export interface NextValues {
  readonly after: string;
  readonly values: readonly string[];
}

/** Values that Commander does not know, by the option or the command that takes them. */
export interface KnownValues {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly next: Readonly<Record<string, NextValues>>;
}

/** Collects the words of a command line from its definition. */
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

/** The shells that a script can be made for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const program = 'evidence-contract';

/**
 * A script that teaches a shell the commands, options and names of the suite. It starts no process while the user
 * types.
 */
export function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  if (shell === 'fish') return fishScript(commands);
  // zsh runs completions that were written for bash.
  return shell === 'bash'
    ? bashScript(commands)
    : `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
}

/**
 * Bash breaks words at `=`, `:` and `@`, which occur in the suite's names: the function reads the words from the line,
 * completes within the last one, and strips from each suggestion the part that Bash already treats as separate words.
 * An at sign belongs to the word after it.
 */
function bashScript(commands: readonly CommandWords[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter((option) => option.takesValue)
      .map(({ flag, values: words, next }) => {
        const more =
          next === undefined ? '' : ` after=${quote(next.after)} next=${quote(next.values.join(' '))}`;
        return `    ${quote(`${name} ${flag}`)}) words=${quote(words.join(' '))}${more} ;;`;
      }),
  );
  const words = commands.map(
    ({ name, options, values: own }) =>
      `      ${quote(name)}) words=${quote([...options.map(({ flag }) => flag), ...own].join(' '))} ;;`,
  );
  return `_evidence_contract() {
  local line=\${COMP_LINE:0:$COMP_POINT} breaks=\${COMP_WORDBREAKS-} base= words= after= next= word
  local current=\${line##*[[:space:]]}
  local before=\${line%"$current"}
  before=\${before%"\${before##*[![:space:]]}"}
  local whole=$current previous=\${before##*[[:space:]]} command=\${before#*[[:space:]]}
  local kept=\${whole%"\${whole##*[$breaks]}"}
  kept=\${kept%@}
  command=\${command#"\${command%%[![:space:]]*}"}
  command=\${command%%[[:space:]]*}
  COMPREPLY=()
  case "$current" in
    --*=*) previous=\${current%%=*} base=\${current%%=*}= current=\${current#*=} ;;
  esac
  case "$before" in
    *[[:space:]]*) case "$command $previous" in
${values.join('\n')}
    *) case "$command" in
${words.join('\n')}
      esac ;;
    esac ;;
    *) words=${quote([...commands.map(({ name }) => name), '--help', '--version'].join(' '))} ;;
  esac
  if [ -n "$after" ]; then
    case "$current" in
      *"$after"*) base=$base\${current%"$after"*}$after current=\${current##*"$after"} words=$next ;;
    esac
  fi
  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$current" | while read -r word; do
    word=$base$word
    echo "\${word#"$kept"}"
  done))
}
complete -o default -F _evidence_contract ${program}
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, description, options, values }) => {
    const after = `complete -c ${program} -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
      ...options.map(({ flag, description: meaning, takesValue, values: words }) =>
        [
          `${after} -l ${flag.slice(2)} -d ${quote(meaning)}`,
          ...(takesValue ? ['-r'] : []),
          ...(words.length > 0 ? [`-f -a ${quote(words.join(' '))}`] : []),
        ].join(' '),
      ),
      ...(values.length > 0 ? [`${after} -a ${quote(values.join(' '))}`] : []),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** In single quotes, shells interpret nothing. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
