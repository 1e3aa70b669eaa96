import type { Command } from 'commander';
import { UsageError } from './report-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Names that npm has options of its own for, which it may have been given for itself. */
const ownOptionsOfNpm: readonly string[] = ['json', 'quiet', 'progress', 'port', 'host'];

/**
 * Refuses a command whose options npm took for its own: without `--` before them it hands them on as variables, and a
 * pulse would be a check of everything. What npm drops altogether, such as `--only`, nobody can see.
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
    const isGiven = words.some((word) => word === long || word.startsWith(`${long}=`));
    return !isGiven && !ownOptionsOfNpm.includes(name) && isSetByNpm(name, variables);
  });
  if (taken === undefined) return;
  throw new UsageError(
    `npm took ${taken.long} for itself. Write two hyphens before the options: npm run ${script} -- ${taken.flags}`,
  );
}

function isSetByNpm(name: string, variables: Variables): boolean {
  return name !== '' && variables[`npm_config_${name.replaceAll('-', '_')}`] !== undefined;
}
