import { type Command, Option } from 'commander';
import { type TierName, tiers } from '../../contract/scope.ts';
import { exitCodes } from '../exit-codes.ts';
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
    .addHelpText('after', exitCodeHelp)
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

const exitCodeHelp = `
Exit codes:
  ${exitCodes.conforming}    every requirement judged holds
  ${exitCodes.violated}    a requirement is broken, or a known failure is outdated
  ${exitCodes.usage}    bad usage or configuration
  ${exitCodes.unreachable}    unreachable, under maintenance, not this API, or key rejected everywhere
  ${exitCodes.throttled}    throttled so that something stayed unjudged
  ${exitCodes.lowCoverage}    coverage below MIN_COVERAGE, or nothing could be judged
  ${exitCodes.drift}    breaking drift from the baseline
  ${exitCodes.suiteFault}    a fault of the suite
  ${exitCodes.interrupted}  interrupted; the record is written, marked cut short`;
