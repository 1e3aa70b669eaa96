import { type Credential, type OtherKey, otherKeys, usualKey, type Way, ways } from './request.ts';

/** The common property of different keys. */
export type KindOfKey = 'valid' | 'invalid' | `${'valid' | 'invalid'}-${Way}` | OtherKey;

const others = Object.entries(otherKeys);
const ofCredentials: Readonly<Record<string, string>> = {
  ...usualKey,
  ...Object.fromEntries(
    others.flatMap(([name, what]) => ways.map((way) => [`${name}-${way}`, `with ${what} in the ${way}`])),
  ),
};

/** Every way to present a key, or none. */
export const credentials = Object.keys(ofCredentials) as readonly Credential[];

const phrases: Readonly<Record<string, string>> = {
  ...ofCredentials,
  valid: 'with a valid key',
  invalid: 'without a valid key',
  'valid-header': usualKey.header,
  'valid-query': usualKey.query,
  'invalid-header': 'with a key in the header that is not valid',
  'invalid-query': 'with a key in the query that is not valid',
  ...Object.fromEntries(others.map(([name, what]) => [name, `with ${what}`])),
};

/** How the key was presented, as a phrase. */
export function keyPhrase(key: Credential | KindOfKey): string {
  return phrases[key] ?? '';
}

/** A size for people, in decimal units. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const quotedLength = 120;

/**
 * Quotes an installation's text in a sentence: on one line, at most 120 characters, with invisible characters escaped.
 */
export function quote(text: string): string {
  const visible = text.slice(0, 2 * quotedLength).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, escaped);
  return `"${visible.length > quotedLength ? `${visible.slice(0, quotedLength - 1)}…` : visible}"`;
}

function escaped(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return `\\u${hex}`;
}

/** A text on one line, cut at `limit` characters, without invisible characters and half characters. */
export function shorten(text: string, limit: number): string {
  // Cut first: foreign text may have any length. Twice the limit leaves room for white space that collapses.
  const oneLine = text
    .slice(0, 2 * limit)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim();
  return oneLine.length > limit ? `${oneLine.slice(0, limit - 1)}…` : oneLine;
}

/** "array", "null", "string": the type of a JSON value. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** "an array of 3", "null", "a string": the kind of a JSON value, or that there is none. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
