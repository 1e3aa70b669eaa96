import { namesIdOrLink } from '../../contract/judging/choose-records.ts';
import { quote } from '../../contract/judging/describe.ts';
import type { Answer, JsonReading } from '../../contract/judging/exchange.ts';
import { beyond, limits, type ReadingLimits } from '../../contract/limits.ts';
import type { Validate, ValidateOptions } from '../../fhir/index.ts';
import { withoutInvisible } from './readings.ts';
import { type Clean, cleaned, type Redaction, redactFhirReport } from './redaction.ts';

/** A body, and what to find out about it. */
export interface ReadingOptions {
  readonly contentType?: string;
  readonly digest?: string;
  /** Present if the body is promised to be a FHIR resource. */
  readonly fhir?: ValidateOptions;
  /** Keep the whole body, regardless of its size. */
  readonly keepText: boolean;
  readonly limits: ReadingLimits;
}

/** The result of reading a body. Free of secrets. */
export type BodyReading = Pick<Answer, 'json' | 'excerpt' | 'text' | 'fhir' | 'unread'>;

/** FHIR bodies above this size are parsed only by the validator. */
const outlinedCharacters = 1_000_000;

/**
 * Reads a body: decodes its text, redacts it, parses it as JSON and, if FHIR is promised, validates it. Pure; its time
 * and memory grow with the body, so `BodyReader` calls it in a thread or process chosen by size.
 */
export function readAnswerBody(
  body: Uint8Array,
  options: ReadingOptions,
  redaction: Redaction,
  validate: Validate,
): BodyReading {
  const { text, fault, hasMark } = decodeText(body, options.contentType);
  const excerpt = readable(redaction.parts(beginningOf(text)));
  const beyond = beyondJsonLimits(text, options.limits);
  if (beyond !== undefined) return unreadBody(beyond, excerpt);
  const fhir =
    options.fhir === undefined ? undefined : validate(fault === undefined ? text : body, options.fhir);
  const isValidatedAlone = fhir?.resourceType !== undefined && text.length > outlinedCharacters;
  const read = (): JsonReading =>
    isValidatedAlone
      ? { ok: true, value: { resourceType: fhir.resourceType } }
      : readJson(text, excerpt, redaction);
  const json: JsonReading = fault === undefined ? read() : { ok: false, reason: fault };
  return {
    json: json.ok && hasMark ? { ...json, hasMark } : json,
    excerpt,
    ...(options.keepText ? { text: redaction.whole(text) } : {}),
    ...(fhir && { fhir: cleaned(redaction, 'whole', (clean) => redactFhirReport(fhir, clean)) }),
  };
}

/** Decodes a body with its declared character set, or else as UTF-8, the default of JSON; strips a byte order mark. */
function decodeText(body: Uint8Array, contentType = '') {
  const declared = /charset\s{0,9}=\s{0,9}"?([\w-]{1,40})/i.exec(contentType)?.[1];
  for (const charset of [declared, 'utf-8']) {
    if (charset === undefined) continue;
    try {
      const decoded = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body);
      const hasMark = decoded.startsWith('\ufeff');
      return { text: hasMark ? decoded.slice(1) : decoded, hasMark };
    } catch {
      // An unknown character set, or bytes that are invalid in it: try the next one.
    }
  }
  return { text: new TextDecoder().decode(body), fault: 'its bytes are not valid UTF-8' };
}

/** The reading of a body beyond our limits. */
export function unreadBody(reason: string, excerpt = ''): BodyReading {
  return { json: { ok: false, reason: 'it was not read' }, excerpt, unread: reason };
}

/** Copies the beginning of a body: a slice would keep the whole body in memory. */
function beginningOf(text: string): string {
  return Buffer.from(text.slice(0, limits.excerpt.value)).toString();
}

/** Replaces control and direction characters and removes invisible ones, since these texts become part of messages. */
export function readable(text: string): string {
  return withoutInvisible(text.replaceAll('\r\n', '\n').replace(/[^\P{C}\n\t]/gu, '\u{fffd}'));
}

/** The characters that determine the size and depth of a JSON text. */
const [quotationMark, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks the size and depth of a JSON body before allocating memory for it.
 * @returns why it cannot be parsed within the limits, as a clause, or undefined if it can
 */
export function beyondJsonLimits(
  text: string,
  { maximumJsonValues, maximumJsonDepth }: ReadingLimits,
): string | undefined {
  if (!/^[\s\ufeff]*[[{]/.test(text)) return undefined;
  const mostNames = limits.jsonNames.value;
  /** For each open object or list. */
  const names = [0];
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quotationMark) at = endOfString(text, at);
    else if (character === comma) values += 1;
    else if (character === colon) {
      const count = (names[depth] ?? 0) + 1;
      names[depth] = count;
      if (count > mostNames) return `it has an object of more than ${mostNames.toLocaleString('en')} names`;
    } else if (character === openBracket || character === openBrace) {
      values += 1;
      depth += 1;
      names[depth] = 0;
    } else if (character === closeBracket || character === closeBrace) depth -= 1;
    if (values > maximumJsonValues)
      return beyond(`it holds more than ${maximumJsonValues.toLocaleString('en')} values`, limits.jsonValues);
    if (depth > maximumJsonDepth)
      return beyond(
        `it is nested deeper than ${maximumJsonDepth.toLocaleString('en')} levels`,
        limits.jsonDepth,
      );
  }
  return undefined;
}

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
 * @param redaction hides secrets in the outline
 */
export function readJson(text: string, shown: string, redaction: Redaction): JsonReading {
  if (text.trim() === '') return { ok: false, reason: 'it is empty' };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: cleaned(redaction, 'whole', (clean) => outlineOf(value, clean)) };
  } catch (thrown) {
    const fault = /^\s*[[{]/.test(text) ? faultIn(text, String(thrown)) : '';
    return { ok: false, reason: `it begins with ${quote(shown.slice(0, 40))}${fault}` };
  }
}

/** Describes a JSON syntax error, by the parser's message or position. Repeats only one character of the text. */
function faultIn(text: string, said: string): string {
  const position = Number(/position (\d+)/.exec(said)?.[1]);
  if (/end of JSON|unterminated/i.test(said) || position >= text.trimEnd().length)
    return ' and ends too early';
  const there = Number.isNaN(position) ? undefined : text.at(position);
  const [, character = there] = /^SyntaxError: Unexpected token '(.)'/su.exec(said) ?? [];
  return character === undefined ? '' : ` and has an unexpected ${quote(character)}`;
}

/** Error bodies have their texts at the top level. */
const shallowDepth = 1;

/** Longer secrets are not sent in headers. */
const longestSecret = 10_000;

/** Names and words that recur in records are no longer than this; each is cleaned once per body. */
const longestWord = 64;

/** Copies a JSON value without secrets, limiting the entries of each list, the depth, the values and the texts. */
function outlineOf(whole: unknown, clean: Clean): unknown {
  let valuesLeft = limits.keptValues.value;
  let charactersLeft = limits.keptTexts.value;
  const words = new Map<string, string>();
  const isExhausted = (): boolean => valuesLeft <= 0 || charactersLeft <= 0;
  const cut = (text: string, depth: number, name?: string): string => {
    let short = words.get(text);
    if (short === undefined) {
      const length = lengthOf(depth, name);
      // Cleaned before it is cut, so that no part of a secret stays at the end.
      const start = clean(text.slice(0, length + longestSecret)).slice(0, length);
      // A copy: a slice would keep the whole text in memory, and half a character breaks databases.
      short = Buffer.from(start).toString();
      if (text.length <= longestWord) words.set(text, short);
    }
    charactersLeft -= short.length;
    return short;
  };
  const outline = (value: unknown, depth: number, name?: string): unknown => {
    valuesLeft -= 1;
    if (typeof value === 'string') return cut(value, depth, name);
    if (typeof value !== 'object' || value === null) return value;
    const most = depth > limits.keptDepth.value ? 0 : limits.keptEntries.value;
    if (Array.isArray(value))
      return value.slice(0, most).flatMap((item) => (isExhausted() ? [] : [outline(item, depth + 1, name)]));
    const held = value as Readonly<Record<string, unknown>>;
    const members = firstNames(value, most).flatMap((own) =>
      isExhausted() ? [] : [[cut(own, depth), outline(held[own], depth + 1, own)] as const],
    );
    return Object.fromEntries(members);
  };
  return outline(whole, 0);
}

/** The length to keep of a text: ids and links are kept whole, since a part would be a different one. */
function lengthOf(depth: number, name?: string): number {
  if (name !== undefined && namesIdOrLink(name)) return limits.keptLink.value;
  return depth > shallowDepth ? limits.keptDeepText.value : limits.keptText.value;
}

/** The first names of an object, without listing all of them: there may be millions. */
function firstNames(value: object, most: number): readonly string[] {
  const names: string[] = [];
  for (const name in value) {
    if (names.length === most) break;
    names.push(name);
  }
  return names;
}
