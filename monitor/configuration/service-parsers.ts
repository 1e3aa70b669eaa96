import { decoded } from '../../engine/configuration/addresses.ts';
import { longEnough, withoutSlashesAtEnd } from '../../engine/configuration/parsers.ts';
import { BadValue } from '../../engine/configuration/problems.ts';
import { Secret } from '../../engine/secret.ts';

/** Parsers of the service's settings. Each takes the text of a setting and throws `BadValue` with a sentence. */

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text.trim()) || port > 65_535)
    throw new BadValue('Write a port from 0 (a free one) to 65535.');
  return port;
}

/** As in the installations file. */
export function parseLocation(text: string): string {
  const name = text.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(name))
    throw new BadValue('A name has letters, digits, points, hyphens and underscores, at most 63.');
  return name;
}

/**
 * What is secret in the address of a database: its password, wherever it stands. A user name is never a token there: hiding
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

export function parsePublicUrl(text: string): string {
  const url = text.trim();
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) {
    throw new BadValue('Write the address of the pages like https://monitor.example.');
  }
  return withoutSlashesAtEnd(url);
}

/** Credentials in the address would be in each message about it. */
export function parseCollector(text: string): string {
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

/** Headers by name. Their values are percent-encoded, as OpenTelemetry has them. */
export function parseCollectorHeaders(text: string): Readonly<Record<string, Secret>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(pair) ?? [];
      if (name === undefined) throw new BadValue('Write headers as name=value, separated by commas.');
      return [name.toLowerCase(), longEnough('The value of a header', decodedStrictly(value.trim()))];
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
