import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type ChosenTransforms,
  chooseTransforms,
  isPathPrefix,
  listFaults,
  listVariants,
  pathPrefixAdvice,
} from '../../application/reference-choice.ts';
import { referenceSettings } from '../../application/settings.ts';
import { BadValue } from '../../engine/configuration/problems.ts';
import { UsageError } from '../../engine/user-error.ts';
import type { FhirReport } from '../../fhir/index.ts';
import type {
  EndedRequest,
  ImportIssue,
  Reference,
  ReferenceOptions,
  SampleKeys,
} from '../../reference-server/index.ts';
import { collect } from '../check/options.ts';
import { namedFile } from '../files.ts';
import { referenceBanner } from '../reference-banner.ts';
import { printable } from '../terminal.ts';

interface ReferenceCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly rateLimit?: number;
  readonly basePath?: string;
  readonly delayMs?: number;
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly key?: string;
  readonly secondKey?: string;
  /** A topic or an endpoint, or true for an overview. */
  readonly listFaults?: string | true;
  readonly listVariants?: true;
  readonly quiet?: true;
}

const windowMs = 60_000;
const mostIssuesShown = 20;

const { port, key, secondKey } = referenceSettings;

/** Adds `reference`: runs the reference installation until it is interrupted. */
export function registerReference(program: Command): void {
  program
    .command('reference')
    .description('Start an embedded installation with sample data and print its address and keys.')
    .addOption(
      new Option('--port <number>', 'port to listen on, 0 for a free one')
        .env(port.variable)
        .default(port.parse(port.default))
        .argParser(asArgument(port.parse)),
    )
    .option('--host <address>', 'address to listen on', hostName, '127.0.0.1')
    .option('--data <file>', 'keep the data in this SQLite file (default: in memory)', namedFile)
    .option(
      '--rate-limit <number>',
      'API requests that one address may send in a minute, 0 for no limit',
      (text) => wholeNumber(text, 0, 1_000_000),
    )
    .option('--base-path <path>', 'path prefix of the installation, such as /some/app', pathPrefix)
    .option('--delay-ms <number>', 'time added to every answer', (text) => wholeNumber(text, 0, 600_000))
    .option('--fault <name>', 'break one statement of the document (repeatable)', collect, [])
    .option('--variant <name>', 'use a freedom that the document leaves (repeatable)', collect, [])
    .addOption(keyOption('--key <text>', 'API key of the first sample user (default: a new one)', key))
    .addOption(
      keyOption('--second-key <text>', 'API key of the second sample user (default: a new one)', secondKey),
    )
    .option('--quiet', 'do not print a line for each request')
    .option(
      '--list-faults [topic]',
      'show faults by topic; with a topic or an endpoint, what each breaks; all: all of them',
    )
    .option('--list-variants', 'show all variants and the freedom that they use')
    .action(async (options: ReferenceCommandOptions, command: Command) => {
      if (options.listFaults !== undefined) process.stdout.write(await listFaults(options.listFaults));
      if (options.listVariants === true) process.stdout.write(await listVariants());
      if (options.listFaults !== undefined || options.listVariants !== undefined) return;
      const isGiven = (name: string): boolean =>
        !['default', undefined].includes(command.getOptionValueSource(name));
      const given = Object.fromEntries(Object.entries(options).filter(([name]) => isGiven(name)));
      await serve({ ...options, ...(await settingsInDotEnv()), ...given });
    });
}

function keyOption(
  flags: string,
  description: string,
  { variable, parse }: typeof key | typeof secondKey,
): Option {
  return new Option(flags, description).env(variable).argParser(asArgument(parse));
}

/** The settings in `.env`; the library reads the environment alone. */
async function settingsInDotEnv(): Promise<Partial<ReferenceCommandOptions>> {
  const { readDotEnv } = await import('../../engine/configuration/environment.ts');
  const texts = readDotEnv(process.cwd());
  const entries = Object.entries(referenceSettings).flatMap(([name, { variable, parse }]) => {
    const text = texts[variable];
    if (text === undefined) return [];
    try {
      return [[name, parse(text)] as const];
    } catch (thrown) {
      throw thrown instanceof BadValue ? new UsageError(`.env: ${variable}: ${thrown.message}`) : thrown;
    }
  });
  return Object.fromEntries(entries);
}

/** Starts the installation and prints how to use it. It runs until the process is interrupted. */
async function serve(options: ReferenceCommandOptions): Promise<void> {
  const { freshKeys, startReference } = await import('../../reference-server/index.ts');
  const { createFhirValidator } = await import('../../fhir/node.ts');
  if (options.key !== undefined && options.key === options.secondKey)
    throw new UsageError('--key and --second-key take two different keys.');
  const chosen = await chooseTransforms(options.fault, options.variant);
  const validator = createFhirValidator();
  const reference = await startReference({
    ...referenceOptionsOf(options, chosen, freshKeys),
    ...(options.quiet === true ? {} : { onEnd: printRequest }),
    validateImport: async (text) => errorsOf(await validator.validate(text, { expectType: 'Bundle' })),
  }).catch((error: unknown) => {
    throw startFailure(error as NodeJS.ErrnoException, options);
  });
  if (!hasKeys(reference, options)) {
    await reference.close();
    throw new UsageError(
      `${options.data} keeps the keys that it was made with: leave out --key and --second-key, or name another file.`,
    );
  }
  closeOnSignal(reference);
  process.stdout.write(referenceBanner(reference, chosen, import.meta.url));
}

/** An existing data file has keys of its own. */
function hasKeys(
  { keys }: Reference,
  { key = keys.first, secondKey = keys.second }: ReferenceCommandOptions,
): boolean {
  return keys.first === key && keys.second === secondKey;
}

/** Logs to standard error, so that the text to paste on standard output stays intact. */
function printRequest({ method, target, status, ms }: EndedRequest): void {
  const time = new Date().toISOString().slice(11, 23);
  process.stderr.write(`${time} ${method} ${printable(target)} ${status ?? 'cut'} ${ms} ms\n`);
}

/** A command-line option overrides that of a variant. */
function referenceOptionsOf(
  options: ReferenceCommandOptions,
  chosen: ChosenTransforms,
  freshKeys: () => SampleKeys,
): ReferenceOptions {
  const { port, host, data, rateLimit, basePath, delayMs, key, secondKey } = options;
  return {
    ...chosen.options,
    port,
    host,
    keys: {
      ...freshKeys(),
      ...(key === undefined ? {} : { first: key }),
      ...(secondKey === undefined ? {} : { second: secondKey }),
    },
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(data === undefined ? {} : { dataFile: data }),
    ...(basePath === undefined ? {} : { basePath }),
    ...(rateLimit === undefined
      ? {}
      : { rateLimit: rateLimit === 0 ? 'off' : { windowMs, limit: rateLimit } }),
  };
}

/** The errors of a validated import: resources with only HL7 warnings are imported. */
function errorsOf({ issues }: FhirReport): readonly ImportIssue[] {
  return issues.filter(({ severity }) => severity === 'error').slice(0, mostIssuesShown);
}

function closeOnSignal(reference: Reference): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void reference.close());
  }
}

/** Why the installation did not start, as a usage error: each has a remedy on the command line. */
function startFailure(
  { code, message }: NodeJS.ErrnoException,
  { port, host, data }: ReferenceCommandOptions,
): UsageError {
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use: stop the other program or choose another port with --port.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(
        `The address ${host} does not belong to this machine: choose another with --host.`,
      );
    case 'EACCES':
      return new UsageError(
        `This user may not listen on port ${port} or write ${data ?? 'the data file'}: choose another.`,
      );
    default:
      return new UsageError(`The reference installation could not start: ${message}`);
  }
}

/** Turns a settings parser into a parser of command-line values. */
function asArgument<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (thrown) {
      throw thrown instanceof BadValue ? new InvalidArgumentError(thrown.message) : thrown;
    }
  };
}

function wholeNumber(text: string, smallest: number, largest: number): number {
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= smallest && number <= largest) {
    return number;
  }
  throw new InvalidArgumentError(`Give a whole number from ${smallest} to ${largest}.`);
}

function pathPrefix(text: string): string {
  if (text !== '' && isPathPrefix(text)) return text;
  throw new InvalidArgumentError(pathPrefixAdvice);
}

/** An empty host would mean every address of the machine. */
function hostName(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('Give an address of this machine, such as 127.0.0.1.');
}
