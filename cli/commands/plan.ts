import { type Command, Option } from 'commander';
import { type TierName, tiers } from '../../contract/scope.ts';
import { reportError } from '../report-error.ts';
import { collect } from './check.ts';

export interface PlanOptions {
  readonly installation?: string;
  readonly tier: TierName;
  readonly only: readonly string[];
  readonly json?: boolean;
}

/** Adds `plan`: tells the requests of a run before anything is sent. */
export function registerPlan(program: Command): void {
  program
    .command('plan')
    .description('Print the exact requests of a check, and their number, without sending any.')
    .option('--installation <name>', 'plan for one installation of installations.yaml')
    .addOption(new Option('--tier <tier>', 'how much to ask').choices([...tiers]).default('full'))
    .option('--only <name>', 'plan only this endpoint, check or topic (repeat for more)', collect, [])
    .option('--json', 'print JSON')
    .action(async (options: PlanOptions) => {
      try {
        const { printPlan } = await import('../check/print-plan.ts');
        await printPlan(options);
      } catch (thrown) {
        process.exitCode = reportError(thrown);
      }
    });
}
