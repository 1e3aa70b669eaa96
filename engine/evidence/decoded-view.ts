import { invisibleRuns, withoutInvisible } from './invisible.ts';

/** One escape of an encoding: what it stands for, and where it ends. */
export interface Escape {
  readonly value: string;
  readonly end: number;
}

/** A way to write characters as others, of which each escape begins with one of a few marks. */
export interface Encoding {
  readonly marks: readonly string[];
  /** The escape that begins here, if one does. */
  readonly escapeAt: (text: string, at: number) => Escape | undefined;
}

/** A text as a reader may decode it, with the way back to what was written. */
export interface View {
  readonly text: string;
  /** The place in the written text from which a part of this text was decoded. */
  readonly sourceOf: (start: number, end: number) => readonly [start: number, end: number];
}

/** A text as it is written. */
export function writtenView(text: string): View {
  return { text, sourceOf: (start, end) => [start, end] };
}

/** A text as readers see it, who do not see some of its characters; undefined where they see all. */
export function visibleView(view: View): View | undefined {
  const runs = invisibleRuns(view.text);
  if (runs.length === 0) return undefined;
  const pieces = new Pieces();
  let copied = 0;
  for (const { start, end } of [...runs, { start: view.text.length, end: view.text.length }]) {
    pieces.add(view.text.slice(copied, start), copied, start);
    copied = end;
  }
  return pieces.isEmpty() ? undefined : pieces.viewOf(view);
}

/** Between parts that are not neighbours; a noncharacter, which no secret holds. */
const separator = '\uffff';

/**
 * Decodes what is written in an encoding, with what stands near it: what is not near an escape reads the same before
 * and after, so that a text with few escapes costs little.
 * @param context how many characters before and after an escape are near
 * @param matters whether a character is worth decoding
 */
export function decodeNear(
  view: View,
  { marks, escapeAt }: Encoding,
  context: number,
  matters: (character: string) => boolean,
): View | undefined {
  const { text } = view;
  const nextMark = makeNextMark(text, marks);
  const pieces = new Pieces();
  let copied = 0;
  let at = nextMark(0);
  while (at < text.length) {
    const found = escapeAt(text, at);
    if (found === undefined || !matters(found.value)) {
      at = nextMark(found?.end ?? at + 1);
      continue;
    }
    if (at - copied > 2 * context) {
      if (!pieces.isEmpty()) {
        pieces.add(text.slice(copied, copied + context), copied, copied + context);
        pieces.add(separator, at, at);
      }
      copied = at - context;
    }
    pieces.add(text.slice(copied, at), copied, at);
    pieces.add(withoutInvisible(found.value), at, found.end);
    copied = found.end;
    at = nextMark(copied);
  }
  if (copied === 0) return undefined;
  pieces.add(text.slice(copied, copied + context), copied, Math.min(text.length, copied + context));
  return pieces.isEmpty() ? undefined : pieces.viewOf(view);
}

/** Finds the next of several marks; the length of the text where there is none. Each mark is looked for once in all. */
function makeNextMark(text: string, marks: readonly string[]): (from: number) => number {
  const places = marks.map(() => -1);
  return (from) => {
    let nearest = text.length;
    for (let index = 0; index < marks.length; index += 1) {
      let place = places[index] ?? -1;
      if (place < from) {
        const found = text.indexOf(marks[index] ?? '', from);
        place = found === -1 ? text.length : found;
        places[index] = place;
      }
      if (place < nearest) nearest = place;
    }
    return nearest;
  };
}

/** Pieces of a decoded text and where each comes from: as it was, or decoded from an escape. */
class Pieces {
  readonly #texts: string[] = [];
  readonly #starts: number[] = [];
  readonly #sourceStarts: number[] = [];
  readonly #sourceEnds: number[] = [];
  #length = 0;

  isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  add(text: string, sourceStart: number, sourceEnd: number): void {
    if (text === '') return;
    this.#texts.push(text);
    this.#starts.push(this.#length);
    this.#sourceStarts.push(sourceStart);
    this.#sourceEnds.push(sourceEnd);
    this.#length += text.length;
  }

  /** They as a text that was read from another one. */
  viewOf(view: View): View {
    return {
      text: this.#texts.join(''),
      sourceOf: (start, end) => view.sourceOf(this.#sourceAt(start)[0], this.#sourceAt(end - 1)[1]),
    };
  }

  /** The place from which one character comes. */
  #sourceAt(position: number): readonly [number, number] {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    const [start = 0, sourceStart = 0, sourceEnd = 0] = [
      this.#starts[low],
      this.#sourceStarts[low],
      this.#sourceEnds[low],
    ];
    const isCopy = sourceEnd - sourceStart === this.#texts[low]?.length;
    if (!isCopy) return [sourceStart, sourceEnd];
    const source = sourceStart + (position - start);
    return [source, source + 1];
  }
}
