import { createReadStream, fstatSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { beyond, limits } from '../../contract/limits.ts';
import { codeOf, FileTooLarge, largestFileBytes, readWhole, whyUnreadable } from '../../engine/files.ts';
import { notRead, standardInput } from './inputs.ts';
import { LineTooLong, linesOf } from './lines.ts';
import type { NotRead } from './result.ts';

/** The text of one resource. */
export interface Document {
  readonly kind: 'document';
  readonly body: Uint8Array;
  /** In a file with one resource a line. */
  readonly line?: number;
}

export interface ReadingOptions {
  /** One resource a line, whatever the name. */
  readonly isNdjson: boolean;
  /** Of a line, and of what is unpacked. */
  readonly maximumBytes: number;
}

/** The resources of a file, which may be packed by gzip; last, what of it cannot be read. */
export async function* documentsOf(
  file: string,
  options: ReadingOptions,
): AsyncGenerator<Document | NotRead> {
  try {
    if (options.isNdjson || /\.ndjson(?:\.gz)?$/i.test(file)) yield* lineDocuments(file, options);
    else yield { kind: 'document', body: await readJsonFile(file, options) };
  } catch (thrown) {
    if (thrown instanceof LineTooLong)
      yield notRead(`${file}:${thrown.line}`, `${tooLarge('it', options)} The lines after it were not read.`);
    else yield notRead(file, whyNotRead(thrown, options));
  }
}

async function* lineDocuments(file: string, { maximumBytes }: ReadingOptions): AsyncGenerator<Document> {
  let isEmpty = true;
  for await (const { number, bytes } of linesOf(unpackedChunks(chunksOf(file)), maximumBytes)) {
    isEmpty = false;
    yield { kind: 'document', body: bytes, line: number };
  }
  // Nothing to judge is no success.
  if (isEmpty) yield { kind: 'document', body: new Uint8Array(), line: 1 };
}

async function readJsonFile(file: string, { maximumBytes }: ReadingOptions): Promise<Uint8Array> {
  const body = file === standardInput ? await readInput() : readWhole(file);
  return isPacked(body) ? promisify(gunzip)(body, { maxOutputLength: maximumBytes }) : body;
}

/** Standard input, which may never end. */
async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(standardInput)) {
    bytes += chunk.length;
    if (bytes > largestFileBytes) throw new FileTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function chunksOf(file: string): AsyncIterable<Buffer> {
  if (file !== standardInput) return createReadStream(file, { highWaterMark: 1024 * 1024 });
  // Node takes a folder for an empty input.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error('A folder was given.'), { code: 'EISDIR' });
  return process.stdin;
}

async function* unpackedChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { value: first = Buffer.alloc(0), done } = await iterator.next();
  if (done === true) return;
  const all = withFirst(first, { [Symbol.asyncIterator]: () => iterator });
  // The iterator of the unpacked bytes throws what ends the pipeline.
  if (isPacked(first)) yield* pipeline(Readable.from(all), createGunzip(), () => undefined);
  else yield* all;
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** JSON begins with no such byte; the second one may be in the next chunk. */
function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && (bytes.length === 1 || bytes[1] === 0x8b);
}

const brokenGzip = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR']);

function whyNotRead(thrown: unknown, options: ReadingOptions): string {
  const code = codeOf(thrown);
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge('what it unpacks to', options);
  if (brokenGzip.has(code)) return 'its gzip data is broken or cut off. Pack the file again.';
  return whyUnreadable(thrown);
}

function tooLarge(what: string, { maximumBytes }: ReadingOptions): string {
  return `${beyond(`${what} is larger than ${maximumBytes / 1e6} MB`, limits.bodyBytes)}.`;
}
