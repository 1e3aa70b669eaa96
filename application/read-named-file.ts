import { readWhole, whyUnreadable } from '../engine/files.ts';
import { UsageError } from '../engine/user-error.ts';

/**
 * Reads a text file that the user named.
 * @param subject what the error message calls the file
 * @throws UsageError
 */
export function readNamedFile(file: string, subject = file): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`${subject} cannot be read: ${whyUnreadable(thrown)}`);
  }
}
