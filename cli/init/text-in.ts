import { readFileSync } from 'node:fs';

/** What a file of the user holds; nothing where there is none, or where it cannot be read. */
export function textIn(file: string): string | undefined {
  try {
    // Checkouts may have other line ends than what was written.
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}
