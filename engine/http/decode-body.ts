import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ExchangeLimit } from './failures.ts';

/** Bodies above this size are read one at a time. */
const largeBytes = 4_000_000;

/** Nobody encodes twice; each further encoding would cost a decoder. */
const maximumEncodings = 2;

const decoders: ReadonlyMap<string, () => NodeJS.ReadWriteStream> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Reads and decodes a body.
 * @param maximumBytes of the decoded body
 * @param beforeLarge what the rest of a large body waits for
 * @throws ExchangeLimit when the body is too large or has an encoding that was not asked for
 */
export async function readBody(
  raw: Readable,
  contentEncoding: string | undefined,
  maximumBytes: number,
  beforeLarge: () => Promise<void>,
): Promise<Buffer> {
  let chunks: Buffer[] = [];
  let whole: Buffer | undefined;
  let bytes = 0;
  const iterator = decoded(raw, contentEncoding)[Symbol.asyncIterator]();
  const readUntil = async (limit: number): Promise<boolean> => {
    while (bytes <= limit) {
      const next = await iterator.next();
      if (next.done === true) return true;
      const chunk: unknown = next.value;
      if (!Buffer.isBuffer(chunk)) throw new ExchangeLimit('protocol', 'the body is not made of bytes');
      bytes += chunk.length;
      if (bytes > maximumBytes)
        throw new ExchangeLimit('too-large', `the body is larger than ${maximumBytes / 1e6} MB`);
      if (whole === undefined) chunks.push(chunk);
      else chunk.copy(whole, bytes - chunk.length);
    }
    return false;
  };
  try {
    if (!(await readUntil(largeBytes))) {
      await beforeLarge();
      // One piece of memory for the largest body there may be, of which the system gives only what is written: pieces that
      // are put together at the end would take twice the size of the body.
      whole = Buffer.allocUnsafeSlow(maximumBytes);
      Buffer.concat(chunks).copy(whole);
      chunks = [];
      await readUntil(maximumBytes);
    }
    return whole === undefined ? Buffer.concat(chunks) : whole.subarray(0, bytes);
  } finally {
    raw.destroy();
  }
}

function decoded(raw: Readable, contentEncoding: string | undefined): Readable {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maximumEncodings)
    throw new ExchangeLimit('encoding', `the body is encoded more than ${maximumEncodings} times`);
  let stream: Readable = raw;
  for (const name of names.reverse()) {
    const decoder = decoders.get(name)?.();
    if (decoder === undefined)
      throw new ExchangeLimit(
        'encoding',
        `the body has the encoding ${name.slice(0, 30)}, which was not asked for`,
      );
    const source = stream;
    source.once('error', (error) => decoder.emit('error', error));
    stream = source.pipe(decoder) as unknown as Readable;
  }
  return stream;
}
