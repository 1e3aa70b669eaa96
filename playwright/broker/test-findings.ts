import { failureRow } from '../../contract/reasons.ts';
import { countedFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { CheckCaseName } from '../check-cases.ts';

/** A finding, as seen by a test with one of its failures. */
export interface TestFinding {
  readonly headline: string;
  readonly sentence: string;
  /** What a developer of the service can do. */
  readonly advice?: string;
  readonly endpoints: readonly string[];
  /** Its failures in this test. */
  readonly failures: readonly CheckCaseName[];
  /** The test that fails for it; missing if it is this one. */
  readonly reportedBy?: string;
}

/**
 * Assigns findings to tests. The first test to ask for a finding reports it, even if it asks again: so every other test
 * may leave it out, and none is left out by all.
 * @returns a function of a record of all check cases so far, and a test's name with its check cases
 */
export function makeTestFindings() {
  const reporters = new Map<string, string>();
  return (whole: RunRecord, test: string, names: readonly CheckCaseName[]): readonly TestFinding[] =>
    countedFindings(whole).flatMap(({ id, headline, sentence, reason, places, failures: all }) => {
      const advice = reason === undefined ? undefined : failureRow(reason.code)?.advice.developer;
      const failures = names.filter(({ check, endpoint }) =>
        all.some(({ verdict }) => verdict.check === check && verdict.endpoint === endpoint),
      );
      if (failures.length === 0) return [];
      const reporter = reporters.get(id) ?? test;
      reporters.set(id, reporter);
      return [
        {
          headline,
          sentence,
          ...(advice === undefined ? {} : { advice }),
          endpoints: places.endpoints,
          failures,
          ...(reporter === test ? {} : { reportedBy: reporter }),
        },
      ];
    });
}
