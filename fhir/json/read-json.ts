import { pathInBody, printable } from '../element-path.ts';
import { type FhirIssue, maximumDepth } from '../types.ts';
import { type JsonObject, type JsonValue, type NumberTexts, setProperty } from './json-value.ts';
import { positionsOf } from './text-position.ts';

/** An issue of level `text`. */
export interface TextIssue extends FhirIssue {
  /** Where it is found in the text. */
  readonly offset?: number;
}

interface ReadText {
  /** Without a byte order mark; undefined if the bytes are not text. */
  readonly text?: string;
  readonly issues: readonly TextIssue[];
}

/** A value with the texts of its numbers, or what is wrong with the text. */
export type ReadResult = ReadText &
  (
    | { readonly value: JsonValue; readonly numberTexts: NumberTexts }
    | { readonly value?: undefined; readonly unread?: string }
  );

const maximumDuplicates = 20;

class TextError extends Error {
  readonly offset: number;
  constructor(offset: number, message = '') {
    super(message);
    this.offset = offset;
  }
}

/** A body beyond our limit, which may be valid. */
class TooDeep extends TextError {}

/**
 * Reads JSON text as strictly as RFC 8259 defines it. Reports duplicate property names, and keeps the text of numbers,
 * which `JSON.parse` loses and decimals need.
 *
 * @param body JSON text, or its UTF-8 bytes
 * @returns the value, or issues of level `text`; never throws
 */
export function readJson(body: Uint8Array | string): ReadResult {
  let text: string;
  try {
    text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { issues: [textIssue('The body is not valid UTF-8; send JSON text encoded as UTF-8.')] };
  }
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  if (text.trim() === '') return { text, issues: [textIssue('The body is empty; JSON was expected.', 0)] };
  const reader = new JsonReader(text);
  try {
    const value = reader.readDocument();
    return { text, value, numberTexts: reader.numberTexts, issues: reader.duplicates };
  } catch (error) {
    if (error instanceof TooDeep) {
      const reason = `it is nested deeper than ${maximumDepth} levels`;
      const issue = textIssue(`The body was not validated: ${reason}.`, error.offset);
      return { text, issues: [issue], unread: reason };
    }
    if (!(error instanceof TextError)) throw error;
    const { message, offset } = error;
    return { text, issues: [textIssue(`${message} ${lineAndColumn(text, offset)}`, offset)] };
  }
}

function textIssue(message: string, offset?: number, path = ''): TextIssue {
  return { severity: 'error', level: 'text', path, message, ...(offset === undefined ? {} : { offset }) };
}

function lineAndColumn(text: string, offset: number): string {
  const [position] = positionsOf(text, [offset]);
  return `(line ${position?.line}, column ${position?.column})`;
}

const quote = 34;
const backslash = 92;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** Called with the position of each value by its steps; a property begins at its name. */
export type VisitPlace = (steps: readonly (string | number)[], offset: number) => void;

/** Reads a text that `readJson` has read without issues, and reports the position of each value. */
export function visitPlaces(text: string, visit: VisitPlace): void {
  new JsonReader(text, visit).readDocument();
}

class JsonReader {
  readonly numberTexts: NumberTexts = new WeakMap();
  readonly duplicates: FhirIssue[] = [];
  private readonly text: string;
  private readonly visit: VisitPlace | undefined;
  private at = 0;
  private readonly steps: (string | number)[] = [];

  constructor(text: string, visit?: VisitPlace) {
    this.text = text;
    this.visit = visit;
  }

  readDocument(): JsonValue {
    this.skipSpace();
    this.visit?.(this.steps, this.at);
    const value = this.readValue();
    this.skipSpace();
    if (this.at < this.text.length) this.fail('There is text after the end of the JSON value.');
    return value;
  }

  private fail(message: string): never {
    throw new TextError(this.at, message);
  }

  private failExpected(expected: string): never {
    if (this.at >= this.text.length) this.fail('The JSON text ends too early: it is cut off.');
    this.fail(
      `The text is not JSON: ${expected} was expected, not "${printable(this.text.slice(this.at, this.at + 12), 12)}".`,
    );
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at += 1;
    }
  }

  private readValue(parent?: object, key?: string | number): JsonValue {
    this.skipSpace();
    switch (this.text.charCodeAt(this.at)) {
      case 123:
        return this.readObject();
      case 91:
        return this.readArray();
      case quote:
        return this.readString();
      case 116:
        return this.readLiteral('true', true);
      case 102:
        return this.readLiteral('false', false);
      case 110:
        return this.readLiteral('null', null);
      default:
        return this.readNumber(parent, key);
    }
  }

  private readLiteral<T extends JsonValue>(literal: string, value: T): T {
    if (!this.text.startsWith(literal, this.at)) {
      if (literal.startsWith(this.text.slice(this.at))) this.at = this.text.length;
      this.failExpected('a value');
    }
    this.at += literal.length;
    return value;
  }

  private readNumber(parent?: object, key?: string | number): number {
    numberPattern.lastIndex = this.at;
    const text = numberPattern.exec(this.text)?.[0];
    if (text === undefined) this.failExpected('a value');
    this.at += text.length;
    const value = Number(text);
    if (parent !== undefined && key !== undefined && String(value) !== text) {
      const texts = this.numberTexts.get(parent) ?? new Map<string | number, string>();
      this.numberTexts.set(parent, texts.set(key, text));
    }
    return value;
  }

  private readString(): string {
    const start = this.at;
    let isEscaped = false;
    this.at += 1;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === quote) break;
      if (code === backslash) {
        escapePattern.lastIndex = this.at;
        if (!escapePattern.test(this.text)) this.failEscape();
        this.at = escapePattern.lastIndex;
        isEscaped = true;
      } else if (code >= 32) this.at += 1;
      else this.failInString();
    }
    this.at += 1;
    if (isEscaped) return JSON.parse(this.text.slice(start, this.at)) as string;
    return this.text.slice(start + 1, this.at - 1);
  }

  private failEscape(): never {
    if (this.at + 6 > this.text.length) this.at = this.text.length;
    this.failExpected('a known escape');
  }

  private failInString(): never {
    if (this.at >= this.text.length) this.failExpected('the end of a string');
    this.fail('The text is not JSON: a control character stands unescaped in a string.');
  }

  private enter(): void {
    this.at += 1;
    if (this.steps.length >= maximumDepth) throw new TooDeep(this.at - 1);
  }

  private readArray(): JsonValue[] {
    this.enter();
    const list: JsonValue[] = [];
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === 93) {
      this.at += 1;
      return list;
    }
    this.steps.push(0);
    for (;;) {
      this.steps[this.steps.length - 1] = list.length;
      this.skipSpace();
      this.visit?.(this.steps, this.at);
      list.push(this.readValue(list, list.length));
      this.skipSpace();
      const code = this.text.charCodeAt(this.at);
      if (code !== 44 && code !== 93) this.failExpected('"," or "]"');
      this.at += 1;
      if (code === 93) break;
    }
    this.steps.pop();
    return list;
  }

  private readObject(): JsonObject {
    this.enter();
    const object: JsonObject = {};
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === 125) {
      this.at += 1;
      return object;
    }
    this.steps.push('');
    for (;;) {
      this.skipSpace();
      if (this.text.charCodeAt(this.at) !== quote) this.failExpected('a property name in double quotes');
      const nameAt = this.at;
      const name = this.readString();
      this.steps[this.steps.length - 1] = name;
      this.visit?.(this.steps, nameAt);
      this.skipSpace();
      if (this.text.charCodeAt(this.at) !== 58) this.failExpected('":"');
      this.at += 1;
      if (Object.hasOwn(object, name)) this.reportDuplicate(name, nameAt);
      setProperty(object, name, this.readValue(object, name));
      this.skipSpace();
      const code = this.text.charCodeAt(this.at);
      if (code !== 44 && code !== 125) this.failExpected('"," or "}"');
      this.at += 1;
      if (code === 125) break;
    }
    this.steps.pop();
    return object;
  }

  private reportDuplicate(name: string, nameAt: number): void {
    if (this.duplicates.length >= maximumDuplicates) return;
    this.duplicates.push(
      textIssue(
        `The property "${printable(name, 60)}" stands twice in one object ${lineAndColumn(this.text, nameAt)}; keep one.`,
        nameAt,
        pathInBody(this.steps),
      ),
    );
  }
}
