import { brokerVariable, startBroker } from './broker.ts';

/** Starts the broker before the first worker, and closes it after the last one. */
async function setUp(): Promise<() => Promise<void>> {
  const broker = await startBroker();
  process.env[brokerVariable] = broker.url;
  return () => broker.close();
}

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default setUp;
