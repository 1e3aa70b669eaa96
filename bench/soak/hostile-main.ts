import { startHostileServers } from './hostile.ts';

/** The program of the process with the hostile installations: prints their addresses, and runs until it is killed. */
process.stdout.write(`${JSON.stringify(await startHostileServers())}\n`);
