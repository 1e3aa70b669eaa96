import type { Command } from 'commander';
import type { Configuration } from '../../engine/configuration.ts';
import type { MonitorConfiguration } from '../../monitor/index.ts';
import type { Reference } from '../../reference/index.ts';

const usageExitCode = 2;

interface MonitorCommandOptions {
  readonly checkConfig?: true;
}

/** Adds `monitor`: a service that checks every configured installation on a schedule until it is stopped. */
export function registerMonitor(program: Command): void {
  program
    .command('monitor')
    .description('check installations on a schedule, with metrics, history, pages and notifications')
    .option('--check-config', 'read the whole configuration, say what is wrong, and start nothing')
    .action(async (options: MonitorCommandOptions) => {
      try {
        await (options.checkConfig === true ? checkConfiguration() : runMonitor());
      } catch (error) {
        process.stderr.write(`${await sentenceOf(error)}\n`);
        process.exitCode = usageExitCode;
      }
    });
}

async function checkConfiguration(): Promise<void> {
  const { readMonitorConfiguration, readServiceSettings } = await import('../../monitor/index.ts');
  const configuration = await load();
  const { installations } = readMonitorConfiguration(blocksOf(configuration));
  const { host, port, dataDirectory, databaseUrl } = readServiceSettings(
    configuration.variables,
    process.cwd(),
  );
  const names = installations.map(({ installation }) => installation.name).join(', ');
  const what =
    installations.length === 0 ? 'nothing is configured: the embedded reference installation' : names;
  const store = databaseUrl === undefined ? `SQLite in ${dataDirectory}` : 'PostgreSQL';
  process.stdout.write(`The configuration is good.\nIt monitors: ${what}\nHistory: ${store}\n`);
  process.stdout.write(`Address: http://${host}:${port}\n`);
}

async function runMonitor(): Promise<void> {
  const { readServiceSettings, startMonitor } = await import('../../monitor/index.ts');
  let reference: Reference | undefined;
  const read = async (): Promise<MonitorConfiguration> => {
    const configuration = await load();
    if (configuration.installations.length === 0) reference ??= await startEmbedded();
    return monitorConfiguration(configuration, reference);
  };
  const { variables } = await load();
  const service = readServiceSettings(variables, process.cwd());
  try {
    const monitor = await startMonitor({ service, configuration: await read(), readAgain: read });
    const stop = (): void => void monitor.close().then(() => reference?.close());
    process.once('SIGTERM', stop).once('SIGINT', stop);
    process.on('SIGHUP', () => void monitor.reload());
  } catch (error) {
    await reference?.close();
    throw error;
  }
}

async function load(): Promise<Configuration> {
  const { loadConfiguration } = await import('../../engine/configuration.ts');
  return loadConfiguration({ environment: process.env, directory: process.cwd() });
}

function blocksOf({ installations, monitor }: Configuration): {
  readonly common?: unknown;
  readonly installations: Configuration['installations'];
} {
  return { installations, ...(monitor === undefined ? {} : { common: monitor }) };
}

async function monitorConfiguration(
  configuration: Configuration,
  reference: Reference | undefined,
): Promise<MonitorConfiguration> {
  const { readMonitorConfiguration } = await import('../../monitor/index.ts');
  const blocks = blocksOf(configuration);
  if (configuration.installations.length > 0 || reference === undefined)
    return readMonitorConfiguration(blocks);
  const { Secret } = await import('../../engine/secret.ts');
  const { baseUrl, keys } = reference;
  const embedded = {
    ...configuration.embedded,
    baseUrl,
    key: new Secret(keys.first),
    secondKey: new Secret(keys.second),
    revokedKey: new Secret(keys.revoked),
  };
  return readMonitorConfiguration({ ...blocks, installations: [embedded], isDemonstration: true });
}

/** Without any configuration a newcomer sees a living page: of an installation that comes with the suite. */
async function startEmbedded(): Promise<Reference> {
  const { startReference } = await import('../../reference/index.ts');
  return startReference({ rateLimit: 'off' });
}

/** What to tell a user, without a stack. */
async function sentenceOf(error: unknown): Promise<string> {
  const { ConfigurationError } = await import('../../engine/configuration.ts');
  const { HistoryError } = await import('../../monitor/index.ts');
  if (error instanceof ConfigurationError || error instanceof HistoryError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return 'The port is in use: stop the other program, or choose another port by PORT.';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'The address does not belong to this machine: choose another by HOST.';
    case 'EACCES':
      return 'This user may not listen on this port or write DATA_DIR: choose others.';
    default:
      return `The monitor could not start: ${message}`;
  }
}
