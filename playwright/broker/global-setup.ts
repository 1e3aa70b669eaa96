import { columnsOf, columnsVariable, plainError } from '../errors.ts';
import { startBroker } from './broker.ts';
import { brokerVariable } from './messages.ts';

/** Starts the broker before the first worker, and closes it after the last one. */
async function setUp(): Promise<() => Promise<void>> {
  const broker = await startBroker();
  process.env[brokerVariable] = broker.url;
  process.env[columnsVariable] = `${columnsOf(process.stdout, process.env.PLAYWRIGHT_FORCE_TTY) ?? ''}`;
  return async () => {
    const problem = await broker.close();
    // Playwright reports it and fails the run, regardless of the selected tests.
    if (problem !== undefined) throw plainError(problem);
  };
}

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default setUp;
