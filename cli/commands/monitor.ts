import type { Command } from 'commander';
import type { Configuration } from '../../engine/configuration/load.ts';
import type { MonitorConfiguration } from '../../monitor/index.ts';
import type { Embedded } from '../embedded.ts';
import { UsageError } from '../report-error.ts';

interface MonitorCommandOptions {
  readonly checkConfig?: true;
}

/** Adds `monitor`: a service that checks every configured installation on a schedule. */
export function registerMonitor(program: Command): void {
  program
    .command('monitor')
    .description('Check installations on a schedule, with metrics, history, pages and notifications.')
    .option('--check-config', 'read the whole configuration, report its mistakes, and start nothing')
    .action((options: MonitorCommandOptions) =>
      options.checkConfig === true ? checkConfiguration() : runMonitor(),
    );
}

async function load(): Promise<Configuration> {
  const { loadHere } = await import('../load-here.ts');
  return loadHere();
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
  let embedded: Embedded | undefined;
  const read = async (): Promise<MonitorConfiguration> => {
    const configuration = await load();
    if (configuration.installations.length > 0) return monitorConfiguration(configuration);
    // Without any configuration the monitor shows a demonstration: the embedded installation.
    const { startEmbedded } = await import('../embedded.ts');
    embedded ??= await startEmbedded(configuration.embedded);
    return monitorConfiguration(configuration, embedded);
  };
  try {
    const { variables } = await load();
    const service = readServiceSettings(variables, process.cwd());
    const monitor = await startMonitor({ service, configuration: await read(), readAgain: read });
    process.on('uncaughtException', monitor.catchFault);
    const stop = (): void => void monitor.close().then(() => embedded?.close());
    process.once('SIGTERM', stop).once('SIGINT', stop);
    process.on('SIGHUP', () => void monitor.reload());
  } catch (error) {
    await embedded?.close();
    throw await asUsageError(error);
  }
}

function blocksOf({ installations, monitor }: Configuration): {
  readonly common?: unknown;
  readonly installations: Configuration['installations'];
} {
  return { installations, ...(monitor === undefined ? {} : { common: monitor }) };
}

async function monitorConfiguration(
  configuration: Configuration,
  embedded?: Embedded,
): Promise<MonitorConfiguration> {
  const { readMonitorConfiguration } = await import('../../monitor/index.ts');
  const blocks = blocksOf(configuration);
  if (embedded === undefined) return readMonitorConfiguration(blocks);
  return readMonitorConfiguration({
    ...blocks,
    installations: [embedded.installation],
    isDemonstration: true,
  });
}

/** Turns a system error about a port or a folder into a message that says what to do. */
async function asUsageError(error: unknown): Promise<unknown> {
  const { HistoryError } = await import('../../monitor/index.ts');
  if (error instanceof HistoryError) return new UsageError(error.message);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UsageError('The port is in use: stop the other program, or choose another port with PORT.');
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError('The address does not belong to this machine: choose another with HOST.');
    case 'EACCES':
      return new UsageError('This user may not listen on this port or write DATA_DIR: choose others.');
    default:
      return error;
  }
}
