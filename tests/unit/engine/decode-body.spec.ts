import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { readBody } from '../../../engine/http/decode-body.ts';

const noWait = (): Promise<void> => Promise.resolve();

const setting = 'MAX_BODY_MB';

/** The text that was read, why it was left unread, or what was thrown. */
function read(
  body: Buffer,
  encoding?: string,
  maximumBytes = 1000,
  acquireLargeBodySlot = noWait,
): Promise<string> {
  return readBody(Readable.from(body.length === 0 ? [] : [body]), encoding, {
    maximumBytes,
    setting,
    acquireLargeBodySlot,
  }).then(
    (received) => received.unread ?? String(received.body),
    (thrown: Error) => thrown.message,
  );
}

const bodies: readonly (readonly [string, Buffer, string | undefined, string])[] = [
  ['a plain text', Buffer.from('plain'), undefined, 'plain'],
  ['an identity encoding', Buffer.from('plain'), 'identity', 'plain'],
  ['gzip', gzipSync('packed'), 'GZIP', 'packed'],
  ['gzip as x-gzip', gzipSync('packed'), 'x-gzip', 'packed'],
  ['deflate', deflateSync('packed'), ' Deflate ', 'packed'],
  ['Brotli', brotliCompressSync('Größe'), 'br', 'Größe'],
  // A refusal without a body may still declare an encoding.
  ...['gzip', 'deflate', 'br'].map(
    (encoding) => [`an empty body declared as ${encoding}`, Buffer.alloc(0), encoding, ''] as const,
  ),
  ['one byte declared as gzip', Buffer.from([31]), 'gzip', 'unexpected end of file'],
  ['one byte declared as deflate', Buffer.from([31]), 'deflate', 'unexpected end of file'],
  ['one byte declared as Brotli', Buffer.from([31]), 'br', 'unexpected end of file'],
  ['a body with two encodings', Buffer.alloc(10), 'gzip, gzip', 'it is encoded 2 times'],
  ['truncated gzip', gzipSync('packed').subarray(0, 12), 'gzip', 'unexpected end of file'],
  ['a plain text with an unknown encoding', Buffer.from('plain'), 'utf-8', 'plain'],
  [
    'a text above the size limit',
    Buffer.alloc(1001),
    undefined,
    `it is larger than 0.001 MB; raise MAX_BODY_MB to read it`,
  ],
  [
    'gzip above the size limit when decoded',
    gzipSync(Buffer.alloc(1001)),
    'gzip',
    `it is larger than 0.001 MB; raise MAX_BODY_MB to read it`,
  ],
];
for (const [name, body, encoding, expected] of bodies) {
  test(`the result for ${name} is "${expected}"`, async () => {
    expect(await read(body, encoding)).toBe(expected);
  });
}

test('only a body of more than 1 MB waits for its turn, once', async () => {
  let waits = 0;
  const wait = (): Promise<void> => {
    waits += 1;
    return Promise.resolve();
  };
  await read(Buffer.alloc(1_000_000), undefined, 9_000_000, wait);
  expect(waits).toBe(0);
  await read(Buffer.alloc(1_000_001), undefined, 9_000_000, wait);
  expect(waits).toBe(1);
});

test('the source stream is destroyed when the body exceeds the limit', async () => {
  const source = new Readable({ read: () => source.push(Buffer.alloc(100)) });
  const limit = { maximumBytes: 1000, setting, acquireLargeBodySlot: noWait };
  expect(await readBody(source, undefined, limit)).toMatchObject({ bytes: 1100 });
  expect(source.destroyed).toBe(true);
});

test('an error of a source stream that is being destroyed does not go unhandled', async () => {
  const source = new Readable({
    read: () => undefined,
    destroy: (_error, callback) => callback(new Error('Request aborted')),
  });
  source.push('0123456789');
  const limit = { maximumBytes: 1000, setting, acquireLargeBodySlot: noWait };
  await expect(readBody(source, 'gzip', limit)).rejects.toThrow('incorrect header check');
  expect(source.destroyed).toBe(true);
  const refused = new Readable({
    read: () => undefined,
    destroy: (_error, callback) => callback(new Error('Request aborted')),
  });
  expect(await readBody(refused, 'gzip, gzip', limit)).toMatchObject({ bytes: 0 });
  expect(refused.destroyed).toBe(true);
  // An unhandled error would end the process in one of the next turns of the event loop.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
});
