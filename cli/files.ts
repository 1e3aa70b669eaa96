import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/**
 * Whether a path leads to a folder. A path that cannot be looked at counts as none: reading it says why. `throwIfNoEntry:
 * false` would not do: it still throws if a part of the path is a file (Node.js 20) or may not be entered.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Parses the name of a file: an empty one, as of a variable that is not set, would mean the current folder, or none at all. */
export function namedFile(name: string): string {
  if (name.trim() !== '') return name;
  throw new InvalidArgumentError('Name a file.');
}

/** Parses the name of a folder, in the same way. */
export function namedFolder(name: string): string {
  if (name.trim() !== '') return name;
  throw new InvalidArgumentError('Name a folder.');
}
