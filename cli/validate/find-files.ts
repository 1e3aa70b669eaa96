import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a folder holds that concerns whoever validates it. */
export type Found =
  | { readonly kind: 'file'; readonly file: string }
  /** To another folder: it is not followed, or a folder could hold itself, or the whole disk. */
  | { readonly kind: 'link'; readonly file: string }
  | { readonly kind: 'unreadable'; readonly file: string; readonly thrown: unknown };

/** The files of a folder that are validated. */
export const fileEndings: readonly string[] = ['.json', '.ndjson', '.json.gz', '.ndjson.gz'];

/** Whether a file in a folder is validated, by its name. */
export function hasFileEnding(name: string): boolean {
  const lower = name.toLowerCase();
  return !isHidden(name) && fileEndings.some((ending) => lower.endsWith(ending));
}

/** Whether a folder inside another one is left out: what tools keep for themselves. */
export function isLeftOut(name: string): boolean {
  return isHidden(name) || name === 'node_modules';
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Every file to validate below a folder, in the order of names: those of a folder before its inner folders. */
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

/** The files of one folder, and the names of its inner folders. */
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
