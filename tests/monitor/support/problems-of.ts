import { ConfigurationError } from '../../../engine/configuration/problems.ts';

/** What is reported of a wrong configuration, a line a mistake. */
export function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return thrown.message.split('\n');
    throw thrown;
  }
  throw new Error('The configuration was taken.');
}
