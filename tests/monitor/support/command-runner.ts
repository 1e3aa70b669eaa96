import { Command } from 'commander';
import { registerMonitor } from '../../../cli/commands/monitor.ts';
import { reportError } from '../../../cli/report-error.ts';

/** A program with the one command `monitor`. */
const program = new Command('evidence-contract');
registerMonitor(program);
try {
  await program.parseAsync();
} catch (thrown) {
  process.exitCode = reportError(thrown);
}
