import { addressWithSecret, withoutSlashesAtEnd } from '../../engine/configuration/parsers.ts';
import { BadValue } from '../../engine/configuration/problems.ts';
import type { Secret } from '../../engine/secret.ts';

/** Parsers of the service's settings. Each takes the text of a setting and throws `BadValue` with a sentence. */

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text.trim()) || port > 65_535)
    throw new BadValue('Write a port from 0 (a free one) to 65535.');
  return port;
}

export function parseDatabaseUrl(text: string): Secret {
  const url = text.trim();
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol)) {
    throw new BadValue('Write it like postgresql://user:password@host:5432/database.');
  }
  return addressWithSecret(url);
}

export function parsePublicUrl(text: string): string {
  const url = text.trim();
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) {
    throw new BadValue('Write the address of the pages like https://monitor.example.');
  }
  return withoutSlashesAtEnd(url);
}
