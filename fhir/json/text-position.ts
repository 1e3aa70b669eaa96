/** A place in a text as editors count it, from 1. */
export interface TextPosition {
  readonly line: number;
  /** In UTF-16 units; a byte order mark is not part of the line. */
  readonly column: number;
}

/**
 * The lines and columns of some offsets, in one pass over the text. Lines end with a line feed, as all tools agree: a
 * carriage return before it belongs to its line.
 *
 * @param offsets in any order; an issue without an offset has no position
 */
export function positionsOf(
  text: string,
  offsets: readonly (number | undefined)[],
): (TextPosition | undefined)[] {
  const positions = new Map<number, TextPosition>();
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf('\n');
  for (const offset of offsets.filter((one) => one !== undefined).sort((one, other) => one - other)) {
    while (next !== -1 && next < offset) {
      line += 1;
      lineStart = next + 1;
      next = text.indexOf('\n', lineStart);
    }
    positions.set(offset, { line, column: offset - lineStart + 1 });
  }
  return offsets.map((offset) => (offset === undefined ? undefined : positions.get(offset)));
}
