import type { TestDetails, TestInfo } from '@playwright/test';
import { BrokerError } from './broker/ask-broker.ts';
import type { Declaring } from './declaring-at.ts';
import { test } from './fixtures.ts';
import { frameAt, plainError } from './plain-error.ts';
import { withoutBrowser } from './without-browser.ts';

/**
 * A run has a deadline of its own, which it reports better than a test timeout would, and opens no browser. Tests of one
 * `describe` stay together, so that no two shards ask one endpoint.
 */
export function declareAsJudged(): void {
  test.describe.configure({ mode: 'default', timeout: 0 });
  test.use(withoutBrowser);
}

/** Declares a test at the line that called; what affects every test is reported there. */
export function declareTest(
  at: Declaring,
  title: string,
  details: TestDetails,
  body: (testInfo: TestInfo, skip: Skip) => Promise<void>,
): void {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern before the test info.
  at<[string, TestDetails, TestBody]>(test, title, details, async ({}, testInfo) => {
    const skip: Skip = (condition, reason) => at<Parameters<Skip>>(test.skip, condition, reason);
    try {
      await body(testInfo, skip);
    } catch (thrown) {
      if (!(thrown instanceof BrokerError)) throw thrown;
      throw plainError(thrown.message, [frameAt(testInfo)]);
    }
  });
}

type TestBody = Parameters<typeof test>[2];

/** Skips the test, at the line that declares it, if the condition holds. */
export type Skip = (condition: boolean, reason: string) => void;

/** The test of the installation reports an error that affects every test; the others are skipped. */
export async function askOrSkip<T>(ask: () => Promise<T>, skip: Skip): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    skip(thrown instanceof BrokerError, thrown instanceof Error ? thrown.message : '');
    throw thrown;
  }
}
