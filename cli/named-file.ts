import { InvalidArgumentError } from 'commander';

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
