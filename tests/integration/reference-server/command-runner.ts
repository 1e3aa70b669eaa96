import { Command } from 'commander';
import { registerReference } from '../../../cli/commands/reference.ts';

/** The command `reference` alone, in a process of its own. */
const program = new Command('evidence-contract');
registerReference(program);
await program.parseAsync();
