import { readEnvironment } from '../engine/configuration/environment.ts';
import { coveragePercent } from '../reports/words.ts';
import { askBroker } from './broker/ask-broker.ts';
import type { Declaring, Describe } from './declaring-at.ts';
import { test } from './fixtures.ts';
import { askOrSkip, declareAsJudged, declareTest } from './judged-tests.ts';
import { frameAt, plainError } from './plain-error.ts';

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
 * drift from `BASELINE`.
 */
export function installationTests(tags: readonly string[], at: Declaring): void {
  const details = { tag: ['@state', ...tags] };
  at<Describe>(test.describe, 'The installation', () => {
    declareAsJudged();
    declareTest(at, 'can be tested', details, async (testInfo) => {
      const { state, cause, coverage } = await askBroker('state');
      const isUnjudged = state === 'unknown' && cause !== undefined && coverage === 0;
      if (explainingStates.includes(state) || isUnjudged)
        throw plainError(cause ?? `The installation is ${state}.`, [frameAt(testInfo)]);
    });

    // Without these settings there is nothing to test.
    const { MIN_COVERAGE, BASELINE } = readEnvironment(process.env, process.cwd());
    if (MIN_COVERAGE !== undefined)
      declareTest(at, 'is judged as far as MIN_COVERAGE demands', details, async (testInfo, skip) => {
        const { reached, demanded } = await askOrSkip(() => askBroker('coverage'), skip);
        if (reached >= demanded) return;
        const [some, all] = [reached, demanded].map(coveragePercent);
        throw plainError(`Only ${some} of the checks could be judged; MIN_COVERAGE demands ${all}.`, [
          frameAt(testInfo),
        ]);
      });
    if (BASELINE !== undefined)
      declareTest(at, 'shows no breaking drift from BASELINE', details, async (testInfo, skip) => {
        const { notCompared, breaking, other } = await askOrSkip(() => askBroker('drift'), skip);
        testInfo.annotations.push(...other.map((description) => ({ type: 'drift', description })));
        if (breaking.length > 0) throw plainError(breaking.join('\n'), [frameAt(testInfo)]);
        skip(notCompared !== undefined, notCompared ?? '');
      });
  });
}
