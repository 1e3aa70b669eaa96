import { startHostileServers } from './hostile.ts';

/** The program of the process with the hostile installations: prints where they listen, and runs until it is ended. */
process.stdout.write(`${JSON.stringify(await startHostileServers())}\n`);
