import type { Command } from 'commander';
import { UsageError } from '../engine/user-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Names that npm also uses for its own options, which people and pipelines set for npm itself: `--quiet` is its log
 * level, `--no-progress` its bar. Both only change how much is printed, so they are left to npm.
 */
const leftToNpm: readonly string[] = ['quiet', 'progress'];

/**
 * Refuses a command whose options npm took for its own. Without `--` before them npm turns options into variables, and
 * a pulse would become a full check. npm drops `--only` without a trace, since it has an option of that name.
 * @param words the command line
 * @throws UsageError with the command line to use
 */
export function refuseOptionsTakenByNpm(
  program: Command,
  words: readonly string[],
  variables: Variables,
): void {
  const script = variables.npm_lifecycle_event;
  const command = program.commands.find((one) => one.name() === words[0]);
  if (script === undefined || command === undefined) return;
  const taken = command.options.find(({ long }) => {
    const name = (long ?? '').replace(/^--(no-)?/, '');
    return !leftToNpm.includes(name) && !isAmong(words, long) && isSetByNpm(name, variables);
  });
  if (taken === undefined) return;
  throw new UsageError(
    `npm took ${taken.long} for itself. Write two hyphens before the options: npm run ${script} -- ${taken.flags}`,
  );
}

function isAmong(words: readonly string[], long: string | undefined): boolean {
  return words.some((word) => word === long || word.startsWith(`${long}=`));
}

function isSetByNpm(name: string, variables: Variables): boolean {
  return name !== '' && variables[`npm_config_${name.replaceAll('-', '_')}`] !== undefined;
}
