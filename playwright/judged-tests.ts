import { BrokerError } from './broker/ask-broker.ts';
import { test } from './fixtures.ts';
import { withoutBrowser } from './without-browser.ts';

/**
 * A run has a deadline of its own, which it reports better than a test timeout would, and opens no browser. Tests of one
 * `describe` stay together, so that no two shards ask one endpoint.
 */
export function declareAsJudged(): void {
  test.describe.configure({ mode: 'default', timeout: 0 });
  test.use(withoutBrowser);
}

/** The test of the installation reports an error that affects every test; the others are skipped. */
export async function askOrSkip<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    test.skip(thrown instanceof BrokerError, thrown instanceof Error ? thrown.message : '');
    throw thrown;
  }
}
