import { type Command, InvalidArgumentError, Option } from 'commander';
import { tiers } from '../../contract/scope.ts';
import { nearestName } from '../../engine/configuration/did-you-mean.ts';
import { usualReports } from '../../reports/formats.ts';
import { type CheckOptions, type CheckReport, checkReports, collect, parseShard } from '../check/options.ts';
import { exitCodeHelp } from '../exit-codes.ts';
import { namedFile, namedFolder } from '../files.ts';

/** Adds `check`: judges installations and returns the result as the exit code. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('Check an installation against the document; without BASE_URL and key, the embedded one.')
    .option('--installation <name>', 'check one installation of installations.yaml')
    .addOption(new Option('--tier <tier>', 'how much to check (default: full)').choices([...tiers]))
    .option(
      '--only <name>',
      'limit the run to this endpoint, check, topic or requirement (repeatable)',
      collect,
      [],
    )
    .option(
      '--shard <n/m>',
      'check one part of the endpoints, such as 2/3, which other runs complete',
      parseShard,
    )
    .option('--json', 'print the run record instead of text')
    .option('--quiet', 'print only problems')
    .option('--details', 'print each failure of a finding, not only the first')
    .option('--no-progress', 'print no progress')
    .option('--known <file>', 'list of known failures (KNOWN_FAILURES)', namedFile)
    .option(
      '--baseline <file>',
      'report what changed since this baseline (BASELINE); breaking drift is exit 6',
      namedFile,
    )
    .option(
      '--save-baseline <file>',
      'save the observations of this run as a baseline; BASELINE is not compared',
      namedFile,
    )
    .option(
      '--save-known <file>',
      'save what fails now as known failures, for 30 days; this run is judged as it is',
      namedFile,
    )
    .option('--open', 'show report.html in a browser')
    .option(
      '--report <list>',
      `reports to write next to run.json, separated by commas: ${checkReports.join(', ')} (default: ${usualReports.join(',')}; empty: run.json alone)`,
      parseReports,
    )
    .option('--report-dir <folder>', 'where to write reports (REPORTS_DIR)', namedFolder)
    .option('--evidence <file>', 'judge kept evidence again (KEEP_EVIDENCE), without a network', namedFile)
    .addHelpText('after', help)
    .allowExcessArguments()
    .action(async (options: CheckOptions, { args: [name] }: Command) => {
      if (name !== undefined) (await import('../refuse-names.ts')).refuseNames('check', name);
      const { runCheck } = await import('../check/run-check.ts');
      process.exitCode = await runCheck(options);
    });
}

function parseReports(list: string): readonly CheckReport[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.map((name) => {
    const report = checkReports.find((one) => one === name);
    if (report !== undefined) return report;
    const near = nearestName(name, checkReports);
    const help = near === undefined ? `Choose from ${checkReports.join(', ')}.` : `Did you mean ${near}?`;
    throw new InvalidArgumentError(`There is no report "${name}". ${help}`);
  });
}

const help = `
The report github is for a step of GitHub Actions: a summary, an annotation for each finding, and the outputs state,
coverage, findings and report.

Exit codes:
${exitCodeHelp}`;
