import { readWhole, whyUnreadable } from '../engine/files.ts';
import { UsageError } from '../engine/user-error.ts';

/**
 * The text of a file that a user names.
 * @param subject what the sentence calls it that says why it cannot be read
 * @throws UsageError
 */
export function readNamed(file: string, subject = file): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`${subject} cannot be read: ${whyUnreadable(thrown)}`);
  }
}
