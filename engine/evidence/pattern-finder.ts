/** A place in a text. */
export type Range = readonly [start: number, end: number];

/** Finds patterns in a text; places may overlap. */
export type FindPatterns = (text: string) => readonly Range[];

/** So many characters decide whether a pattern may stand where they do. */
const blockLength = 3;
const nowhere: readonly Range[] = [];

/**
 * Makes the search for many patterns, in any letter case. Most characters of a text are not looked at: where no beginning of a
 * pattern holds three characters in a row, none begins before the second of them.
 * @param patterns of at least `blockLength` characters each
 */
export function makePatternFinder(patterns: readonly string[]): FindPatterns {
  const folded = new Set(patterns.map(foldCase));
  const width = [...folded].reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const blocks = new Set<number>();
  const beginnings = new Set<string>();
  const longer = new Map<string, string[]>();
  for (const pattern of folded) {
    const beginning = pattern.slice(0, width);
    for (let end = blockLength; end <= width; end += 1) blocks.add(blockBefore(beginning, end));
    if (pattern.length === width) beginnings.add(beginning);
    else longer.set(beginning, [...(longer.get(beginning) ?? []), pattern]);
  }
  const mayBe = makeSieve(blocks);
  return (text) => {
    if (text.length < width) return nowhere;
    const found: Range[] = [];
    const searched = foldCase(text);
    let at = 0;
    while (at + width <= searched.length) {
      if (!mayBe(blockBefore(searched, at + width))) {
        at += width - blockLength + 1;
        continue;
      }
      const beginning = searched.slice(at, at + width);
      if (beginnings.has(beginning)) found.push([at, at + width]);
      for (const pattern of longer.get(beginning) ?? [])
        if (searched.startsWith(pattern, at)) found.push([at, at + pattern.length]);
      at += 1;
    }
    return found;
  };
}

/** The three characters before a place, as a number. */
function blockBefore(text: string, end: number): number {
  return (text.charCodeAt(end - 3) << 16) ^ (text.charCodeAt(end - 2) << 8) ^ text.charCodeAt(end - 1);
}

/** A text in the one letter case in which secrets are compared; keeps its length. */
export function foldCase(text: string): string {
  // İ is the one letter that gets longer in lower case, which would shift the places behind it.
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** Says of a number whether it may be one of many: sometimes wrongly that it may, never wrongly that it may not. */
type Sieve = (number: number) => boolean;

const fewestBits = 12;
const mostBits = 22;

/** Makes a sieve of numbers, in a table of a few bytes for each: a set takes ten times as long to look one up. */
export function makeSieve(numbers: ReadonlySet<number>): Sieve {
  const bits = Math.min(mostBits, Math.max(fewestBits, Math.ceil(Math.log2(numbers.size * 16))));
  const table = new Uint8Array(2 ** bits);
  const placeOf = (number: number): number => Math.imul(number, 0x9e3779b1) >>> (32 - bits);
  for (const number of numbers) table[placeOf(number)] = 1;
  return (number) => table[placeOf(number)] === 1;
}
