import type { Secret } from '../secret.ts';
import { decodeNear, type Encoding, type View, writtenView } from './decoded-view.ts';
import { anyEncoding, encodings, isAmbiguous } from './escapes.ts';
import { makePatternFinder } from './pattern-finder.ts';
import { type PatternSet, partLength, partPatterns, wholePatterns } from './secret-patterns.ts';

/** Replaces a secret. */
export const placeholder = '[key]';

/** A shorter secret would match too much ordinary text; the configuration refuses even some that are longer. */
const minimumLength = 4;

/** How many encodings, one within another, are undone to find a secret. */
const encodingDepth = 3;

/** Text is searched in pieces, so that its decoded views stay small. */
const pieceLength = 65_536;

/** A secret that is written as escapes is at most this many times as long. */
const growth = 8;

/** Hides secrets in text. Structure is not its affair: callers hand over the fields that hold foreign or free text. */
export interface Redaction {
  /** Replaces whole secrets, in every usual encoding and any letter case. For text that is judged. */
  readonly whole: (text: string) => string;
  /** The same with every run of 8 or more characters of a secret. For text that is shown. */
  readonly parts: (text: string) => string;
}

/** Makes the redaction of all secrets of an installation. */
export function redactionOf(secrets: readonly Secret[]): Redaction {
  return redactionOfTexts(secrets.map((secret) => secret.reveal()));
}

/** Makes the redaction of secrets that are given as texts, as a process that reads bodies gets them. */
export function redactionOfTexts(values: readonly string[]): Redaction {
  const given = [...new Set(values)].filter(({ length }) => length >= minimumLength);
  if (given.length === 0) return { whole: (text) => text, parts: (text) => text };
  const longest = given.reduce((most, { length }) => Math.max(most, length), partLength);
  const undone = given.some(isAmbiguous) ? inEveryOrder : atOnce;
  const matters = makeMatters(given);
  const parts = partPatterns(given);
  const findParts = makeSearch(parts, { undone, matters, longest: partLength });
  let wholeSearch: Search | undefined;
  const findWhole: Search = (text) => {
    wholeSearch ??= makeSearch(wholePatterns(given), { undone, matters, longest });
    return wholeSearch(text);
  };
  // A text without any part of a secret, as most are, needs no search for whole ones.
  const searchAs =
    (combine: (parts: readonly Range[], text: string) => readonly Range[]): Search =>
    (text) => {
      const found = findParts(text);
      return found.length === 0 ? [] : combine(found, text);
    };
  const findOnlyWhole = searchAs((_, text) => findWhole(text));
  const findAll = searchAs((found, text) => [...found, ...findWhole(text)]);
  // No encoding writes a text in fewer characters than it has.
  const shortest = lengthOfShortest(parts);
  return {
    whole: (text) => (text.length < shortest ? text : hide(text, findOnlyWhole, longest)),
    parts: (text) => (text.length < shortest ? text : hide(text, findAll, longest)),
  };
}

function lengthOfShortest(sets: readonly PatternSet[]): number {
  return sets
    .flatMap(({ patterns }) => patterns)
    .reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

/** Encodings to undo, one within another up to a depth; `near` is how much of a text stands near an escape, in secrets. */
type Undone = readonly {
  readonly encodings: readonly Encoding[];
  readonly depth: number;
  readonly near: number;
}[];

/** For secrets that themselves look like an encoded text. */
const inEveryOrder: Undone = [{ encodings, depth: encodingDepth, near: growth }];
/** Quicker. */
const atOnce: Undone = [
  { encodings: [anyEncoding], depth: encodingDepth, near: growth },
  { encodings, depth: 2, near: 2 },
];

type Range = readonly [start: number, end: number];

/** Finds every place in a text from which a reader could decode a pattern. */
type Search = (text: string) => readonly Range[];

interface SearchOptions {
  readonly undone: Undone;
  /** Whether a character can be part of a secret, or of an encoding of one. */
  readonly matters: (character: string) => boolean;
  /** The length of the longest pattern, as it is written. */
  readonly longest: number;
}

function makeSearch(sets: readonly PatternSet[], { undone, matters, longest }: SearchOptions): Search {
  const finders = sets.map(({ patterns, spelling }) => makePatternFinder(patterns, spelling));
  return (text) => {
    const found: Range[] = [];
    const searchIn = (view: View): void => {
      for (const find of finders)
        find(view.text, (start, end) => {
          found.push(view.sourceOf(start, end));
        });
    };
    const searchWithin = (view: View, { encodings, depth, near }: Undone[number]): boolean => {
      let holdsEscapes = false;
      for (const encoding of depth === 0 ? [] : encodings) {
        const decoded = decodeNear(view, encoding, near * longest, matters);
        if (decoded === undefined) continue;
        holdsEscapes = true;
        searchIn(decoded);
        searchWithin(decoded, { encodings, depth: depth - 1, near });
      }
      return holdsEscapes;
    };
    const written = writtenView(text);
    searchIn(written);
    // Where one way to undo encodings finds no escape, no other does.
    undone.every((one) => searchWithin(written, one));
    return found;
  };
}

/** Most escapes of JSON and HTML are line breaks, quotation marks and brackets, which few secrets hold. */
function makeMatters(secrets: readonly string[]): (character: string) => boolean {
  const given = new Set(secrets.join(''));
  return (character) => /[\w+/=\\%&#;{}-]|[^\0-\x7f]/.test(character) || given.has(character);
}

/** Replaces what a search finds; places that overlap or adjoin are replaced as one. */
function hide(text: string, search: Search, longest: number): string {
  const overlap = 2 * growth * longest;
  const step = Math.max(pieceLength, 4 * overlap);
  const found: Range[] = [];
  for (let start = 0; start === 0 || start + overlap < text.length; start += step) {
    const piece = text.length <= step + overlap ? text : text.slice(start, start + step + overlap);
    for (const [from, to] of search(piece)) found.push([start + from, start + to]);
  }
  if (found.length === 0) return text;
  found.sort(([one], [other]) => one - other);
  let clean = '';
  let copied = 0;
  for (const [start, end] of found) {
    if (copied === 0 || start > copied) clean += text.slice(copied, start) + placeholder;
    copied = Math.max(copied, end);
  }
  return clean + text.slice(copied);
}
