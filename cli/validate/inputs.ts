import { whyUnreadable } from '../../engine/files.ts';
import { isFolder } from '../is-folder.ts';
import { fileEndings, filesBelow } from './find-files.ts';
import type { NotRead } from './result.ts';

/** Standard input, as the command line names it. */
export const standardInput = '-';

/** What the names on the command line stand for. */
export type Input =
  | { readonly kind: 'file'; readonly file: string; readonly isNamed: boolean }
  | { readonly kind: 'note'; readonly sentence: string }
  | NotRead;

/** The files that are named, and those in the folders that are named. */
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
export function notRead(input: string, reason: string): NotRead {
  return { kind: 'not-read', input, sentence: `${input} cannot be read: ${reason}` };
}
