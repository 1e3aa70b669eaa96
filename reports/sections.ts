import type { RecordedExchange } from '../engine/record/run-record.ts';
import type { StatedRequirement } from './requirements.ts';

/** How something looks. */
export type Tone = 'bad' | 'good' | 'open';

/** One line of text, in which names may be marked as code. It may hold what an installation said: renderers make it safe. */
export type Text = string | readonly (string | { readonly code: string })[];

/** An entry of a list. */
export interface Item<T extends Text = Text> {
  /** A word or two before the sentence. */
  readonly label?: string;
  /** Missing: that of its section. */
  readonly tone?: Tone;
  readonly sentence: T;
  readonly details: readonly T[];
}

/** What a card is made of. */
export type Part =
  | { readonly kind: 'text'; readonly text: Text; readonly isMinor?: true }
  /** Only if there is room: what each reader can do. */
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

/** What stands under one heading of a report. */
export interface Section<T extends Text = Text> {
  /** The id of its element in a page. */
  readonly id?: string;
  readonly title: string;
  /** How many things it is about, if that is worth a number. */
  readonly count?: number;
  readonly tone?: Tone;
  readonly introduction?: string;
  /** Its items are short, and many: a page sets them in columns. */
  readonly isInColumns?: true;
  readonly items: readonly Item<T>[];
  readonly cards?: readonly Card[];
}

/** Sections made from rows. Those without items are left out. */
export function listSections(
  rows: readonly (readonly [title: string, tone: Tone, items: readonly Item<string>[]])[],
): readonly Section<string>[] {
  return rows
    .filter(([, , items]) => items.length > 0)
    .map(([title, tone, items]) => ({ title, count: items.length, tone, items }));
}

/** An item without anything but its sentence. */
export function plainItem(sentence: string): Item<string> {
  return { sentence, details: [] };
}

/** The heading of a section, with its number. */
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

/** A text in pieces that are safe in a format: parts marked as code by one function, all others by the other. */
export function renderText<T>(
  text: Text,
  plain: (text: string) => T,
  code: (text: string) => T = plain,
): readonly (T | string)[] {
  if (typeof text === 'string') return [plain(text)];
  return text.flatMap((part) => {
    if (typeof part !== 'string') return [code(part.code)];
    // Blanks at its ends keep it apart from the code next to it.
    return [part.startsWith(' ') ? ' ' : '', plain(part), part.endsWith(' ') ? ' ' : ''];
  });
}
