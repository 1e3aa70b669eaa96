import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/**
 * Whether a path leads to a folder. A path that cannot be inspected counts as none: reading it reports why.
 * `throwIfNoEntry: false` would not do: Node.js 20 still throws if a part of the path is a file or may not be entered.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Parses a file name: an empty one, as from an unset variable, would mean the current folder or nothing. */
export function namedFile(name: string): string {
  if (name.trim() !== '') return name;
  throw new InvalidArgumentError('Name a file.');
}

/** Parses a folder name in the same way. */
export function namedFolder(name: string): string {
  if (name.trim() !== '') return name;
  throw new InvalidArgumentError('Name a folder.');
}
