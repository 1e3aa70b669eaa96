import type { Command } from 'commander';
import type { Embedded } from '../../application/embedded.ts';
import { didYouMean } from '../../engine/configuration/did-you-mean.ts';
import type { Configuration, LoadedForOthers } from '../../engine/configuration/load.ts';
import { ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { UsageError } from '../../engine/user-error.ts';
import type { MonitorConfiguration } from '../../monitor/index.ts';
import { StartError } from '../report-error.ts';
import { print, terminalOf } from '../terminal.ts';

interface MonitorCommandOptions {
  readonly checkConfig?: true;
  readonly service?: true;
  readonly testNotify?: string;
}

/** Adds `monitor`: a service that checks every configured installation on a schedule. */
export function registerMonitor(program: Command): void {
  program
    .command('monitor')
    .description('Check installations on a schedule, with metrics, history, pages and notifications.')
    .option('--check-config', 'read the whole configuration, report its mistakes, and start nothing')
    .option('--service', 'run as a service: without installations end with exit 2, and show no demonstration')
    .option(
      '--test-notify <channel>',
      'send a test to the channels of this name, report the answers, and start nothing',
    )
    .addHelpText('after', `\nExit codes:\n${exitCodesOfMonitor}\n`)
    .action((options: MonitorCommandOptions) => {
      if (options.checkConfig === true) return checkConfiguration(options);
      return options.testNotify === undefined ? runMonitor(options) : testNotify(options, options.testNotify);
    });
}

const exitCodesOfMonitor = [
  '  0    it was asked to end',
  '  1    it cannot start now: its store, database or port is not available; try again later.',
  '       --test-notify: a channel did not take the test',
  '  2    bad usage or configuration',
].join('\n');

async function load({ service }: MonitorCommandOptions): Promise<Configuration> {
  const { loadProcessConfiguration } = await import('../../application/process-configuration.ts');
  const configuration = await loadProcessConfiguration(undefined, problemsOfMonitor);
  if (service === true && configuration.installations.length === 0 && !configuration.isEmbeddedChosen)
    throw new UsageError(noInstallations);
  return configuration;
}

/** Mistakes in the settings of the service and in the `monitor` blocks. */
async function problemsOfMonitor(loaded: LoadedForOthers): Promise<readonly Problem[]> {
  const { readMonitorConfiguration, readPlace, readServiceSettings } = await import('../../monitor/index.ts');
  const problemsIn = (read: () => unknown): readonly Problem[] => {
    try {
      read();
      return [];
    } catch (thrown) {
      if (thrown instanceof ConfigurationError) return thrown.problems;
      throw thrown;
    }
  };
  return [
    ...problemsIn(() => readMonitorConfiguration({ ...blocksOf(loaded), ...readPlace(loaded.variables) })),
    ...problemsIn(() => readServiceSettings(loaded.variables, process.cwd())),
  ];
}

const noInstallations =
  'No installation is configured: write installations.yaml into the folder where the service runs, or name it by ' +
  'INSTALLATIONS_FILE, or set BASE_URL and API_KEY (BASE_URL=embedded: the demonstration).';

async function checkConfiguration(options: MonitorCommandOptions): Promise<void> {
  const { readServiceSettings } = await import('../../monitor/index.ts');
  const configuration = await load(options);
  const { installations } = await monitorConfiguration(configuration);
  const service = readServiceSettings(configuration.variables, process.cwd());
  const { host, port, dataDirectory, databaseUrl, statusPage = [] } = service;
  const watched = installations.map(({ installation }) => installation.name);
  const what =
    watched.length === 0 ? 'nothing is configured: the embedded reference installation' : watched.join(', ');
  const store = databaseUrl === undefined ? `SQLite in ${dataDirectory}` : 'PostgreSQL';
  process.stdout.write(`The configuration is good.\nIt monitors: ${what}\nHistory: ${store}\n`);
  process.stdout.write(`Address: http://${host}:${port}\n`);
  for (const { name } of statusPage.filter((one) => watched.length > 0 && !watched.includes(one.name)))
    print(
      `STATUS_PAGE names ${name}, which is not watched: the page leaves it out.${didYouMean(name, watched)}\n`,
    );
}

/** Exit code 0 if every channel accepted the test message, otherwise 1. */
async function testNotify(options: MonitorCommandOptions, name: string): Promise<void> {
  const { readServiceSettings, testSentence, tryNotifications } = await import('../../monitor/index.ts');
  const configuration = await load(options);
  const service = readServiceSettings(configuration.variables, process.cwd());
  const { tests, known } = await tryNotifications(
    await monitorConfiguration(configuration),
    service,
    name,
    Date.now(),
  );
  if (tests.length === 0) {
    const names = known.length === 0 ? 'none is configured' : `there are ${known.join(', ')}`;
    throw new UsageError(
      `No installation has a channel ${name}: ${names} (monitor.notify).${didYouMean(name, known)}`,
    );
  }
  for (const test of tests) print(`${test.installation}: ${testSentence(test)}\n`);
  if (tests.some(({ ok }) => !ok)) process.exitCode = 1;
}

const stopLimitMs = 10_000;

async function runMonitor(options: MonitorCommandOptions): Promise<void> {
  const { allowHeapGrowth, readableLog, readServiceSettings, startMonitor } = await import(
    '../../monitor/index.ts'
  );
  const { stdout } = process;
  const logTo = stdout.isTTY ? { logTo: readableLog(stdout, terminalOf(stdout, process.env)) } : {};
  let embedded: Embedded | undefined;
  const read = async (): Promise<MonitorConfiguration> => {
    const configuration = await load(options);
    if (configuration.installations.length > 0) return monitorConfiguration(configuration);
    // Without any configuration the monitor shows a demonstration: the embedded installation.
    const { startEmbedded } = await import('../../application/embedded.ts');
    embedded ??= await startEmbedded(configuration.embedded);
    return monitorConfiguration(configuration, embedded);
  };
  try {
    const { variables } = await load(options);
    const service = readServiceSettings(variables, process.cwd());
    const configuration = await read();
    allowHeapGrowth(configuration.installations.length);
    const monitor = await startMonitor({
      service,
      configuration,
      readAgain: read,
      ...logTo,
    });
    process.on('uncaughtException', monitor.catchFault);
    const stop = (): void => {
      // A database that does not answer keeps its connections open. The timer itself keeps nothing from ending.
      setTimeout(() => {
        process.stderr.write('Not everything could be closed within 10 s: the monitor ends anyway.\n');
        process.exit(1);
      }, stopLimitMs).unref();
      void monitor.close().then(() => embedded?.close());
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
    process.on('SIGHUP', () => void monitor.reload());
  } catch (error) {
    await embedded?.close();
    throw await asStartError(error);
  }
}

function blocksOf({ installations, monitor, placeInMonitor }: LoadedForOthers) {
  return {
    installations,
    ...(monitor === undefined ? {} : { common: monitor }),
    ...(placeInMonitor === undefined ? {} : { placeInMonitor }),
  };
}

async function monitorConfiguration(
  configuration: Configuration,
  embedded?: Embedded,
): Promise<MonitorConfiguration> {
  const { readMonitorConfiguration, readPlace } = await import('../../monitor/index.ts');
  const blocks = { ...blocksOf(configuration), ...readPlace(configuration.variables) };
  if (embedded === undefined) return readMonitorConfiguration(blocks);
  return readMonitorConfiguration({
    ...blocks,
    installations: [embedded.installation],
    isDemonstration: true,
  });
}

/** Turns an error that may be gone at the next start into a message that says what to do. */
async function asStartError(error: unknown): Promise<unknown> {
  const { HistoryError, HistorySettingsError } = await import('../../monitor/index.ts');
  if (error instanceof HistorySettingsError) return new UsageError(error.message);
  if (error instanceof HistoryError) return new StartError(error.message);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError('The port is in use: stop the other program, or choose another port with PORT.');
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError('The address does not belong to this machine: choose another with HOST.');
    case 'EACCES':
      return new UsageError('This user may not listen on this port or write DATA_DIR: choose others.');
    default:
      return error;
  }
}
