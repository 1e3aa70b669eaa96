import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { beyond, limits } from '../../contract/limits.ts';
import { ExchangeLimit } from './failures.ts';

/** The received part of a body. */
export interface ReceivedBody {
  /** The decoded body; empty if it was not read. */
  readonly body: Buffer;
  /** Its decoded size, as far as it was read. */
  readonly bytes: number;
  /** Why it exceeds our limits, as a clause. */
  readonly unread?: string;
}

export interface BodyLimits {
  readonly maximumBytes: number;
  /** The setting that allows a larger one. */
  readonly setting: string;
  /** Awaited before the rest of a large body is read. */
  readonly acquireLargeBodySlot: () => Promise<void>;
}

const decoderFor: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Reads and decodes a body. One that is too large or encoded more than once is left unread: the document limits
 * neither. An unrequested coding does not count as one, as in the Fetch standard: its bytes are the body.
 * @throws errors of the stream, such as for data that are not in the declared encoding
 */
export async function readBody(
  raw: Readable,
  contentEncoding: string | undefined,
  limit: BodyLimits,
): Promise<ReceivedBody> {
  // A discarded connection reports an error, which has no other listener.
  raw.on('error', () => undefined);
  const encodings = namesOf(contentEncoding);
  // Each further encoding costs a decoder, and multiplies the size a few bytes may decode to.
  if (encodings.length > 1) {
    raw.destroy();
    return { body: Buffer.alloc(0), bytes: 0, unread: `it is encoded ${encodings.length} times` };
  }
  const { maximumBytes } = limit;
  let chunks: Buffer[] = [];
  let whole: Buffer | undefined;
  let bytes = 0;
  const body = decoded(raw, encodings[0]);
  let isEmpty = body !== raw;
  if (isEmpty)
    raw.once('data', () => {
      isEmpty = false;
    });
  try {
    for await (const chunk of body as AsyncIterable<unknown>) {
      if (!Buffer.isBuffer(chunk)) throw new ExchangeLimit('protocol', 'the body is not made of bytes');
      bytes += chunk.length;
      if (bytes > maximumBytes) {
        const unread = beyond(`it is larger than ${maximumBytes / 1e6} MB`, limit);
        return { body: Buffer.alloc(0), bytes, unread };
      }
      if (whole === undefined && bytes > limits.largeBytes.value) {
        await limit.acquireLargeBodySlot();
        // One buffer for the largest possible body, of which the system allocates only the written part: concatenating
        // chunks at the end would take twice the size of the body.
        whole = Buffer.allocUnsafeSlow(maximumBytes);
        Buffer.concat(chunks).copy(whole);
        chunks = [];
      }
      if (whole === undefined) chunks.push(chunk);
      else chunk.copy(whole, bytes - chunk.length);
    }
  } catch (thrown) {
    // An empty body has no coding, even if its headers declare one.
    if (!isEmpty || !raw.readableEnded) throw thrown;
  } finally {
    body.destroy();
    raw.destroy();
  }
  return { body: whole === undefined ? Buffer.concat(chunks) : whole.subarray(0, bytes), bytes };
}

function namesOf(contentEncoding: string | undefined): readonly string[] {
  return (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
}

function decoded(raw: Readable, encoding: string | undefined): Readable {
  const decoder = encoding === undefined ? undefined : decoderFor.get(encoding)?.();
  if (decoder === undefined) return raw;
  // Destroys both stages when one fails or the last one is abandoned; the reader of the last one sees the failure.
  pipeline([raw, decoder], () => undefined);
  return decoder;
}
