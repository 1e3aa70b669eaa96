import { quote } from '../../contract/describe.ts';
import type { JsonReading } from '../../contract/exchange.ts';
import { ExchangeLimit } from '../http/failures.ts';

/** More values would take more memory than a check may use: an empty object takes 60 bytes. */
const maximumValues = 5_000_000;

/** RFC 8259 allows a parser to limit the depth; resources nest about a dozen levels. */
const maximumDepth = 1000;

/** How much of a body is kept for judging: checks look at its outline, never at all its values. */
const keptValues = 10_000;
const keptEntries = 200;
const keptDepth = 12;
const keptCharacters = 1000;

/** The characters that determine the size and depth of a JSON text. */
const [quotationMark, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Ensures that a body, if it is JSON, can be parsed in bounded memory and time.
 * @throws ExchangeLimit of kind `too-large` if it holds too many values or nests too deep
 */
export function demandReadable(text: string): void {
  if (!/^\s*[[{]/.test(text.slice(0, 1000))) return;
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quotationMark) at = endOfString(text, at);
    else if (character === comma) values += 1;
    else if (character === openBracket || character === openBrace) {
      values += 1;
      depth += 1;
    } else if (character === closeBracket || character === closeBrace) depth -= 1;
    if (values > maximumValues)
      throw new ExchangeLimit('too-large', `the body holds more than ${maximumValues / 1e6} million values`);
    if (depth > maximumDepth)
      throw new ExchangeLimit('too-large', `the body is nested deeper than ${maximumDepth} levels`);
  }
}

/** The index of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === backslash) at += 1;
    else if (character === quotationMark) return at;
  }
  return text.length;
}

/**
 * Parses a body as JSON and keeps its outline.
 * @param shown the beginning of the body, without secrets
 * @param clean removes secrets from a text
 */
export function readJson(text: string, shown: string, clean: (text: string) => string): JsonReading {
  if (text.trim() === '') return { ok: false, reason: 'it is empty' };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: makeOutline(clean)(value) };
  } catch {
    return { ok: false, reason: `it begins with ${quote(shown.slice(0, 40))}` };
  }
}

/** Copies a JSON value without secrets, limited in the entries of each list, the depth and the number of values. */
function makeOutline(clean: (text: string) => string): (value: unknown) => unknown {
  let left = keptValues;
  const outline = (value: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof value === 'string') return clean(value.slice(0, keptCharacters));
    if (typeof value !== 'object' || value === null) return value;
    const isFull = depth > keptDepth || left <= 0;
    if (Array.isArray(value))
      return isFull ? [] : value.slice(0, keptEntries).map((item) => outline(item, depth + 1));
    const entries = isFull ? [] : Object.entries(value).slice(0, keptEntries);
    return Object.fromEntries(
      entries.map(([name, item]) => [clean(name.slice(0, keptCharacters)), outline(item, depth + 1)]),
    );
  };
  return (value) => outline(value, 0);
}
