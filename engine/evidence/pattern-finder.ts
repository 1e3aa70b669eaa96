/** Called with the place of each match; matches may overlap. */
export type OnMatch = (start: number, end: number) => void;

/** Which spellings of a character count as the same. */
export interface Spelling {
  /** Writes a text in the one spelling that patterns have; keeps its length. */
  readonly fold: (text: string) => string;
  /** Every character that `fold` may turn into this one. */
  readonly spellingsOf: (character: string) => readonly string[];
}

/** This many characters decide how far the search may jump. */
const blockLength = 3;
const fewestTableBits = 12;
const mostTableBits = 20;

/**
 * Makes the search for many patterns at once, in one pass (the algorithm of Wu and Manber): most characters are never
 * looked at, so that a large text without a match costs little.
 * @param patterns folded; at least `blockLength` characters each
 */
export function makePatternFinder(
  patterns: readonly string[],
  { fold, spellingsOf }: Spelling,
): (text: string, onMatch: OnMatch) => void {
  const width = patterns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  if (patterns.length === 0 || width < blockLength) return () => undefined;
  const byBeginning = groupByBeginning(patterns, width);
  const classes = classesOf(byBeginning.keys(), spellingsOf);
  const { shifts, unusedBits } = shiftsOf([...byBeginning.keys()], width, classes);

  return (text, onMatch) => {
    let last = width - 1;
    while (last < text.length) {
      const third = classes[text.charCodeAt(last)] ?? 0;
      if (third === 0) {
        last += width;
        continue;
      }
      const second = classes[text.charCodeAt(last - 1)] ?? 0;
      const first = classes[text.charCodeAt(last - 2)] ?? 0;
      const shift = shifts[hashOf(first, second, third) >>> unusedBits] ?? 0;
      if (shift > 0) {
        last += shift;
        continue;
      }
      const start = last - width + 1;
      const found = byBeginning.get(fold(text.slice(start, start + width)));
      for (const { length } of found?.filter((one) => isAt(text, start, one)) ?? [])
        onMatch(start, start + length);
      last += 1;
    }
  };

  function isAt(text: string, start: number, pattern: string): boolean {
    return pattern.length === width || fold(text.slice(start, start + pattern.length)) === pattern;
  }
}

function groupByBeginning(
  patterns: readonly string[],
  width: number,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const pattern of new Set(patterns)) {
    const beginning = pattern.slice(0, width);
    const group = groups.get(beginning);
    if (group === undefined) groups.set(beginning, [pattern]);
    else group.push(pattern);
  }
  return groups;
}

/** A small number for each character of a pattern, the same for all its spellings; 0 for all others. */
function classesOf(patterns: Iterable<string>, spellingsOf: Spelling['spellingsOf']): Uint8Array {
  const classes = new Uint8Array(0x10000);
  const characters = new Set<string>();
  for (const pattern of patterns)
    for (let at = 0; at < pattern.length; at += 1) characters.add(pattern.charAt(at));
  let number = 0;
  for (const character of characters) {
    const kind = 1 + (number % 255);
    number += 1;
    classes[character.charCodeAt(0)] = kind;
    for (const spelling of spellingsOf(character)) classes[spelling.charCodeAt(0)] = kind;
  }
  return classes;
}

/** How far the search may jump, by the hash of the characters under its end. */
function shiftsOf(
  beginnings: readonly string[],
  width: number,
  classes: Uint8Array,
): { readonly shifts: Uint8Array; readonly unusedBits: number } {
  const blocks = beginnings.length * (width - blockLength + 1);
  const bits = Math.min(mostTableBits, Math.max(fewestTableBits, Math.ceil(Math.log2(blocks * 8))));
  const unusedBits = 32 - bits;
  const shifts = new Uint8Array(2 ** bits).fill(Math.min(255, width - blockLength + 1));
  for (const beginning of beginnings) {
    let [first, second] = [0, 0];
    for (let at = 0; at < width; at += 1) {
      const third = classes[beginning.charCodeAt(at)] ?? 0;
      const hash = hashOf(first, second, third) >>> unusedBits;
      const shift = width - 1 - at;
      if (at >= blockLength - 1 && shift < (shifts[hash] ?? 0)) shifts[hash] = shift;
      first = second;
      second = third;
    }
  }
  return { shifts, unusedBits };
}

function hashOf(first: number, second: number, third: number): number {
  return Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
}
