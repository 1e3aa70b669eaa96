import { askedShareOf } from '../contract/judging/verdict.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { coveragePercent } from './words.ts';

/** What a run must have judged, and requested: shares from 0 to 1. */
export interface LeastJudged {
  readonly minimumCoverage: number;
  readonly minimumAsked: number;
}

/**
 * Why a run has judged too little to be a success.
 * @returns a sentence, or undefined if it has judged enough
 */
export function shortfallOf(
  record: Pick<RunRecord, 'coverage' | 'cutShort' | 'verdicts' | 'abortReason'>,
  { minimumCoverage, minimumAsked }: LeastJudged,
): string | undefined {
  const { coverage, cutShort, verdicts, abortReason } = record;
  // A run that judged nothing is not a success, regardless of the required coverage.
  if (coverage === 0) return 'Nothing could be judged.';
  if (coverage < minimumCoverage)
    return `Only ${coveragePercent(coverage)} of the checks could be judged; MIN_COVERAGE demands ${coveragePercent(minimumCoverage)}.`;
  const asked = askedShareOf(verdicts);
  if (asked < minimumAsked)
    return `Only ${coveragePercent(asked)} of the checks were asked for; MIN_ASKED demands ${coveragePercent(minimumAsked)}.`;
  // Checks that it did not reach are not shown to pass.
  if (cutShort && coverage < 1)
    return [
      `The run was cut short when ${coveragePercent(coverage)} of the checks had been judged.`,
      ...(abortReason === 'deadline' ? ['Raise DEADLINE_S.'] : []),
    ].join(' ');
  return undefined;
}
