import { isPublicWord } from '../public-words.ts';
import type { Spelling } from './pattern-finder.ts';

/** This many consecutive characters of a secret must never be shown. */
export const partLength = 8;

/** Case variants of longer secrets, such as private keys, are not looked for within base64 and hexadecimal. */
const longestWithVariants = 256;

/** Patterns that are looked for in one spelling. */
export interface PatternSet {
  readonly spelling: Spelling;
  readonly patterns: readonly string[];
}

/** Letters whose small form is another letter's as well: İ, the Kelvin and Ångström signs, Ohm, ẞ and the final sigma. */
const foldedAlike: Readonly<Record<string, readonly string[]>> = {
  i: ['\u0130'],
  k: ['\u212a'],
  å: ['\u212b'],
  ω: ['\u2126'],
  ß: ['\u1e9e'],
  σ: ['\u03c2'],
};

/** Any letter case. */
const anyCase: Spelling = {
  // İ is the one letter that gets longer in lower case, which would shift the positions after it.
  fold: (text) => text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3'),
  spellingsOf: (character) => [character.toUpperCase(), ...(foldedAlike[character] ?? [])],
};

/** A text in the one letter case in which secrets are compared. */
export const foldCase = anyCase.fold;

/** Base64 of the usual alphabet and of that for URLs. */
const base64Spelling: Spelling = {
  fold: (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
  spellingsOf: (character) => ({ '+': ['-'], '/': ['_'] })[character] ?? [],
};

/** The patterns of every whole secret. */
export function wholePatterns(values: readonly string[]): readonly PatternSet[] {
  const encoded = values.flatMap(spellingsWithin);
  return [
    { spelling: anyCase, patterns: values.flatMap(plainSpellings) },
    {
      spelling: base64Spelling,
      patterns: encoded.flatMap((value) => base64Parts(value, [[0, Buffer.byteLength(value)]])),
    },
    { spelling: anyCase, patterns: encoded.map((value) => Buffer.from(value).toString('hex')) },
  ];
}

/** The patterns of every part of a secret that must not be shown, but for words that everybody knows. */
export function partPatterns(values: readonly string[]): readonly PatternSet[] {
  const encoded = values.flatMap(spellingsWithin);
  return [
    { spelling: anyCase, patterns: values.flatMap(plainSpellings).flatMap(partsToHide) },
    {
      spelling: base64Spelling,
      patterns: encoded.flatMap((value) => base64Parts(value, byteWindowsOf(value))),
    },
    { spelling: anyCase, patterns: encoded.flatMap(hexadecimalParts) },
  ];
}

/** Every spelling of a secret that is looked for, as it is and within base64 and hexadecimal. */
export function secretSpellings(value: string): readonly string[] {
  return [...new Set([...plainSpellings(value), ...spellingsWithin(value)])];
}

/** A secret as it is compared: in any letter case, with its spaces as forms write them, too. */
function plainSpellings(value: string): readonly string[] {
  const spellings = [value, value.toUpperCase(), value.replaceAll(' ', '+')];
  return [...new Set(spellings.map(anyCase.fold))];
}

/** The spellings of a secret that base64 and hexadecimal may hide. */
function spellingsWithin(value: string): readonly string[] {
  if (value.length > longestWithVariants) return [value];
  const lower = value.toLowerCase();
  const upper = value.toUpperCase();
  const swapped = [...value].map((one) =>
    one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
  );
  const wellFormed = Buffer.from(value).toString();
  return [
    ...new Set([
      wellFormed,
      lower,
      upper,
      swapped.join(''),
      encodeURIComponent(wellFormed),
      new URLSearchParams({ k: value }).toString().slice(2),
      JSON.stringify(value).slice(1, -1),
      value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
    ]),
  ];
}

/** Every part that is too long to be shown, without public words; the whole value where nothing else is left. */
function partsToHide(value: string): readonly string[] {
  const parts = windowsOf(value).filter((part) => !isPublicWord(part));
  return parts.length > 0 ? parts : [value];
}

function windowsOf(value: string): readonly string[] {
  return Array.from({ length: Math.max(0, value.length - partLength + 1) }, (_, start) =>
    value.slice(start, start + partLength),
  );
}

type Range = readonly [start: number, end: number];

/** The parts of a text that must not be shown, as bytes of its UTF-8. */
function byteWindowsOf(value: string): readonly Range[] {
  const characters = [...value];
  const offsets = [0];
  for (const character of characters) offsets.push((offsets.at(-1) ?? 0) + Buffer.byteLength(character));
  return characters.flatMap((_, start) => {
    let end = start;
    for (let length = 0; length < partLength; end += 1) {
      const character = characters[end];
      if (character === undefined) return [];
      length += character.length;
    }
    return [[offsets[start] ?? 0, offsets[end] ?? 0] as const];
  });
}

/**
 * Base64 encodes three bytes as four characters, so a text within a longer one, such as `Bearer KEY`, has three
 * encodings, depending on its offset. Characters that also hold bits of the neighbours are left out.
 */
function base64Parts(value: string, ranges: readonly Range[]): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]).toString('base64');
    return ranges.map(([start, end]) =>
      encoded.slice(Math.ceil(((before + start) * 4) / 3), Math.floor(((before + end) * 4) / 3)),
    );
  });
}

function hexadecimalParts(value: string): readonly string[] {
  const encoded = Buffer.from(value).toString('hex');
  return byteWindowsOf(value).map(([start, end]) => encoded.slice(2 * start, 2 * end));
}
