import type { JsonReading } from '../../contract/judging/exchange.ts';
import type { FhirReport } from '../../fhir/index.ts';
import { isPublicWord, type Secret } from '../secret.ts';
import {
  type FindPatterns,
  findInReadings,
  foldCase,
  growth,
  makeMayHold,
  makePatternFinder,
  type Range,
  type Search,
  withoutInvisible,
} from './readings.ts';

/** Replaces a secret. */
export const placeholder = '[key]';

/** A shorter secret would match too much ordinary text; the configuration refuses even some longer ones. */
const minimumLength = 4;

/** This many consecutive characters of a secret must never be shown. */
const partLength = 8;

/** Text is searched in pieces to keep its readings small. */
const pieceLength = 65_536;

/** Hides secrets in text. It does not handle structure: callers pass the fields with foreign or free text. */
export interface Redaction {
  /** Replaces whole secrets, in every usual encoding and any letter case. For text that is judged. */
  readonly whole: (text: string) => string;
  /** Also replaces every run of 8 or more characters of a secret. For text that is shown. */
  readonly parts: (text: string) => string;
}

/** A redaction with its secrets, for a process that makes its own. */
export interface SecretsRedaction extends Redaction {
  readonly secrets: readonly Secret[];
}

/** Makes the redaction for all secrets of one or more installations. It takes longer than using it. */
export function redactionOf(secrets: readonly Secret[]): SecretsRedaction {
  const values = secrets.map((secret) => secret.reveal());
  const spellings = distinct(values.flatMap(spellingsOf)).filter(({ length }) => length >= minimumLength);
  if (spellings.length === 0) return { whole: (text) => text, parts: (text) => text, secrets };
  const longest = spellings.reduce((most, { length }) => Math.max(most, length), partLength);
  const shortest = spellings.reduce((least, { length }) => Math.min(least, length), partLength);
  const findWhole = makePatternFinder(spellings);
  const findParts = makePatternFinder([...spellings, ...spellings.flatMap(hiddenParts)]);
  const characters = new Set(spellings.join(''));
  const matters = (character: string): boolean =>
    /[\w+/=\\%&#;{}-]|[^\0-\x7f]/.test(character) || characters.has(character);
  const how = {
    matters,
    ...(shortest < partLength ? {} : { mayHold: makeMayHold(spellings.flatMap(spellingsWithin)) }),
  };
  const hideWhat =
    (search: Search) =>
    (text: string): string =>
      // No encoding makes a text shorter.
      text.length < shortest ? text : hide(text, (piece) => findInReadings(piece, search), longest);
  return {
    whole: hideWhat({ find: findWhole, ...how }),
    parts: hideWhat({ find: findParts, ...how }),
    secrets,
  };
}

/** The spellings of a secret, apart from encodings; the case of its letters does not matter. */
function spellingsOf(value: string): readonly string[] {
  const wellFormed = Buffer.from(value).toString();
  // A tab is `\t` in JSON, and stays so when other escapes are undone.
  const inJson = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(/\\(["\\])/g, '$1');
  return [
    value,
    withoutInvisible(value),
    wellFormed,
    inJson,
    value.toUpperCase(),
    value.replaceAll(' ', '+'),
  ];
}

/** The spellings of a secret within base64 and hexadecimal; the case of ASCII letters does not matter. */
function spellingsWithin(value: string): readonly string[] {
  const wellFormed = Buffer.from(value).toString();
  const written = [
    value,
    encodeURIComponent(wellFormed),
    new URLSearchParams({ k: value }).toString().slice(2),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ];
  if (/^[\0-\x7f]*$/.test(value)) return [...new Set(written)];
  const swapped = [...value].map((one) =>
    one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
  );
  return [...written, value.toLowerCase(), value.toUpperCase(), swapped.join('')];
}

/** Removes values that differ only in letter case. */
function distinct(values: readonly string[]): readonly string[] {
  const byFolded = new Map<string, string>();
  for (const value of values) if (!byFolded.has(foldCase(value))) byFolded.set(foldCase(value), value);
  return [...byFolded.values()];
}

/** Every part that is too long to be shown, except for common words. */
function hiddenParts(value: string): readonly string[] {
  const count = Math.max(0, value.length - partLength + 1);
  return Array.from({ length: count }, (_, start) => value.slice(start, start + partLength)).filter(
    (part) => !isPublicWord(part),
  );
}

/** Replaces the ranges that a search finds; ranges that overlap or adjoin are replaced as one. */
function hide(text: string, search: FindPatterns, longest: number): string {
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

/** Hides secrets in a text. */
export type Clean = (text: string) => string;

/**
 * Applies a function to texts that may repeat secrets. Nearly always none does, and one search of the joined texts
 * shows that sooner than a search of each. A false match across the joined texts costs only that search.
 * @param how hides whole secrets, or also parts of them
 * @param make pure; called again with a function that hides secrets, if there may be one
 */
export function cleaned<T>(redaction: Redaction, how: 'whole' | 'parts', make: (clean: Clean) => T): T {
  const texts = new Set<string>();
  const made = make((text) => {
    texts.add(text);
    return text;
  });
  const all = [...texts].join('\n');
  return redaction.parts(all) === all ? made : make(redaction[how]);
}

/** Hides secrets in the names and values of headers. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  clean: Clean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [clean(name), clean(value)]));
}

/** Level, severity and counts are ours; types, paths and messages quote the body. */
export function redactFhirReport(report: FhirReport, clean: Clean): FhirReport {
  const { resourceType, releasesByType, issues } = report;
  return {
    ...report,
    ...(resourceType === undefined ? {} : { resourceType: clean(resourceType) }),
    releasesByType: Object.fromEntries(
      Object.entries(releasesByType).map(([type, releases]) => [clean(type), releases]),
    ),
    issues: issues.map((issue) => ({ ...issue, path: clean(issue.path), message: clean(issue.message) })),
  };
}

export function redactReading(reading: JsonReading, clean: Clean): JsonReading {
  return reading.ok
    ? { ...reading, value: redactJson(reading.value, clean) }
    : { ok: false, reason: clean(reading.reason) };
}

/** Redacts a JSON value of an installation, whose names are foreign text as well. */
export function redactJson<T>(value: T, clean: Clean): T;
export function redactJson(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [clean(name), redactJson(item, clean)]),
  );
}
