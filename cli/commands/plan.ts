import { type Command, Option } from 'commander';
import { tiers } from '../../contract/scope.ts';
import { collect, type PlanOptions } from '../check/options.ts';

/** Adds `plan`: prints the requests of a run without sending any. */
export function registerPlan(program: Command): void {
  program
    .command('plan')
    .description('Print the exact requests of a check, and their number, without sending any.')
    .option('--installation <name>', 'plan for one installation of installations.yaml')
    .addOption(new Option('--tier <tier>', 'how much to check').choices([...tiers]).default('full'))
    .option(
      '--only <name>',
      'limit the plan to this endpoint, check, topic or requirement (repeatable)',
      collect,
      [],
    )
    .option('--json', 'print JSON')
    .allowExcessArguments()
    .action(async (options: PlanOptions, { args: [name] }: Command) => {
      if (name !== undefined) (await import('../refuse-names.ts')).refuseNames('plan', name);
      const { printPlan } = await import('../check/print-plan.ts');
      await printPlan(options);
    });
}
