import { type Command, Option } from 'commander';
import { compareFormats } from '../compare/format.ts';
import type { CompareOptions } from '../compare/run-compare.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printForHumans, terminalOf } from '../terminal.ts';

/** Adds `compare`: reports what changed between two runs, or since a baseline. */
export function registerCompare(program: Command): void {
  program
    .command('compare')
    .description(
      'Report what broke, what changed for clients, what is fixed and what is slower between two runs.',
    )
    .argument(
      '<before>',
      'run.json, the folder that holds it, a folder of several installations, or a baseline',
    )
    .argument('<after>', 'run.json, the folder that holds it, or a folder of several installations')
    .addOption(new Option('--format <format>', 'how to print (default: text)').choices(compareFormats))
    .option('--markdown', 'the same as --format markdown')
    .option('--json', 'the same as --format json')
    .addHelpText('after', exitCodeHelp)
    .action(async (before: string, after: string, options: CompareOptions) => {
      const { runCompare } = await import('../compare/run-compare.ts');
      const terminal = terminalOf(process.stdout, process.env);
      const { text, code } = await runCompare(before, after, options, terminal);
      if ((options.format ?? 'text') === 'text' && options.markdown !== true && options.json !== true)
        printForHumans(text);
      else print(text);
      process.exitCode = code;
    });
}

const exitCodeHelp = `
Exit codes:
  ${exitCodes.conforming}    nothing broke, as far as it was judged
  ${exitCodes.violated}    a requirement that held is broken, or the installation no longer answers as this API
  ${exitCodes.usage}    a file cannot be read, or is not a run record; an installation has a run before and none after
  ${exitCodes.drift}    nothing broke, but a change can break clients that rely on the earlier answers`;
