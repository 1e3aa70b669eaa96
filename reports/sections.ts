import type { RecordedExchange } from '../engine/record/run-record.ts';
import type { StatedRequirement } from './requirements.ts';

/** The look of an element. */
export type Tone = 'bad' | 'good' | 'open';

/**
 * One line of text, in which names may be marked as code. It may contain text from an installation: renderers make it
 * safe.
 */
export type Text = string | readonly (string | { readonly code: string })[];

/** An entry of a list. */
export interface Item<T extends Text = Text> {
  /** A word or two before the sentence. */
  readonly label?: string;
  /** Default: the tone of its section. */
  readonly tone?: Tone;
  readonly sentence: T;
  readonly details: readonly T[];
}

/** A part of a card. */
export type Part =
  | { readonly kind: 'text'; readonly text: Text; readonly isMinor?: true }
  /** Advice for each reader, if there is room. */
  | { readonly kind: 'advice'; readonly items: readonly Item[] }
  | { readonly kind: 'evidence'; readonly exchange: RecordedExchange }
  | { readonly kind: 'requirements'; readonly requirements: readonly StatedRequirement[] }
  /** Shown on demand. */
  | { readonly kind: 'fold'; readonly summary: string; readonly parts: readonly Part[] };

/** One thing that is wrong. */
export interface Card {
  /** The id of its element in a page. */
  readonly id?: string;
  readonly label?: string;
  readonly title: Text;
  readonly parts: readonly Part[];
}

/** The content under one heading of a report. */
export interface Section<T extends Text = Text> {
  /** The id of its element in a page. */
  readonly id?: string;
  readonly title: string;
  /** The number of things it is about, if that is worth a number. */
  readonly count?: number;
  readonly tone?: Tone;
  readonly introduction?: string;
  /** Its items are short and many: a page sets them in columns. */
  readonly isInColumns?: true;
  readonly items: readonly Item<T>[];
  readonly cards?: readonly Card[];
}

/** Sections made from rows. Empty ones are left out. */
export function listSections(
  rows: readonly (readonly [title: string, tone: Tone, items: readonly Item<string>[]])[],
): readonly Section<string>[] {
  return rows
    .filter(([, , items]) => items.length > 0)
    .map(([title, tone, items]) => ({ title, count: items.length, tone, items }));
}

/** An item that is only a sentence. */
export function plainItem(sentence: string): Item<string> {
  return { sentence, details: [] };
}

/** The heading of a section, with its count. */
export function headingOf({ title, count }: Section): string {
  return count === undefined ? title : `${title} (${count})`;
}

/** "Checks: a, b", with the names marked as code. */
export function named(name: string, codes: readonly string[]): Text {
  return [`${name}: `, ...codeList(codes)];
}

/** "a, b", marked as code. */
export function codeList(codes: readonly string[]): readonly (string | { readonly code: string })[] {
  return codes.flatMap((code, index) => (index === 0 ? [{ code }] : [', ', { code }]));
}

/** Renders a text in pieces that are safe in a format: code parts by one function, all others by the other. */
export function renderText<T>(
  text: Text,
  plain: (text: string) => T,
  code: (text: string) => T = plain,
): readonly (T | string)[] {
  if (typeof text === 'string') return [plain(text)];
  return text.flatMap((part) => {
    if (typeof part !== 'string') return [code(part.code)];
    // Spaces at its ends separate it from the code next to it.
    return [part.startsWith(' ') ? ' ' : '', plain(part), part.endsWith(' ') ? ' ' : ''];
  });
}
