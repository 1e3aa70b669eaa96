import type { Credential, OtherKey, Way } from './request.ts';

/** What keys that differ have in common. */
export type KindOfKey = 'valid' | 'invalid';

const otherKeys: Readonly<Record<OtherKey, string>> = {
  wrong: 'a wrong key',
  revoked: 'a revoked key',
  empty: 'an empty key',
  cut: 'a truncated key',
  longer: 'a character behind the key',
  percent: 'the wildcard % for a key',
  star: 'the wildcard * for a key',
  second: "another user's key",
};

const keyPhrases: Readonly<Record<Exclude<Credential, `${OtherKey}-${Way}`> | KindOfKey, string>> = {
  valid: 'with a valid key',
  invalid: 'without a valid key',
  header: 'with a valid key in the header',
  query: 'with a valid key in the query',
  none: 'without a key',
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

const phrases: ReadonlyMap<string, string> = new Map([
  ...Object.entries(keyPhrases),
  ...Object.entries(otherKeys).flatMap(([name, what]) =>
    ['header', 'query'].map((way) => [`${name}-${way}`, `with ${what} in the ${way}`] as const),
  ),
]);

/** Every way to present a key, or none. */
export const credentials = [...phrases.keys()].filter(
  (key) => key !== 'valid' && key !== 'invalid',
) as readonly Credential[];

/** How the key was presented, as a phrase. */
export function keyPhrase(key: Credential | KindOfKey): string {
  return phrases.get(key) ?? '';
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
