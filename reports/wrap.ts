import { stripVTControlCharacters } from 'node:util';

/**
 * Breaks one line of plain text at blanks. A word that is longer than the line stays whole, so that it can be copied.
 * @param width columns, the indentation included
 */
export function wrap(text: string, width: number, first = '', following = first): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && columns(line) + 1 + columns(word) > width) {
      lines.push(line);
      line = following;
      isEmpty = true;
    }
    line = isEmpty ? `${line}${word}` : `${line} ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

/** The width of a text without its colours. */
export function columns(text: string): number {
  return stripVTControlCharacters(text).length;
}
