import { type Command, Option } from 'commander';
import { type TierName, tiers } from '../../contract/scope.ts';
import { exitCodeHelp } from '../exit-codes.ts';
import { reportError } from '../report-error.ts';

export interface CheckOptions {
  readonly installation?: string;
  readonly tier: TierName;
  readonly only: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly progress: boolean;
  readonly known?: string;
  readonly baseline?: string;
  readonly saveBaseline?: string;
  readonly evidence?: string;
}

/** Adds `check`: judges installations and tells by the exit code what came of it. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('Judge an installation by the document; without BASE_URL and key, the embedded one.')
    .option('--installation <name>', 'check one installation of installations.yaml')
    .addOption(new Option('--tier <tier>', 'how much to ask').choices([...tiers]).default('full'))
    .option(
      '--only <name>',
      'ask and judge only this endpoint, check or topic (repeat for more)',
      collect,
      [],
    )
    .option('--json', 'print the run record instead of text')
    .option('--quiet', 'print only what is wrong')
    .option('--no-progress', 'print no progress')
    .option('--known <file>', 'failures to expect (KNOWN_FAILURES)')
    .option('--baseline <file>', 'tell what changed since this baseline; breaking drift is exit 6')
    .option('--save-baseline <file>', 'save the observations of this run as a baseline')
    .option('--evidence <file>', 'judge kept evidence again (KEEP_EVIDENCE), without a network')
    .addHelpText('after', help)
    .action(async (options: CheckOptions) => {
      try {
        const { runCheck } = await import('../check/run-check.ts');
        process.exitCode = await runCheck(options);
      } catch (thrown) {
        process.exitCode = reportError(thrown);
      }
    });
}

/** Gathers a repeatable option. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

const help = `
Exit codes:
${exitCodeHelp}

Settings come from the environment and .env: BASE_URL, API_KEY, and those in .env.example.`;
