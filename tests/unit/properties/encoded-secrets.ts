import fc from 'fast-check';
import { once } from '../../support/once.ts';

/** Encodes a text as some program does; `choices` picks the form of each character that has several. */
export interface Writing {
  readonly name: string;
  readonly write: (text: string, choices: Choices) => string;
}

/** Numbers from an arbitrary, one after another; after the last, they start over. */
export type Choices = (mostChoices: number) => number;

export function choicesOf(numbers: readonly number[]): Choices {
  let at = 0;
  return (mostChoices) => {
    at += 1;
    return (numbers[at % numbers.length] ?? 0) % mostChoices;
  };
}

const each = (text: string, write: (character: string) => string): string => [...text].map(write).join('');
const units = (text: string, write: (unit: string) => string): string => text.split('').map(write).join('');
const code = (unit: string, digits: number): string => unit.charCodeAt(0).toString(16).padStart(digits, '0');
const percent = (character: string): string =>
  Buffer.from(character)
    .toString('hex')
    .replaceAll(/../g, (byte) => `%${byte}`);

const names: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&apos;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '/': '&sol;',
  '+': '&plus;',
  '=': '&equals;',
  '%': '&percnt;',
  '\\': '&bsol;',
  _: '&lowbar;',
};

const percentOnce: Writing['write'] = (text, choices) =>
  each(text, (one) => (/[\w.~-]/.test(one) && choices(2) === 0 ? one : percent(one)));
const asJson: Writing['write'] = (text, choices) =>
  units(text, (unit) => {
    const choice = choices(3);
    if (unit === '/' && choice === 0) return '\\/';
    if ('"\\'.includes(unit) && choice === 0) return `\\${unit}`;
    return /[\w+/=.~-]/.test(unit) && choice > 0 ? unit : `\\u${code(unit, 4)}`;
  });
const asHtml: Writing['write'] = (text, choices) =>
  each(text, (one) => {
    const forms = [`&#${one.codePointAt(0)};`, `&#x${(one.codePointAt(0) ?? 0).toString(16)};`, names[one]];
    return /\w/.test(one) && choices(2) === 0 ? one : (forms[choices(3)] ?? forms[0] ?? '');
  });

/** Characters that a page does not show. */
const invisible = [
  '\u034f',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180b',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2800',
  '\u3164',
  '\ufe00',
  '\ufe0f',
  '\uffa0',
  '\u{e0100}',
  '\u{e0041}',
];
const withInvisible: Writing['write'] = (text, choices) =>
  each(text, (one) => one + (invisible[choices(2 * invisible.length)] ?? ''));
const withZeros: Writing['write'] = (text, choices) =>
  each(text, (one) => `&#${'0'.repeat(choices(3) * 20)}${one.codePointAt(0)};`);

/** Every encoding that redaction must see through. */
export const writings: readonly Writing[] = [
  { name: 'plain', write: (text) => text },
  {
    name: 'in changed case',
    write: (text, choices) => each(text, (one) => (choices(2) === 0 ? one.toUpperCase() : one.toLowerCase())),
  },
  { name: 'with invisible characters', write: withInvisible },
  { name: 'in HTML with leading zeros', write: withZeros },
  {
    name: 'with invisible characters in HTML',
    write: (text, choices) => asHtml(withInvisible(text, choices), choices),
  },
  {
    name: 'with invisible characters in JSON',
    write: (text, choices) => asJson(withInvisible(text, choices), choices),
  },
  { name: 'in a URL', write: percentOnce },
  {
    name: 'in a URL within a URL',
    write: (text, choices) => percentOnce(percentOnce(text, choices), choices),
  },
  { name: 'in a form', write: (text) => new URLSearchParams({ k: text }).toString().slice(2) },
  { name: 'in JSON', write: asJson },
  { name: 'in HTML', write: asHtml },
  { name: 'in a URL in JSON', write: (text, choices) => asJson(percentOnce(text, choices), choices) },
  { name: 'in HTML in JSON', write: (text, choices) => asJson(asHtml(text, choices), choices) },
  { name: 'in HTML in a URL', write: (text, choices) => percentOnce(asHtml(text, choices), choices) },
  ...(['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((shift) => ({
      name: `in ${encoding} behind ${shift} bytes`,
      write: (text: string, choices: Choices) =>
        Buffer.from('xy'.slice(0, shift) + text + 'z'.repeat(choices(3))).toString(encoding),
    })),
  ),
  { name: 'in hexadecimal', write: (text) => Buffer.from(text).toString('hex') },
  { name: 'in hexadecimal capitals', write: (text) => Buffer.from(text).toString('hex').toUpperCase() },
];

const readers: readonly ((text: string) => string)[] = [
  (text) =>
    text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
    ),
  (text) =>
    text.replaceAll(/\\u([0-9a-f]{4})|\\([/"\\])/gi, (_, digits?: string, sign?: string) =>
      digits === undefined ? (sign ?? '') : String.fromCharCode(Number.parseInt(digits, 16)),
    ),
  (text) =>
    text.replaceAll(
      /&#x0*([0-9a-f]{1,6});|&#0*(\d{1,7});|&\w+;/gi,
      (whole, hex?: string, decimal?: string) => {
        const named = Object.entries(names).find(([, name]) => name === whole)?.[0];
        if (hex === undefined && decimal === undefined) return named ?? whole;
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      },
    ),
  (text) => text.replaceAll('+', ' '),
  (text) => text.replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, ''),
];

/** What a reader can decode from the words of a text that look like base64 or hexadecimal. */
function decodedWords(text: string): readonly string[] {
  const base64 = (text.match(/[\w+/-]{10,}/g) ?? []).flatMap((word) =>
    [0, 1, 2, 3].map((skipped) => Buffer.from(word.slice(skipped), 'base64').toString('utf8')),
  );
  const hexadecimal = (text.match(/[0-9a-f]{16,}/gi) ?? []).flatMap((word) =>
    [0, 1].map((skipped) => Buffer.from(word.slice(skipped), 'hex').toString('utf8')),
  );
  return [...base64, ...hexadecimal];
}

/** A text and all that a patient reader can decode from it. */
export function allReadings(text: string, depth = 2): ReadonlySet<string> {
  const found = new Set([text, ...decodedWords(text)]);
  if (depth === 0) return found;
  for (const read of readers) {
    const decoded = read(text);
    if (decoded === text) continue;
    for (const one of allReadings(decoded, depth - 1)) found.add(one);
  }
  return found;
}

/** The parts of 8 characters of a secret that a text shows in any letter case. */
export function shownParts(text: string, secret: string): readonly string[] {
  const [lower, searched] = [text.toLowerCase(), secret.toLowerCase()];
  return Array.from({ length: Math.max(0, searched.length - 7) }, (_, start) =>
    searched.slice(start, start + 8),
  ).filter((part) => lower.includes(part));
}

const keyCharacters = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index));

/** Secrets of every kind: like keys, header values and escapes, not in ASCII, and of few different letters. */
export const anySecret: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...keyCharacters), minLength: 8, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...keyCharacters, ' '), minLength: 8, maxLength: 24 }),
    fc.string({ unit: fc.constantFrom(...'%\\&u0041;#x/+='), minLength: 8, maxLength: 16 }),
    fc.string({
      unit: fc.constantFrom('ü', 'к', '鍵', 'đ', 'a', 'B', '😀', '-'),
      minLength: 8,
      maxLength: 20,
    }),
    fc.string({ unit: fc.constantFrom('a', 'b', 'A', '0'), minLength: 8, maxLength: 20 }),
  )
  .map((secret) => secret.trim())
  .filter((secret) => secret.length >= 8);

/** Text next to a secret. fast-check takes a second to prepare texts of any character. */
export const anyContext: () => fc.Arbitrary<string> = once(() =>
  fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 10 }),
    fc.string({ unit: fc.constantFrom(...'%\\&u0041;#x/+= "{}'), maxLength: 12 }),
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  ),
);
