import { resolve } from 'node:path';
import { limits } from '../../contract/limits.ts';
import { decoded } from '../../engine/configuration/addresses.ts';
import type { Variables } from '../../engine/configuration/environment.ts';
import {
  installationNamePattern,
  longEnough,
  parseBoolean,
  parseName,
  wholeNumber,
  withoutSlashesAtEnd,
} from '../../engine/configuration/parsers.ts';
import { BadValue, ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import {
  draftOf,
  readSettings,
  type SettingGroup,
  type SettingTable,
  settingsOf,
  type ValuesOf,
} from '../../engine/configuration/setting.ts';
import { Secret } from '../../engine/secret.ts';
import { parseDurationMs } from '../schedule/rule.ts';
import { parseAllowedHosts, parseBasicAuth, parseToken, parseTrustProxy, readNamedTokens } from './access.ts';

/** The settings of the service itself, from the environment only; a reload does not change them. */
const serviceSettings = {
  port: {
    variable: 'PORT',
    parse: parsePort,
    default: '9470',
    meaning: 'port of the pages, the metrics and the JSON API; 0 is a free one',
  },
  host: {
    variable: 'HOST',
    parse: (text: string) => text.trim(),
    default: '127.0.0.1',
    meaning: 'address to listen on',
  },
  dataDirectory: {
    variable: 'DATA_DIR',
    parse: (text: string, directory: string) => resolve(directory, text.trim()),
    default: 'data',
    meaning: 'folder of the embedded history (`monitor.db`)',
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    parse: parseDatabaseUrl,
    otherwise: 'the embedded history',
    meaning: 'history in PostgreSQL instead',
    example: 'postgresql://monitor@localhost:5432/monitor',
    isSecret: true,
    hasFileVariant: true,
  },
  location: {
    variable: 'LOCATION',
    parse: parseName,
    otherwise: '`location` of the block `monitor`, or `default`',
    meaning: 'where this monitor runs: a label of its metrics, and one of the `locations` of an installation',
    example: 'frankfurt',
  },
  token: {
    variable: 'MONITOR_TOKEN',
    parse: parseToken,
    otherwise: 'nothing can be changed through the network',
    meaning: "the operator's token, which changing actions need",
    isSecret: true,
    hasFileVariant: true,
  },
  namedTokens: {
    variable: 'MONITOR_TOKENS_FILE',
    parse: readNamedTokens,
    otherwise: 'nobody',
    meaning: 'YAML file of tokens, each with a name and a role (`read` or `operate`)',
    example: '/run/secrets/monitor-tokens.yaml',
  },
  publicUrl: {
    variable: 'MONITOR_URL',
    parse: parsePublicUrl,
    meaning:
      'address of the pages as others reach them: for links, for the origin of forms, and as an allowed host name',
    example: 'https://monitor.example',
  },
  bodyBudgetBytes: {
    variable: limits.bodyBudgetBytes.setting,
    parse: wholeNumber(8, 4_000, 1e6),
    default: String(limits.bodyBudgetBytes.value / 1e6),
    meaning:
      'MB of large bodies in memory at once, all installations together; one body has at most a quarter',
  },
  allowedHosts: {
    variable: 'ALLOWED_HOSTS',
    parse: parseAllowedHosts,
    otherwise: 'only loopback names, IP addresses, `HOST` and the host of `MONITOR_URL`',
    meaning: 'further host names by which the monitor may be asked, separated by commas',
    example: 'monitor.internal,*.monitor.example',
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    parse: parseTrustProxy,
    default: 'none',
    meaning:
      'reverse proxies whose `X-Forwarded-For` is believed: their number, or their addresses and networks',
    example: '10.0.0.7,10.1.0.0/16',
  },
  connectionsPerAddress: {
    variable: 'CONNECTIONS_PER_ADDRESS',
    parse: wholeNumber(4, 400),
    default: '100',
    meaning:
      'open connections of one address, beyond which the oldest idle one is closed; not for proxies of `TRUST_PROXY`',
  },
  statusPage: {
    variable: 'STATUS_PAGE',
    parse: parseStatusPage,
    otherwise: 'off',
    meaning:
      'installations that everybody may see, without a token: `NAME` or `NAME=Public name`, separated by commas',
    example: 'main=Research service,staging=Test service',
  },
  refreshSeconds: {
    variable: 'MONITOR_REFRESH',
    parse: (text: string) => parseDurationMs(text) / 1000,
    default: '30s',
    meaning: 'how often a page brings itself up to date',
  },
  otlpEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    parse: parseCollector,
    otherwise: 'nothing is exported',
    meaning: 'OpenTelemetry collector (OTLP by HTTP) that receives a trace of each run, and the metrics',
    example: 'http://127.0.0.1:4318',
  },
  otlpHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    parse: parseCollectorHeaders,
    meaning: 'headers for the collector, as `name=value`, separated by commas',
    example: 'authorization=Bearer%20…',
    isSecret: true,
  },
} as const satisfies SettingTable;

/**
 * The settings that restrict reading of pages, metrics and the JSON API. Without any of them everyone who can reach the
 * port may read.
 */
const readAccessSettings = {
  token: {
    variable: 'MONITOR_READ_TOKEN',
    parse: parseToken,
    otherwise: 'open',
    meaning: 'pages, metrics and JSON need this token (bearer, or as the password of any user)',
    isSecret: true,
    hasFileVariant: true,
  },
  basic: {
    variable: 'MONITOR_BASIC_AUTH',
    parse: parseBasicAuth,
    otherwise: 'open',
    meaning: 'pages, metrics and JSON need this `user:password`',
    isSecret: true,
    hasFileVariant: true,
  },
} as const satisfies SettingTable;

/** The default: reading is not restricted. */
const readDefaultSettings = {
  createsReadToken: {
    variable: 'MONITOR_CREATE_READ_TOKEN',
    parse: parseBoolean,
    default: 'false',
    meaning:
      'if nothing else restricts reading, make a read token at the first start and keep it in `DATA_DIR/read-token`',
  },
} as const satisfies SettingTable;

export const serviceGroups: readonly SettingGroup[] = [
  { title: 'The monitor', settings: serviceSettings },
  {
    title: 'Who may read what the monitor shows',
    settings: { ...readAccessSettings, ...readDefaultSettings },
  },
];

/** The settings at startup. */
export interface ServiceSettings
  extends ValuesOf<typeof serviceSettings>,
    ValuesOf<typeof readDefaultSettings> {
  readonly read: ValuesOf<typeof readAccessSettings>;
}

/**
 * Reads the settings of the service.
 * @throws ConfigurationError with every mistake at once
 */
export function readServiceSettings(variables: Variables, directory: string): ServiceSettings {
  const problems: Problem[] = [];
  const reading = { draft: draftOf(settingsOf(serviceGroups), variables), directory, problems };
  const settings = {
    ...readSettings(serviceSettings, reading),
    ...readSettings(readDefaultSettings, reading),
    read: readSettings(readAccessSettings, reading),
  };
  problems.push(...sharedTokenProblems(settings));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return settings;
}

/**
 * The position of a monitor among others, as far as its environment states it: `readServiceSettings` reports mistakes.
 */
export function readPlace(variables: Variables): {
  readonly location: string | undefined;
  readonly isShared: boolean;
} {
  const { variable } = serviceSettings.databaseUrl;
  const location = variables[serviceSettings.location.variable]?.trim();
  return {
    location: location === '' ? undefined : location,
    isShared: variables[variable] !== undefined || variables[`${variable}_FILE`] !== undefined,
  };
}

/** If two settings share a token, its holder gets more rights than intended, and actions the wrong name. */
function sharedTokenProblems({ token, namedTokens = [], read }: ServiceSettings): readonly Problem[] {
  const given = [
    { place: serviceSettings.token.variable, token },
    { place: readAccessSettings.token.variable, token: read.token },
    ...namedTokens.map((one) => ({ place: serviceSettings.namedTokens.variable, token: one.token })),
  ];
  const places = new Map<string, string>();
  return given.flatMap(({ place, token: secret }) => {
    if (secret === undefined) return [];
    const before = places.get(secret.reveal());
    places.set(secret.reveal(), place);
    if (before === undefined) return [];
    const what =
      before === place ? 'Two entries have the same token.' : `It holds the same token as ${before}.`;
    return [{ place, message: `${what} Give each role and each person another one.` }];
  });
}

/** Parsers of the service's settings. Each takes the text of a setting and throws `BadValue` with a sentence. */

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text.trim()) || port > 65_535)
    throw new BadValue('Write a port from 0 (a free one) to 65535.');
  return port;
}

/**
 * The secret in a database address: its password, in any position. A user name is never a token there: hiding
 * `postgres` would hide half of "PostgreSQL".
 */
export function secretsInDatabaseAddress(address: Secret): readonly Secret[] {
  if (!URL.canParse(address.reveal())) return [address];
  const { password, searchParams } = new URL(address.reveal());
  const written = [password, ...searchParams.getAll('password')].filter((one) => one !== '');
  return [...new Set(written.flatMap((one) => [decoded(one), one]))].map((one) => new Secret(one));
}

export function parseDatabaseUrl(text: string): Secret {
  const url = text.trim();
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol)) {
    throw new BadValue('Write it like postgresql://user:password@host:5432/database.');
  }
  const address = new Secret(url);
  for (const secret of secretsInDatabaseAddress(address))
    longEnough('The password in the address', secret.reveal());
  return address;
}

function parsePublicUrl(text: string): string {
  const url = text.trim();
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) {
    throw new BadValue('Write the address of the pages like https://monitor.example.');
  }
  const { username, password, pathname, search, hash } = new URL(url);
  if (`${username}${password}` !== '')
    throw new BadValue('Leave user name and password out of the address: links would show them.');
  if (`${pathname}${search}${hash}` !== '/')
    throw new BadValue(
      'The pages are at the root of their host: leave out what follows the host and the port.',
    );
  return withoutSlashesAtEnd(url);
}

/** Credentials in the address would appear in each message about it. */
function parseCollector(text: string): string {
  const url = text.trim();
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw new BadValue('Write the address of the collector like http://127.0.0.1:4318.');
  const { username, password, search, hash } = new URL(url);
  if (`${username}${password}` !== '')
    throw new BadValue(
      'Leave user name and password out of the address: OTEL_EXPORTER_OTLP_HEADERS has them.',
    );
  if (`${search}${hash}` !== '') throw new BadValue('Leave ? and # and what follows out of the address.');
  return withoutSlashesAtEnd(url);
}

/** Headers by name. Their values are percent-encoded, as in OpenTelemetry. */
function parseCollectorHeaders(text: string): Readonly<Record<string, Secret>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(pair) ?? [];
      if (name === undefined) throw new BadValue('Write headers as name=value, separated by commas.');
      // A tenant may have a short name. The value is sent only to the collector.
      return [name.toLowerCase(), new Secret(decodedStrictly(value.trim()))];
    }),
  );
}

function decodedStrictly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadValue('Write a percent sign in a value as %25.');
  }
}

/** An installation with a public state, and its public name. */
export interface PublicInstallation {
  readonly name: string;
  readonly publicName: string;
}

const isName = new RegExp(installationNamePattern);
const longestPublicName = 80;

/** "staging=Test service, main": installations, each with its public name if that differs. */
export function parseStatusPage(text: string): readonly PublicInstallation[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const equals = entry.indexOf('=');
      const name = (equals === -1 ? entry : entry.slice(0, equals)).trim();
      const publicName = equals === -1 ? name : entry.slice(equals + 1).trim();
      return { name, publicName };
    });
  if (entries.length === 0) throw new BadValue('Write the names of installations, separated by commas.');
  for (const { name, publicName } of entries) {
    if (!isName.test(name))
      throw new BadValue('Write each as NAME or NAME=Public name, where NAME is that of an installation.');
    if (publicName === '' || publicName.length > longestPublicName)
      throw new BadValue(`A public name has 1 to ${longestPublicName} characters.`);
  }
  if (new Set(entries.map(({ publicName }) => publicName)).size < entries.length)
    throw new BadValue('Give each installation a public name of its own.');
  return entries;
}
