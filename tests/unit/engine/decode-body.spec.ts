import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { readBody } from '../../../engine/http/decode-body.ts';

const noWait = (): Promise<void> => Promise.resolve();

function read(body: Buffer, encoding?: string, maximumBytes = 1000, beforeLarge = noWait): Promise<string> {
  return readBody(Readable.from([body]), encoding, maximumBytes, beforeLarge).then(
    String,
    (thrown: Error) => thrown.message,
  );
}

const bodies: readonly (readonly [string, Buffer, string | undefined, string])[] = [
  ['nothing', Buffer.alloc(0), undefined, ''],
  ['a plain text', Buffer.from('plain'), undefined, 'plain'],
  ['an identity', Buffer.from('plain'), 'identity', 'plain'],
  ['gzip', gzipSync('packed'), 'gzip', 'packed'],
  ['deflate', deflateSync('packed'), ' Deflate ', 'packed'],
  ['brotli', brotliCompressSync('packed'), 'br', 'packed'],
  ['two encodings', brotliCompressSync(gzipSync('packed')), 'gzip, br', 'packed'],
  ['ten bytes that claim two encodings', Buffer.alloc(10), 'gzip, gzip', 'incorrect header check'],
  [
    'half of what claims two encodings',
    gzipSync(gzipSync('packed')).subarray(0, 20),
    'gzip, gzip',
    'unexpected end of file',
  ],
  ['three encodings', Buffer.from('x'), 'gzip, br, gzip', 'the body is encoded more than 2 times'],
  [
    'an unknown encoding',
    Buffer.from('x'),
    'zstd',
    'the body has the encoding zstd, which was not requested',
  ],
  [
    'an encoding of the prototype',
    Buffer.from('x'),
    'constructor',
    'the body has the encoding constructor, which was not requested',
  ],
  ['a text that is too long', Buffer.alloc(1001), undefined, 'the body is larger than 0.001 MB'],
  [
    'a packed text that is too long',
    gzipSync(Buffer.alloc(1001)),
    'gzip',
    'the body is larger than 0.001 MB',
  ],
];
for (const [name, body, encoding, expected] of bodies) {
  test(`reads ${name}`, async () => {
    expect(await read(body, encoding)).toBe(expected);
  });
}

test('only a large body waits for its turn, and only before it is large', async () => {
  let waits = 0;
  const wait = (): Promise<void> => {
    waits += 1;
    return Promise.resolve();
  };
  await read(Buffer.alloc(4_000_000), undefined, 9_000_000, wait);
  expect(waits).toBe(0);
  await read(Buffer.alloc(4_000_001), undefined, 9_000_000, wait);
  expect(waits).toBe(1);
});

test('the source is given up when the body is too large', async () => {
  const source = new Readable({ read: () => source.push(Buffer.alloc(100)) });
  await expect(readBody(source, undefined, 1000, noWait)).rejects.toThrow('larger');
  expect(source.destroyed).toBe(true);
});

test('a source that fails when it is given up, as a connection does, breaks nothing else', async () => {
  const source = new Readable({
    read: () => undefined,
    destroy: (_error, callback) => callback(new Error('Request aborted')),
  });
  source.push('0123456789');
  await expect(readBody(source, 'gzip, gzip', 1000, noWait)).rejects.toThrow('incorrect header check');
  expect(source.destroyed).toBe(true);
  // An error that nobody listens to would end the process in the next turns of the event loop.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
});
