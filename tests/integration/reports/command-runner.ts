import { Command } from 'commander';
import { registerCompare } from '../../../cli/commands/compare.ts';

/** Runs `compare` alone, as the command line does. */
const program = new Command('evidence-contract');
registerCompare(program);
await program.parseAsync();
