import type { CommandWords } from './words.ts';

/** The shells that a script can be made for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const program = 'evidence-contract';

/** A script that teaches a shell the commands, options and names of the suite. It starts no process while one types. */
export function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  if (shell === 'fish') return fishScript(commands);
  // zsh runs completions that were written for bash.
  return shell === 'bash'
    ? bashScript(commands)
    : `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
}

function bashScript(commands: readonly CommandWords[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter((option) => option.takesValue)
      .map(
        ({ flag, values: words }) => `    ${quote(`${name} ${flag}`)}) words=${quote(words.join(' '))} ;;`,
      ),
  );
  const words = commands.map(
    ({ name, options, values: own }) =>
      `      ${quote(name)}) words=${quote([...options.map(({ flag }) => flag), ...own].join(' '))} ;;`,
  );
  return `_evidence_contract() {
  local command=\${COMP_WORDS[1]} current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quote([...commands.map(({ name }) => name), '--help', '--version'].join(' '))}
  else
    case "$command $previous" in
${values.join('\n')}
    *) case "$command" in
${words.join('\n')}
      esac ;;
    esac
  fi
  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$current"))
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

/** In single quotes, in which shells read nothing else. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
