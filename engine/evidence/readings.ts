/** Characters that are invisible between two letters: the default-ignorable ones of Unicode, and the Braille blank. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** A text without invisible characters. Redact it first: letters that were apart become adjacent. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** A decoded text that maps its positions back to the original. */
interface View {
  readonly text: string;
  /** The range of the original text from which a part of this text was decoded. */
  readonly sourceOf: (start: number, end: number) => Range;
}

/** Decoded text, and the range that it was decoded from. */
type Piece = readonly [value: string, start: number, end: number];

/** An encoding of characters by others; a match that stands for itself decodes to undefined. */
interface Encoding {
  /** The beginning of every match, for a quick search. */
  readonly mark: string;
  readonly pattern: RegExp;
  readonly decode: (match: RegExpExecArray) => string | readonly Piece[] | undefined;
}

/** Every encoding that a reader of a report may decode. */
const encodings: readonly Encoding[] = [
  // Escapes in JSON and JavaScript strings. A line break stays encoded: the backslash may also precede a secret that
  // begins with n.
  {
    mark: '\\',
    pattern: /\\(?:u\{0*([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi,
    decode: ([, braced, unicode, latin, letter = '']) =>
      codePoint(braced ?? unicode ?? latin, 16) ?? (/[bfnrtv]/.test(letter) ? undefined : letter),
  },
  // Percent-encoding of UTF-8, as in URLs and forms.
  {
    mark: '%',
    pattern: /(?:%[\da-f]{2})+/gi,
    decode: ({ 0: run, index }) =>
      utf8Pieces(Buffer.from(run.replaceAll('%', ''), 'hex'), (byte) => index + 3 * byte),
  },
  // Entities of HTML and XML. Browsers accept most without a semicolon, and these four in front of other letters.
  {
    mark: '&',
    pattern: /&(?:#0*(\d{1,7})|#x0*([\da-f]{1,6})|(amp|lt|gt|quot|[a-z][a-z\d]{0,31}));?/gi,
    decode: ([, decimal, hexadecimal, name = '']) =>
      codePoint(decimal, 10) ??
      codePoint(hexadecimal, 16) ??
      namedEntities.get(name) ??
      namedEntities.get(name.toLowerCase()),
  },
];
const invisibles: Pick<Encoding, 'pattern' | 'decode'> = { pattern: invisible, decode: () => '' };
/** None of these characters is invisible, and most texts contain no others. */
const plain = /^[\0-\xac]*$/;

/** The number of nested encodings to undo. */
const encodingDepth = 3;
/** The number to undo within base64 and hexadecimal. */
const innerEncodingDepth = 1;

/** The largest factor by which escapes lengthen a secret. */
export const growth = 8;

/** The base64 length of 8 bytes. */
const longWordLength = 11;
/** The base64 length of 4 bytes: for secrets too short for the faster search. */
const shortWordLength = 6;

/** The parameters of a search for secrets. */
export interface Search {
  readonly find: FindPatterns;
  /** Selects the words worth decoding as base64 or hexadecimal; by default all of them. */
  readonly mayHold?: MayHold;
  /** Selects the characters worth decoding: most escapes are quotation marks and spaces, which few secrets contain. */
  readonly matters: (character: string) => boolean;
}

/** Finds ranges in a text, both as written and in the forms that readers may decode. */
export function findInReadings(text: string, { find, mayHold, matters }: Search): readonly Range[] {
  const found: Range[] = [];
  const written = viewOf(text);
  const visible = plain.test(text) ? undefined : undo(written, invisibles, () => true);
  if (visible !== undefined) for (const range of find(text)) found.push(range);
  for (const { text: reading, sourceOf } of readingsOf(visible ?? written, encodingDepth, matters)) {
    for (const [start, end] of find(reading)) found.push(sourceOf(start, end));
    for (const [index, end] of wordsOf(reading, mayHold === undefined ? shortWordLength : longWordLength)) {
      const word = reading.slice(index, end);
      if (mayHold?.(word) === false) continue;
      for (const view of decodingsOf(word).flatMap((one) => readingsOf(one, innerEncodingDepth, matters)))
        for (const place of find(view.text)) {
          const [start, end] = view.sourceOf(...place);
          found.push(sourceOf(index + start, index + end));
        }
    }
  }
  return found;
}

/** A text in all of its readings, with encodings undone in any order. */
function readingsOf(
  view: View,
  depth: number,
  matters: Search['matters'],
  known = new Map<string, number>(),
): readonly View[] {
  // Independent encodings give the same text in either order.
  if ((known.get(view.text) ?? -1) >= depth) return [];
  if (depth === 0 || encodings.every(({ mark }) => !view.text.includes(mark))) return [view];
  known.set(view.text, depth);
  return [
    view,
    ...encodings.flatMap((encoding) => {
      const undone = undo(view, encoding, matters);
      return undone === undefined ? [] : readingsOf(undone, depth - 1, matters, known);
    }),
  ];
}

/** The text with one encoding undone; undefined if it does not occur. */
function undo(
  view: View,
  { pattern, decode }: Pick<Encoding, 'pattern' | 'decode'>,
  matters: Search['matters'],
): View | undefined {
  const { text } = view;
  const pieces: Piece[] = [];
  let copied = 0;
  for (const match of text.matchAll(pattern)) {
    const { 0: run, index } = match;
    const end = index + run.length;
    const value = decode(match) ?? [];
    const decoded: readonly Piece[] = typeof value === 'string' ? [[value, index, end]] : value;
    if (!decoded.some(([character]) => matters(character))) continue;
    pieces.push([text.slice(copied, index), copied, index]);
    for (const piece of decoded) pieces.push(piece);
    copied = end;
  }
  if (copied === 0) return undefined;
  pieces.push([text.slice(copied), copied, text.length]);
  return viewOfPieces(pieces, view);
}

function viewOf(text: string): View {
  return { text, sourceOf: (start, end) => [start, end] };
}

function viewOfPieces(pieces: readonly Piece[], { sourceOf }: View): View {
  const texts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [value, start, end] of pieces) {
    // Decoded text is shorter than its source.
    const isCopy = value.length === end - start;
    const seen = isCopy ? value : withoutInvisible(value);
    texts.push(seen);
    for (let at = 0; at < seen.length; at += 1) {
      starts.push(isCopy ? start + at : start);
      ends.push(isCopy ? start + at + 1 : end);
    }
  }
  return { text: texts.join(''), sourceOf: (start, end) => sourceOf(starts[start] ?? 0, ends[end - 1] ?? 0) };
}

/**
 * The base64 and hexadecimal words in a text. Skips `least` characters at once if the last of them is no word
 * character, since no word of that length begins among them.
 * @param least the minimum length of a word
 */
function* wordsOf(text: string, least: number): Generator<Range> {
  const isLetter = (at: number): boolean => (base64Values[text.charCodeAt(at)] ?? -1) >= 0;
  for (let last = least - 1; last < text.length; last += least) {
    if (!isLetter(last)) continue;
    let start = last;
    while (start > 0 && isLetter(start - 1)) start -= 1;
    while (last < text.length && isLetter(last)) last += 1;
    if (last - start >= least) yield [start, last];
  }
}

/** The decoded forms of a word: as base64 from any bit offset, and as hexadecimal. */
function decodingsOf(word: string): readonly View[] {
  const view = viewOf(word);
  const within = (place: number): number => Math.min(word.length, Math.max(0, place));
  const base64 = [0, 1, 2, 3].map((missing) =>
    utf8Pieces(Buffer.from('A'.repeat(missing) + word, 'base64'), (byte, round) =>
      within(round((byte * 4) / 3) - missing),
    ),
  );
  const hexadecimal = [...word.matchAll(/[\da-f]{8,}/gi)].flatMap(({ 0: run, index }) =>
    [0, 1].map((skipped) =>
      utf8Pieces(Buffer.from(run.slice(skipped), 'hex'), (byte) => index + skipped + 2 * byte),
    ),
  );
  return [...base64, ...hexadecimal].map((pieces) => viewOfPieces(pieces, view));
}

/**
 * The characters of UTF-8; invalid bytes stand for themselves.
 * @param placeOf where the text of a byte begins, or of the one before ends
 */
function utf8Pieces(
  bytes: Buffer,
  placeOf: (byte: number, round: (place: number) => number) => number,
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const character = lead < 0xc2 ? undefined : characterAt(bytes, at, lead);
    const end = at + (character === undefined ? 1 : Buffer.byteLength(character));
    pieces.push([character ?? String.fromCharCode(lead), placeOf(at, Math.floor), placeOf(end, Math.ceil)]);
    at = end;
  }
  return pieces;
}

function characterAt(bytes: Buffer, at: number, lead: number): string | undefined {
  const length = 2 + Number(lead >= 0xe0) + Number(lead >= 0xf0);
  const decoded = bytes.toString('utf8', at, at + length);
  return Buffer.byteLength(decoded) === length && !decoded.includes('\ufffd') ? decoded : undefined;
}

function codePoint(digits: string | undefined, base: number): string | undefined {
  const code = digits === undefined ? Number.NaN : Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Whether a word may be the base64 or hexadecimal form of a secret, or of a part of one. */
export type MayHold = (word: string) => boolean;

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Values = valuesOf([base64Letters, base64Letters.replace('+/', '-_')]);
const hexadecimalValues = valuesOf(['0123456789abcdef', '0123456789ABCDEF']);

/** Of eight consecutive bytes at least six form two groups of three, wherever base64 begins. */
const groupBytes = 3;
const group = 0xff_ff_ff;
/** The bit that distinguishes upper and lower case, for each byte. */
const caseBits = 0x20_20_20;

/**
 * Makes the test that saves nearly all words from being decoded: it looks for two consecutive groups of three bytes of
 * a secret.
 * @param spellings every way of writing a secret within base64 or hexadecimal
 */
export function makeMayHold(spellings: readonly string[]): MayHold {
  const groups = new Set<number>();
  for (const spelling of spellings) {
    const bytes = Buffer.from(spelling);
    for (let at = 0; at + groupBytes <= bytes.length; at += 1)
      groups.add(bytes.readUIntBE(at, groupBytes) | caseBits);
  }
  const mayBe = makeSieve(groups);
  const holds = (word: string, values: Int8Array, bitsEach: 4 | 6): boolean => {
    const twoInARow = 1 | (1 << (24 / bitsEach));
    let latest = 0;
    let seen = 0;
    for (let at = 0; at < word.length; at += 1) {
      const value = values[word.charCodeAt(at)] ?? -1;
      latest = ((latest << bitsEach) | value) & group;
      seen = (seen << 1) | (value >= 0 && mayBe(latest | caseBits) ? 1 : 0);
      if ((seen & twoInARow) === twoInARow) return true;
    }
    return false;
  };
  return (word) => holds(word, base64Values, 6) || holds(word, hexadecimalValues, 4);
}

function valuesOf(alphabets: readonly string[]): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (const letters of alphabets)
    for (let value = 0; value < letters.length; value += 1) values[letters.charCodeAt(value)] = value;
  return values;
}

/**
 * Named HTML entities for the characters of ASCII, which keys and headers consist of: each code is followed by its
 * names.
 */
const namesByCode = `
9 Tab 10 NewLine 33 excl 34 QUOT quot 35 num 36 dollar 37 percnt 38 AMP amp 39 apos 40 lpar 41 rpar 42 ast
midast 43 plus 44 comma 46 period 47 sol 58 colon 59 semi 60 LT lt 61 equals 62 GT gt 63 quest 64 commat 91
lbrack lsqb 92 bsol 93 rbrack rsqb 94 Hat 95 UnderBar lowbar 96 DiacriticalGrave grave 123 lbrace lcub 124
VerticalLine verbar vert 125 rbrace rcub`;

const namedEntities: ReadonlyMap<string, string> = readNames();

function readNames(): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  let character = '';
  for (const word of namesByCode.trim().split(/\s/)) {
    if (/^\d/.test(word)) character = String.fromCharCode(Number(word));
    else characters.set(word, character);
  }
  return characters;
}

/** A range in a text. */
export type Range = readonly [start: number, end: number];

/** Finds patterns in a text; ranges may overlap. */
export type FindPatterns = (text: string) => readonly Range[];

/** The number of characters that decide whether a pattern may begin at a position. */
const blockLength = 3;
const nowhere: readonly Range[] = [];

/**
 * Makes a case-insensitive search for many patterns. It skips most characters of a text: if three consecutive
 * characters occur in no beginning of a pattern, no pattern begins before the second of them.
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

/** The three characters before a position, as a number. */
function blockBefore(text: string, end: number): number {
  return (text.charCodeAt(end - 3) << 16) ^ (text.charCodeAt(end - 2) << 8) ^ text.charCodeAt(end - 1);
}

/** A text in the one letter case used to compare secrets, of the same length. */
export function foldCase(text: string): string {
  // İ is the only letter that gets longer in lower case, which would shift the positions after it.
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** A membership test for numbers with false positives but no false negatives. */
type Sieve = (number: number) => boolean;

const fewestBits = 12;
const mostBits = 22;

/** Makes a sieve from a table of a few bytes per number: a set takes ten times as long per lookup. */
function makeSieve(numbers: ReadonlySet<number>): Sieve {
  const bits = Math.min(mostBits, Math.max(fewestBits, Math.ceil(Math.log2(numbers.size * 16))));
  const table = new Uint8Array(2 ** bits);
  const placeOf = (number: number): number => Math.imul(number, 0x9e3779b1) >>> (32 - bits);
  for (const number of numbers) table[placeOf(number)] = 1;
  return (number) => table[placeOf(number)] === 1;
}
