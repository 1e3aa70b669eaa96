import type { Command } from 'commander';
import type { DoctorOptions } from '../check/diagnose-coverage.ts';

/** Adds `doctor`: why coverage is not 100 %, and what to do about it. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Say why a run could not judge everything, and what to do about it, in order of effect.')
    .argument('[file]', 'run.json of a run; without it, the installation is checked')
    .option('--installation <name>', 'check one installation of installations.yaml')
    .option('--no-progress', 'print no progress')
    .addHelpText('after', '\nExit codes:\n  0  the reasons were printed\n  2  bad usage or configuration')
    .action(async (file: string | undefined, options: DoctorOptions) => {
      const { diagnoseCoverage } = await import('../check/diagnose-coverage.ts');
      process.exitCode = await diagnoseCoverage(file, options);
    });
}
