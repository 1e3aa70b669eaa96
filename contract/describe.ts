import type { Credential } from './request.ts';

/** What keys that differ have in common. */
export type KindOfKey = 'valid' | 'invalid';

const keyPhrases: Readonly<Record<Credential | KindOfKey, string>> = {
  valid: 'with a valid key',
  invalid: 'without a valid key',
  header: 'with a valid key in the header',
  query: 'with a valid key in the query',
  none: 'without a key',
  'wrong-header': 'with a wrong key in the header',
  'wrong-query': 'with a wrong key in the query',
  'revoked-header': 'with a revoked key in the header',
  'revoked-query': 'with a revoked key in the query',
  'empty-header': 'with an empty key in the header',
  'empty-query': 'with an empty key in the query',
  'cut-header': 'with a truncated key in the header',
  'cut-query': 'with a truncated key in the query',
  'longer-header': 'with a character behind the key in the header',
  'longer-query': 'with a character behind the key in the query',
  'percent-header': 'with the wildcard % for a key in the header',
  'percent-query': 'with the wildcard % for a key in the query',
  'star-header': 'with the wildcard * for a key in the header',
  'star-query': 'with the wildcard * for a key in the query',
  'second-header': "with another user's key in the header",
  'second-query': "with another user's key in the query",
  both: 'with a valid key in the header and in the query',
  'header-and-wrong-query': 'with a valid key in the header and a wrong one in the query',
  'query-and-wrong-header': 'with a valid key in the query and a wrong one in the header',
  'lower-case-scheme': 'with a valid key after the lower-case scheme `bearer`',
  'other-scheme': 'with a valid key after the scheme `Token`',
  'bare-header': 'with a valid key in the header without a scheme',
  'swapped-case-key': 'with the letter case of the key swapped',
  'padded-query': 'with blanks around the key in the query',
  'upper-case-parameter': 'with a valid key in the query parameter `API_KEY`',
};

/** Every way to present a key, or none. */
export const credentials = Object.keys(keyPhrases).filter(
  (key) => key !== 'valid' && key !== 'invalid',
) as readonly Credential[];

/** How the key was presented, as a phrase. */
export function keyPhrase(key: Credential | KindOfKey): string {
  return keyPhrases[key];
}

/** A size for people, in decimal units. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const quotedLength = 120;

/** Quotes an installation's text in a sentence: on one line, at most 120 characters, with invisible characters escaped. */
export function quote(text: string): string {
  const visible = text.slice(0, 2 * quotedLength).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, escaped);
  return `"${visible.length > quotedLength ? `${visible.slice(0, quotedLength - 1)}…` : visible}"`;
}

function escaped(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return `\\u${hex}`;
}

/** A text on one line, cut at `limit` characters, without invisible ones and halves of characters. */
export function shorten(text: string, limit: number): string {
  // Cut first: a text from outside may have any length. Twice the limit leaves room for white space that is merged.
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

/** "an array of 3", "null", "a string": the kind of a JSON value, or of none. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
