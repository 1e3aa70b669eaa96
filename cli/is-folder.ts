import { statSync } from 'node:fs';

/**
 * Whether a path leads to a folder. What cannot be looked at is none: reading it says why. `throwIfNoEntry: false` would not
 * do: it still throws where a part of the path is a file (Node.js 20) or may not be entered.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
