import type { Secret } from '../secret.ts';
import { makeHeldSecrets } from './held-secrets.ts';
import { withoutInvisible } from './invisible.ts';
import { makePatternFinder } from './pattern-finder.ts';
import { growth, type Readings, readingsFor } from './readings.ts';
import { type PatternSet, partLength, partPatterns, wholePatterns } from './secret-patterns.ts';

/** Replaces a secret. */
export const placeholder = '[key]';

/** A shorter secret would match too much ordinary text; the configuration refuses even some that are longer. */
const minimumLength = 4;

/** Text is searched in pieces, so that its decoded views stay small. */
const pieceLength = 65_536;

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
  const given = hideable(values);
  if (given.length === 0) return { whole: (text) => text, parts: (text) => text };
  const longest = given.reduce((most, { length }) => Math.max(most, length), partLength);
  const readings = readingsFor(given);
  const parts = partPatterns(given);
  const findParts = makeSearch(parts, readings, partLength);
  let wholeSearch: Search | undefined;
  const findWhole: Search = (text) => {
    wholeSearch ??= makeSearch(wholePatterns(given), readings, longest);
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

/** So many are looked for at once without making the patterns of all others. */
const fewSecrets = 20;

/**
 * The redaction of thousands of secrets for short texts, such as lines of a log: it makes the patterns of those alone that a
 * text may hold. Where secrets have so much in common that nothing is gained, it makes all of them, once.
 */
export function redactionOfMany(secrets: readonly Secret[]): Redaction {
  const values = hideable(secrets.map((secret) => secret.reveal()));
  const heldIn = makeHeldSecrets(values);
  let all: Redaction | undefined;
  const redactionFor = (text: string): Redaction | undefined => {
    const held = heldIn(text);
    if (held.length === 0) return undefined;
    if (held.length <= fewSecrets) return redactionOfTexts(held);
    all ??= redactionOfTexts(values);
    return all;
  };
  return {
    whole: (text) => redactionFor(text)?.whole(text) ?? text,
    parts: (text) => redactionFor(text)?.parts(text) ?? text,
  };
}

/** What is hidden of these values, each once, and as it reads without characters that nobody sees. */
function hideable(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => [value, withoutInvisible(value)]))].filter(
    ({ length }) => length >= minimumLength,
  );
}

function lengthOfShortest(sets: readonly PatternSet[]): number {
  return sets
    .flatMap(({ patterns }) => patterns)
    .reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

type Range = readonly [start: number, end: number];

/** Finds every place in a text from which a reader could decode a pattern. */
type Search = (text: string) => readonly Range[];

/** @param longest the length of the longest pattern, as it is written */
function makeSearch(sets: readonly PatternSet[], readings: Readings, longest: number): Search {
  const finders = sets.map(({ patterns, spelling }) => makePatternFinder(patterns, spelling));
  return (text) => {
    const found: Range[] = [];
    readings(text, longest, (view) => {
      for (const find of finders)
        find(view.text, (start, end) => {
          found.push(view.sourceOf(start, end));
        });
    });
    return found;
  };
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
