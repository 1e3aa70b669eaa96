import { startReference } from '../../../reference-server/index.ts';

/** Serves a data file in a process of its own and prints its address on the first line. */
const { baseUrl } = await startReference({ dataFile: process.argv[2] ?? '' });
process.stdout.write(`${baseUrl}\n`);
