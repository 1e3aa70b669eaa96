import { decodeNear, type Encoding, type View, visibleView, writtenView } from './decoded-view.ts';
import { anyEncoding, encodings, isAmbiguous } from './escapes.ts';

/** How many encodings, one within another, are undone to find a secret. */
const encodingDepth = 3;

/** A secret that is written as escapes is at most this many times as long. */
export const growth = 8;

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

/** Hands over a text as it is written, and as readers may decode it, to find what is `longest` characters long at most. */
export type Readings = (text: string, longest: number, visit: (view: View) => void) => void;

/** The readings of texts in which these secrets are looked for. */
export function readingsFor(secrets: readonly string[]): Readings {
  const undone = secrets.some(isAmbiguous) ? inEveryOrder : atOnce;
  const matters = makeMatters(secrets);
  return (text, longest, visit) => {
    const visitWithin = (view: View, { encodings, depth, near }: Undone[number]): boolean => {
      let holdsEscapes = false;
      for (const encoding of depth === 0 ? [] : encodings) {
        const decoded = decodeNear(view, encoding, near * longest, matters);
        if (decoded === undefined) continue;
        holdsEscapes = true;
        visit(decoded);
        visitWithin(decoded, { encodings, depth: depth - 1, near });
      }
      return holdsEscapes;
    };
    const written = writtenView(text);
    visit(written);
    const visible = visibleView(written);
    if (visible !== undefined) visit(visible);
    // Where one way to undo encodings finds no escape, no other does.
    undone.every((one) => visitWithin(visible ?? written, one));
  };
}

/** Most escapes of JSON and HTML are line breaks, quotation marks and brackets, which few secrets hold. */
function makeMatters(secrets: readonly string[]): (character: string) => boolean {
  const given = new Set(secrets.join(''));
  return (character) => /[\w+/=\\%&#;{}-]|[^\0-\x7f]/.test(character) || given.has(character);
}
