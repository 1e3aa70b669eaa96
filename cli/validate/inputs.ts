import { createReadStream, type Dirent, fstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { beyond, limits } from '../../contract/limits.ts';
import { codeOf, FileTooLarge, largestFileBytes, readWhole, whyUnreadable } from '../../engine/files.ts';
import { isFolder } from '../files.ts';
import type { NotRead } from './result.ts';

/** An entry of a folder that matters to validation. */
export type Found =
  | { readonly kind: 'file'; readonly file: string }
  /** A link to another folder is not followed: a folder could contain itself, or the whole disk. */
  | { readonly kind: 'link'; readonly file: string }
  | { readonly kind: 'unreadable'; readonly file: string; readonly thrown: unknown };

/** The file name endings that are validated. */
const fileEndings: readonly string[] = ['.json', '.ndjson', '.json.gz', '.ndjson.gz'];

/** Whether a file in a folder is validated, judged by its name. */
export function hasFileEnding(name: string): boolean {
  const lower = name.toLowerCase();
  return !isHidden(name) && fileEndings.some((ending) => lower.endsWith(ending));
}

/** Whether a subfolder is skipped: tools keep their own files there. */
export function isLeftOut(name: string): boolean {
  return isHidden(name) || name === 'node_modules';
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Every file to validate below a folder, sorted by name: a folder's own files before its subfolders. */
export function* filesBelow(folder: string): Generator<Found> {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const inner: string[] = [];
    for (const found of entriesOf(at)) {
      if (typeof found === 'string') inner.push(found);
      else yield found;
    }
    folders.push(...inner.reverse());
  }
}

/** The files of one folder, and the names of its subfolders. */
function* entriesOf(folder: string): Generator<Found | string> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    yield { kind: 'unreadable', file: folder, thrown };
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isLeftOut(entry.name)) yield file;
    } else if (entry.isFile()) {
      if (hasFileEnding(entry.name)) yield { kind: 'file', file };
    } else if (entry.isSymbolicLink()) yield* targetOf(file, entry.name);
  }
}

function* targetOf(file: string, name: string): Generator<Found> {
  let target: Stats;
  try {
    target = statSync(file);
  } catch (thrown) {
    if (hasFileEnding(name)) yield { kind: 'unreadable', file, thrown };
    return;
  }
  if (target.isDirectory()) {
    if (!isLeftOut(name)) yield { kind: 'link', file };
  } else if (target.isFile() && hasFileEnding(name)) yield { kind: 'file', file };
}

/** Standard input, as the command line names it. */
export const standardInput = '-';

/** What an argument on the command line refers to. */
export type Input =
  | { readonly kind: 'file'; readonly file: string; readonly isNamed: boolean }
  | { readonly kind: 'note'; readonly sentence: string }
  | NotRead;

/** The files named on the command line, and those in the named folders. */
export function* inputsOf(names: readonly string[]): Generator<Input> {
  for (const name of names) {
    if (name !== standardInput && isFolder(name)) yield* inputsBelow(name);
    else yield { kind: 'file', file: name, isNamed: true };
  }
}

function* inputsBelow(folder: string): Generator<Input> {
  let isEmpty = true;
  for (const found of filesBelow(folder)) {
    if (found.kind === 'link') {
      const sentence = `${found.file} is a link to a folder and was not followed. Name it to validate what it holds.`;
      yield { kind: 'note', sentence };
      continue;
    }
    isEmpty = false;
    if (found.kind === 'file') yield { kind: 'file', file: found.file, isNamed: false };
    else yield notRead(found.file, whyUnreadable(found.thrown));
  }
  if (isEmpty) yield nothingIn(folder);
}

function nothingIn(folder: string): NotRead {
  const endings = `${fileEndings.slice(0, -1).join(', ')} or ${fileEndings.at(-1)}`;
  const sentence = `${folder} holds nothing to validate: no file that ends with ${endings}. Name a file or another folder.`;
  return { kind: 'not-read', input: folder, sentence };
}

/** @param reason to follow "… cannot be read: " */
function notRead(input: string, reason: string): NotRead {
  return { kind: 'not-read', input, sentence: `${input} cannot be read: ${reason}` };
}

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
 * The lines of a text that arrives in chunks, without blank ones.
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
      const bytes = Buffer.concat(parts);
      if (!isBlank(bytes)) yield { number, bytes };
      number += 1;
      start = end + 1;
      parts = [];
      length = 0;
    }
    add(chunk.subarray(start));
  }
  const bytes = Buffer.concat(parts);
  if (!isBlank(bytes)) yield { number, bytes };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === space || byte === carriageReturn || byte === tab);
}

/** The text of one resource. */
export interface Document {
  readonly kind: 'document';
  readonly body: Uint8Array;
  /** Set in a file with one resource per line. */
  readonly line?: number;
}

export interface ReadingOptions {
  /** Treat the content as one resource per line, regardless of the file name. */
  readonly isNdjson: boolean;
  /** The limit of a line, and of unpacked content. */
  readonly maximumBytes: number;
}

/** The resources of a file, which may be packed by gzip; last, the part that cannot be read. */
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
  // An empty file must not count as a success.
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
  // Node reads a folder as empty input.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error('A folder was given.'), { code: 'EISDIR' });
  return process.stdin;
}

async function* unpackedChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { value: first = Buffer.alloc(0), done } = await iterator.next();
  if (done === true) return;
  const all = withFirst(first, { [Symbol.asyncIterator]: () => iterator });
  // An error that ends the pipeline is thrown by the iterator of the unpacked bytes.
  if (isPacked(first)) yield* pipeline(Readable.from(all), createGunzip(), () => undefined);
  else yield* all;
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** JSON never begins with this byte; the second one may be in the next chunk. */
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
