import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadValue, ConfigurationError, type Problem } from '../../engine/configuration/problems.ts';
import { Secret } from '../../engine/secret.ts';
import { parseDurationMs } from '../schedule/rule.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Who may read pages, metrics and the JSON API. Without any of them everyone who reaches the port may. */
export interface ReadAccess {
  readonly token?: Secret;
  readonly basic?: { readonly user: string; readonly password: Secret };
}

/** Settings of the service itself, from the environment alone; a reload does not change them. */
export interface ServiceSettings {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly databaseUrl?: Secret;
  /** Allows changing actions. */
  readonly token?: Secret;
  readonly read: ReadAccess;
  /** Address of the pages as others reach them, for links in notifications. */
  readonly publicUrl?: string;
  /** How long a page of the browser waits before it asks again. */
  readonly refreshSeconds: number;
}

const shortestToken = 12;

/**
 * Reads the settings of the service.
 * Secrets can stand in a file each: MONITOR_TOKEN_FILE beside MONITOR_TOKEN, and so on.
 * @throws ConfigurationError with every mistake at once
 */
export function readServiceSettings(variables: Variables, directory: string): ServiceSettings {
  const problems: Problem[] = [];
  const attempt = <T>(place: string, parse: () => T): T | undefined => {
    try {
      return parse();
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      problems.push({ place, message: thrown.message });
      return undefined;
    }
  };
  const read = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const text = variables[name];
    if (text === undefined) return undefined;
    return attempt(name, () => {
      if (text.trim() === '') throw new BadValue('It is set but empty. Give it a value, or remove it.');
      return parse(text.trim());
    });
  };
  const secret = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const file = `${name}_FILE`;
    if (variables[name] !== undefined && variables[file] !== undefined) {
      problems.push({ place: file, message: `${name} is set too. Keep one of them.` });
      return undefined;
    }
    return read(name, parse) ?? read(file, (path) => parse(textOf(resolve(directory, path), path)));
  };
  const databaseUrl = secret('DATABASE_URL', parseDatabaseUrl);
  const token = secret('MONITOR_TOKEN', parseToken);
  const readToken = secret('MONITOR_READ_TOKEN', parseToken);
  const basic = secret('MONITOR_BASIC_AUTH', parseBasic);
  const publicUrl = read('MONITOR_URL', parsePublicUrl);
  const settings: ServiceSettings = {
    port: read('PORT', parsePort) ?? 9470,
    host: read('HOST', (text) => text) ?? '127.0.0.1',
    dataDirectory: resolve(directory, read('DATA_DIR', (text) => text) ?? 'data'),
    refreshSeconds: (read('MONITOR_REFRESH', parseDurationMs) ?? 30_000) / 1000,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(token === undefined ? {} : { token }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    read: {
      ...(readToken === undefined ? {} : { token: readToken }),
      ...(basic === undefined ? {} : { basic }),
    },
  };
  if (problems.length > 0) throw new ConfigurationError(problems);
  return settings;
}

function textOf(path: string, shown: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch {
    throw new BadValue(`The file ${shown} cannot be read. Check its name and its permissions.`);
  }
  if (text === '') throw new BadValue(`The file ${shown} is empty. Put the value into it.`);
  return text;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new BadValue('Write a port from 0 (a free one) to 65535.');
  return port;
}

function parseToken(text: string): Secret {
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new BadValue('A token has no spaces and only plain ASCII characters.');
  if (text.length < shortestToken) {
    throw new BadValue(`A token needs at least ${shortestToken} characters, so that nobody guesses it.`);
  }
  return new Secret(text);
}

function parseBasic(text: string): NonNullable<ReadAccess['basic']> {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) throw new BadValue('Write it as user:password.');
  return { user: text.slice(0, colon), password: new Secret(text.slice(colon + 1)) };
}

function parseDatabaseUrl(text: string): Secret {
  if (!URL.canParse(text) || !['postgres:', 'postgresql:'].includes(new URL(text).protocol)) {
    throw new BadValue('Write it like postgresql://user:password@host:5432/database.');
  }
  return new Secret(text);
}

function parsePublicUrl(text: string): string {
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol)) {
    throw new BadValue('Write the address of the pages like https://monitor.example.');
  }
  return text.replace(/\/+$/, '');
}
