import { readEnvironment } from '../engine/configuration/environment.ts';
import { askBroker } from './broker/ask-broker.ts';
import { test } from './fixtures.ts';
import { askOrSkip, declareAsJudged } from './judged-tests.ts';
import { expect } from './matchers.ts';
import { plainError } from './plain-error.ts';

/** States that explain why nothing could be judged: one test fails with the cause, and all others are skipped. */
const explainingStates: readonly string[] = [
  'unreachable',
  'key-rejected',
  'not-this-api',
  'maintenance',
  'throttled',
];

/**
 * Declares tests that the installation can be tested, is judged as far as `MIN_COVERAGE` demands, and shows no breaking
 * drift from `BASELINE`. They have a file of their own: where all tests of a TypeScript file are declared by one JavaScript file, Playwright takes that for the source
 * of the other, and does not find them by the name of the file that called.
 */
export function installationTests(tags: readonly string[]): void {
  test.describe('The installation', () => {
    declareAsJudged();
    test('can be tested', { tag: ['@state', ...tags] }, async () => {
      const { state, cause, coverage } = await askBroker('state');
      const isUnjudged = state === 'unknown' && cause !== undefined && coverage === 0;
      if (explainingStates.includes(state) || isUnjudged)
        throw plainError(cause ?? `The installation is ${state}.`);
    });

    // Without these settings there is nothing to test.
    const { MIN_COVERAGE, BASELINE } = readEnvironment(process.env, process.cwd());
    if (MIN_COVERAGE !== undefined)
      test('is judged as far as MIN_COVERAGE demands', { tag: ['@state', ...tags] }, async () => {
        const { reached, demanded } = await askOrSkip(() => askBroker('coverage'));
        expect(reached, 'coverage: the share of the checks that could be judged').toBeGreaterThanOrEqual(
          demanded,
        );
      });
    if (BASELINE !== undefined)
      // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern before the test info.
      test('shows no breaking drift from BASELINE', { tag: ['@state', ...tags] }, async ({}, testInfo) => {
        const { notCompared, breaking, other } = await askOrSkip(() => askBroker('drift'));
        testInfo.annotations.push(...other.map((description) => ({ type: 'drift', description })));
        if (breaking.length > 0) throw plainError(breaking.join('\n'));
        test.skip(notCompared !== undefined, notCompared);
      });
  });
}
