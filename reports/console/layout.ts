import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** The display width of a text on a terminal: zero for colours, two for each wide character. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/**
 * Wraps one line of text at spaces. A word that is longer than the line stays whole, so that it can be copied.
 * @param width columns, including the indentation
 * @param first indentation of the first line, such as a bullet
 * @param following indentation of all other lines
 */
export function wrap(text: string, width: number, first = '', following = first): readonly string[] {
  const room = width - Math.max(widthOf(first), widthOf(following));
  const lines = wrapAnsi(text, Math.max(room, 1)).split('\n');
  return lines.map((line, index) => `${index === 0 ? first : following}${line}`);
}

/** The rows of a table as lines, each column as wide as its widest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => widthOf(row[index] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}
