import { resolve } from 'node:path';
import { limits } from '../../contract/limits.ts';
import type { Variables } from '../../engine/configuration/environment.ts';
import { wholeMegabytes } from '../../engine/configuration/parsers.ts';
import { ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { draftOf, readSettings } from '../../engine/configuration/read-settings.ts';
import {
  type SettingGroup,
  type SettingTable,
  settingsOf,
  type ValuesOf,
} from '../../engine/configuration/setting.ts';
import { parseDurationMs } from '../schedule/duration.ts';
import {
  parseBasicAuth,
  parseDatabaseUrl,
  parsePort,
  parsePublicUrl,
  parseToken,
} from './service-parsers.ts';

/** The settings of the service itself, from the environment alone; a reload does not change them. */
export const serviceSettings = {
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
  token: {
    variable: 'MONITOR_TOKEN',
    parse: parseToken,
    otherwise: 'nothing can be changed through the network',
    meaning: "the operator's token, which changing actions need",
    isSecret: true,
    hasFileVariant: true,
  },
  publicUrl: {
    variable: 'MONITOR_URL',
    parse: parsePublicUrl,
    meaning:
      'address of the pages as others reach them: for links in notifications, and for the origin of forms',
    example: 'https://monitor.example',
  },
  bodyBudgetBytes: {
    variable: limits.bodyBudgetBytes.setting,
    parse: wholeMegabytes(8, 4_000),
    default: String(limits.bodyBudgetBytes.value / 1e6),
    meaning:
      'large bodies in memory at once, all installations together, in MB; one body has at most a quarter of it',
  },
  refreshSeconds: {
    variable: 'MONITOR_REFRESH',
    parse: (text: string) => parseDurationMs(text) / 1000,
    default: '30s',
    meaning: 'how often a page brings itself up to date',
  },
} as const satisfies SettingTable;

/** Who may read pages, metrics and the JSON API. Without any of them everyone who reaches the port may. */
export const readAccessSettings = {
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

export const serviceGroups: readonly SettingGroup[] = [
  { title: 'The monitor', settings: serviceSettings },
  { title: 'Who may read what the monitor shows', settings: readAccessSettings },
];

/** What the service is started with. */
export interface ServiceSettings extends ValuesOf<typeof serviceSettings> {
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
    read: readSettings(readAccessSettings, reading),
  };
  if (problems.length > 0) throw new ConfigurationError(problems);
  return settings;
}
