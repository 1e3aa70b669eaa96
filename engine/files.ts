import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A JavaScript string cannot hold much more; a device or a pipe may never end. */
export const largestFileBytes = 500_000_000;

const chunkBytes = 1024 * 1024;

/** A file is larger than the limit for reading. */
export class FileTooLarge extends Error {
  readonly code = 'EFBIG';
}

/**
 * Reads a file of any kind that a user names.
 * @throws the system's error, or one with the code `EFBIG` if it is too large: `whyUnreadable` explains both
 */
export function readWhole(file: string, largestBytes = largestFileBytes): Buffer {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    if (size > largestBytes) throw new FileTooLarge();
    const chunks: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      // One extra byte reveals whether a file has grown; a file without a stated size may contain anything.
      const left = size === 0 || bytes > size ? chunkBytes : size - bytes + 1;
      const chunk = Buffer.allocUnsafe(Math.min(left, chunkBytes));
      const read = readSync(opened, chunk);
      if (read === 0) return Buffer.concat(chunks, bytes);
      bytes += read;
      if (bytes > largestBytes) throw new FileTooLarge();
      chunks.push(chunk.subarray(0, read));
    }
  } finally {
    closeSync(opened);
  }
}

/**
 * Reads a text file that people write. Other encodings are refused: misread as UTF-8, a file in UTF-16 contains no
 * setting.
 * @throws as `readWhole`, and an error with the code `EILSEQ` if it is not UTF-8
 */
export function readText(file: string): string {
  const bytes = readWhole(file);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Bytes that never occur in UTF-8.
  }
  throw Object.assign(new Error('This is not UTF-8 text.'), { code: 'EILSEQ' });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Check its name.',
  ENOTDIR: 'a part of its path is a file. Check its name.',
  EISDIR: 'it is a directory. Name the files in it.',
  EACCES: 'permission is denied. Make the file readable for this user.',
  EPERM: 'permission is denied. Make the file readable for this user.',
  ELOOP: 'it is a link that leads back to itself. Remove it, or name the file.',
  ENAMETOOLONG: 'its path is longer than the system allows. Shorten the names of its folders.',
  EILSEQ: 'it is not UTF-8 text, but UTF-16 perhaps. Save it as UTF-8.',
  EFBIG: `it is larger than ${largestFileBytes / 1_000_000} MB, the most that is read.`,
};

/** Why a file cannot be read and what to do, to follow "… cannot be read: ". */
export function whyUnreadable(thrown: unknown): string {
  const code = codeOf(thrown);
  return reasons[code] ?? `the system answered ${code || 'an unknown error'}. Check the file.`;
}

const refusals: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there, and cannot be made',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  EISDIR: 'a folder has this name',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
};

/** Why a file cannot be written, to follow "… cannot be written: ". */
export function whyUnwritable(thrown: unknown): string {
  const code = codeOf(thrown);
  return refusals[code] ?? `the system answered ${code || 'an unknown error'}`;
}

/** The code of a system error; empty if it has none. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** Files of this suite may contain private data: only the user may read them. */
export const ownFolder = 0o700;
export const ownFile = 0o600;

/**
 * Creates a folder and its parents. Node's own `recursive` loops forever if the system answers `ENOENT`, as below
 * /proc.
 * @param mode the permissions of created folders
 * @throws the system's error
 */
export function makeFolder(folder: string, mode?: number): void {
  const path = resolve(folder);
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (thrown) {
    // It exists already, or another process has created it meanwhile.
    if (!existsSync(path) || !statSync(path).isDirectory()) throw thrown;
  }
}
