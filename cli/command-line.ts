import { Command, CommanderError } from 'commander';
import { UsageError } from '../engine/user-error.ts';
import { suiteVersion } from '../engine/version.ts';
import { isForGithub, reportErrorToGithub } from './check/github-error.ts';
import { registerCheck } from './commands/check.ts';
import { registerChecks } from './commands/checks.ts';
import { registerCompare } from './commands/compare.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerHistory } from './commands/history.ts';
import { registerInit } from './commands/init.ts';
import { registerMonitor } from './commands/monitor.ts';
import { registerPlan } from './commands/plan.ts';
import { registerReference } from './commands/reference.ts';
import { registerValidate } from './commands/validate.ts';
import { exitCodes } from './exit-codes.ts';
import { refuseOptionsTakenByNpm } from './npm-options.ts';
import { reportError, reportUncaught, watchOutput } from './report-error.ts';
import { refuseUnknownCommand, suggestChoices } from './suggest.ts';
import { printable } from './terminal.ts';

reportUncaught();
watchOutput();

const program = new Command('evidence-contract')
  .description('Contract tests and monitoring for the Research Evidence Service REST API, version 3.')
  .version(suiteVersion)
  .showHelpAfterError('(use --help to list commands and options)')
  // Commander quotes the command line, which may hold any character.
  .configureOutput({ writeErr: (text) => process.stderr.write(printable(text)) })
  .exitOverride();

registerCheck(program);
registerPlan(program);
registerChecks(program);
registerCompare(program);
registerDoctor(program);
registerValidate(program);
registerMonitor(program);
registerHistory(program);
registerReference(program);
registerCompletion(program);
registerInit(program);
for (const command of program.commands) command.exitOverride();
suggestChoices(program);

// Settings are loaded only for the help texts: other commands start sooner without.
if (process.argv.some((word) => ['help', '--help', '-h'].includes(word))) {
  const { addSettingsHelp } = await import('./settings-help.ts');
  addSettingsHelp(program);
}

try {
  refuseUnknownCommand(program, process.argv.slice(2));
  refuseOptionsTakenByNpm(program, process.argv.slice(2), process.env);
  await program.parseAsync();
} catch (thrown) {
  // Commander has already printed its message. --help also ends here, with code 0.
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : exitCodes.usage;
  else process.exitCode = reportError(thrown);
  const words = process.argv.slice(2);
  if (process.exitCode !== 0 && isForGithub(words)) {
    const error = thrown instanceof CommanderError ? new UsageError(thrown.message) : thrown;
    const unwritten = await reportErrorToGithub(error, process.env, (text) => process.stdout.write(text));
    for (const problem of unwritten) process.stderr.write(printable(`${problem}\n`));
  }
}
