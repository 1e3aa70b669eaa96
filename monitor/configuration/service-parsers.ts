import { addressWithSecret, longEnough } from '../../engine/configuration/parsers.ts';
import { BadValue } from '../../engine/configuration/problems.ts';
import { Secret } from '../../engine/secret.ts';

/** Parsers of the service's settings. Each takes the text of a setting and throws `BadValue` with a sentence. */

const shortestToken = 12;

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text.trim()) || port > 65_535)
    throw new BadValue('Write a port from 0 (a free one) to 65535.');
  return port;
}

export function parseToken(text: string): Secret {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new BadValue('A token has no spaces and only plain ASCII characters.');
  if (token.length < shortestToken) {
    throw new BadValue(`A token needs at least ${shortestToken} characters, so that nobody guesses it.`);
  }
  return new Secret(token);
}

/** A user and a password. */
export function parseBasicAuth(text: string): { readonly user: string; readonly password: Secret } {
  const pair = text.trim();
  const colon = pair.indexOf(':');
  if (colon < 1 || colon === pair.length - 1) throw new BadValue('Write it as user:password.');
  return { user: pair.slice(0, colon), password: longEnough('The password', pair.slice(colon + 1)) };
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
  return url.replace(/\/+$/, '');
}
