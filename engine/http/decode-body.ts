import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ExchangeLimit } from './failures.ts';

/** Bodies above this size are read one at a time, to limit memory. */
const largeBytes = 4_000_000;

/** Real services encode once; each further encoding would cost a decoder. */
const maximumEncodings = 2;

const decoderFor: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Reads and decodes a body.
 * @param maximumBytes of the decoded body
 * @param beforeLarge awaited before the rest of a large body is read
 * @throws ExchangeLimit if the body is too large or has an encoding that was not requested
 */
export async function readBody(
  raw: Readable,
  contentEncoding: string | undefined,
  maximumBytes: number,
  beforeLarge: () => Promise<void>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const body = decoded(raw, contentEncoding);
  const iterator = body[Symbol.asyncIterator]();
  const readUntil = async (limit: number): Promise<boolean> => {
    while (bytes <= limit) {
      const next = await iterator.next();
      if (next.done === true) return true;
      const chunk: unknown = next.value;
      if (!Buffer.isBuffer(chunk)) throw new ExchangeLimit('protocol', 'the body is not made of bytes');
      bytes += chunk.length;
      if (bytes > maximumBytes)
        throw new ExchangeLimit('too-large', `the body is larger than ${maximumBytes / 1e6} MB`);
      chunks.push(chunk);
    }
    return false;
  };
  try {
    if (!(await readUntil(largeBytes))) {
      await beforeLarge();
      await readUntil(maximumBytes);
    }
    return Buffer.concat(chunks);
  } finally {
    body.destroy();
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
  const decoders = names.toReversed().map((name) => {
    const decoder = decoderFor.get(name)?.();
    if (decoder !== undefined) return decoder;
    throw new ExchangeLimit(
      'encoding',
      `the body has the encoding ${name.slice(0, 30)}, which was not requested`,
    );
  });
  const last = decoders.at(-1);
  if (last === undefined) return raw;
  // Destroys every stage when one fails or the last one is given up; the reader of the last one sees the failure.
  pipeline([raw, ...decoders], () => undefined);
  return last;
}
