const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];

/** One line of a text. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** A line is longer than allowed. */
export class LineTooLong extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line} is too long.`);
    this.line = line;
  }
}

/**
 * The lines of a text that arrives in pieces, without blank ones.
 * @throws LineTooLong before more than `maximumBytes` of one are in memory
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>, maximumBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maximumBytes) throw new LineTooLong(number);
    parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, end));
      const bytes = joined(parts);
      if (!isBlank(bytes)) yield { number, bytes };
      number += 1;
      start = end + 1;
      parts = [];
      length = 0;
    }
    add(chunk.subarray(start));
  }
  const bytes = joined(parts);
  if (!isBlank(bytes)) yield { number, bytes };
}

function joined(parts: readonly Buffer[]): Buffer {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === space || byte === carriageReturn || byte === tab);
}
