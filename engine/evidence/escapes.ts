import type { Encoding, Escape } from './decoded-view.ts';
import { namedEntities } from './html-entities.ts';

/** Percent-encoding of UTF-8, as in URLs and forms; bytes that are no UTF-8 stand for themselves. */
const percentEncoding: Encoding = {
  marks: ['%'],
  escapeAt(text, at) {
    const lead = percentByte(text, at);
    if (lead === undefined) return undefined;
    if (lead < 0x80) return { value: String.fromCharCode(lead), end: at + 3 };
    const length = lengthOfSequence(lead);
    const bytes = [lead];
    for (let index = 1; index < length; index += 1) {
      const byte = percentByte(text, at + 3 * index);
      if (byte === undefined || (byte & 0xc0) !== 0x80) break;
      bytes.push(byte);
    }
    const decoded = bytes.length === length ? Buffer.from(bytes).toString('utf8') : '\ufffd';
    if (decoded !== '\ufffd') return { value: decoded, end: at + 3 * length };
    return { value: String.fromCharCode(lead), end: at + 3 };
  },
};

function percentByte(text: string, at: number): number | undefined {
  return text[at] === '%' ? hexadecimal(text, at + 1, 2) : undefined;
}

/** How many bytes a UTF-8 sequence has that begins with this one. */
function lengthOfSequence(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

const shortEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Escapes of strings in JSON and JavaScript. */
const stringEscapes: Encoding = {
  marks: ['\\'],
  escapeAt(text, at) {
    const letter = text[at + 1];
    if (letter === undefined) return undefined;
    if (letter === 'u' && text[at + 2] === '{') return bracedEscape(text, at);
    const digits = { u: 4, x: 2 }[letter.toLowerCase()];
    const code = digits === undefined ? undefined : hexadecimal(text, at + 2, digits);
    if (digits !== undefined && code !== undefined)
      return { value: String.fromCharCode(code), end: at + 2 + digits };
    return { value: shortEscapes[letter] ?? letter, end: at + 2 };
  },
};

/** `\u{1f600}` of JavaScript. */
function bracedEscape(text: string, at: number): Escape {
  const digits = /^0*[0-9a-f]{1,6}(?=\})/i.exec(text.slice(at + 3, at + 40))?.[0];
  const character = digits === undefined ? undefined : characterOf(Number.parseInt(digits, 16));
  if (digits === undefined || character === undefined) return { value: 'u', end: at + 2 };
  return { value: character, end: at + 4 + digits.length };
}

/** Entities of HTML and XML: by name, decimal or hexadecimal; browsers read most without their semicolon, too. */
const htmlEntities: Encoding = {
  marks: ['&'],
  escapeAt(text, at) {
    if (text[at + 1] === '#') return numberedEntity(text, at);
    const name = /^[a-z][a-z0-9]{0,31}/i.exec(text.slice(at + 1, at + 33))?.[0];
    if (name === undefined) return undefined;
    return namedEntity(text[at + 1 + name.length] === ';' ? `&${name};` : `&${name}`, name, at);
  },
};

/** Any number of zeros may stand before the digits. */
function numberedEntity(text: string, at: number): Escape | undefined {
  const isHexadecimal = text[at + 2]?.toLowerCase() === 'x';
  let from = at + (isHexadecimal ? 3 : 2);
  while (text[from] === '0') from += 1;
  const found = (isHexadecimal ? /^([0-9a-f]{1,8});?/i : /^(\d{1,10});?/).exec(text.slice(from, from + 11));
  if (found === null) return undefined;
  const [written, digits = ''] = found;
  const value = characterOf(Number.parseInt(digits, isHexadecimal ? 16 : 10));
  return value === undefined ? undefined : { value, end: from + written.length };
}

function namedEntity(written: string, name: string, at: number): Escape | undefined {
  const value = namedEntities.get(name) ?? namedEntities.get(name.toLowerCase());
  if (value !== undefined) return { value, end: at + written.length };
  const beginning = /^(?:amp|lt|gt|quot)/i.exec(name)?.[0];
  const first = beginning === undefined ? undefined : namedEntities.get(beginning.toLowerCase());
  return first === undefined ? undefined : { value: first, end: at + 1 + (beginning?.length ?? 0) };
}

function characterOf(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The value of exactly this many hexadecimal digits. */
function hexadecimal(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const digit = hexadecimalDigit(text.charCodeAt(index));
    if (digit === undefined) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

function hexadecimalDigit(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined;
}

/** Every encoding that a reader of a report may undo. */
export const encodings: readonly Encoding[] = [stringEscapes, percentEncoding, htmlEntities];

/**
 * All of them at once, for encodings within encodings: one pass undoes a level of each. Some texts are ambiguous then;
 * short escapes stand for their letter, since a backslash may also be what stands before a text.
 */
export const anyEncoding: Encoding = {
  marks: encodings.flatMap(({ marks }) => marks),
  escapeAt(text, at) {
    const mark = text[at];
    const next = text[at + 1] ?? '';
    if (mark !== '\\') return (mark === '%' ? percentEncoding : htmlEntities).escapeAt(text, at);
    const isBeforeAnother =
      (next === '%' || next === '&') && anyEncoding.escapeAt(text, at + 1) !== undefined;
    if (isBeforeAnother) return undefined;
    return next in shortEscapes ? { value: next, end: at + 2 } : stringEscapes.escapeAt(text, at);
  },
};

/** Whether undoing all encodings at once could change a text that is written as it is. */
export function isAmbiguous(text: string): boolean {
  return (
    /\p{Cc}/u.test(text) || Array.from(text).some((_, at) => anyEncoding.escapeAt(text, at) !== undefined)
  );
}
