import { type Command, Option } from 'commander';
import { ciServices } from '../init/ci-service.ts';
import type { InitOptions } from '../init/run-init.ts';

/** Adds `init`: writes Playwright tests of the contract into the current folder. */
export function registerInit(program: Command): void {
  program
    .command('init')
    .description(
      'Write a Playwright configuration, example tests and a pipeline here; nothing that is there is changed.',
    )
    .addOption(
      new Option('--ci <service>', 'write the pipeline of this service (default: of those found)').choices([
        ...ciServices,
        'none',
      ]),
    )
    .action(async (options: InitOptions) => {
      const { runInit } = await import('../init/run-init.ts');
      process.stdout.write(runInit(process.cwd(), options));
    });
}
