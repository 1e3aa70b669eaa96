import type { RunRecord } from '../engine/record/run-record.ts';

/** The exit codes of `check`: scripts and pipelines rely on them. */
export const exitCodes = {
  conforming: 0,
  violated: 1,
  usage: 2,
  unreachable: 3,
  throttled: 4,
  lowCoverage: 5,
  drift: 6,
  suiteFault: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The graver comes first. */
const gravity: readonly ExitCode[] = [130, 2, 7, 3, 1, 4, 5, 6, 0];

/** The gravest of several codes; 0 of none. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  return gravity.find((code) => codes.includes(code)) ?? exitCodes.conforming;
}

export interface Demands {
  readonly minimumCoverage: number;
  readonly breakingDrift: boolean;
  /** Entries of the list of known failures that hold no longer. */
  readonly outdatedKnown: boolean;
}

/** What a run's record amounts to. An interrupted run is told by its caller, who knows of the interruption. */
export function exitCodeOf(record: RunRecord, demands: Demands): ExitCode {
  const { verdicts, state, coverage } = record;
  const codes: ExitCode[] = [];
  if (verdicts.some(({ outcome }) => outcome === 'error')) codes.push(exitCodes.suiteFault);
  if (['unreachable', 'not-this-api', 'key-rejected', 'maintenance'].includes(state))
    codes.push(exitCodes.unreachable);
  const isBroken = verdicts.some(({ outcome, known }) => outcome === 'fail' && known === undefined);
  if (isBroken || demands.outdatedKnown) codes.push(exitCodes.violated);
  const isThrottled = state === 'throttled' || record.cause?.includes('asks to wait') === true;
  if (isThrottled) codes.push(exitCodes.throttled);
  // Green is never empty: a run that judged nothing is not a success, whatever coverage is demanded.
  if (coverage < demands.minimumCoverage || coverage === 0) codes.push(exitCodes.lowCoverage);
  if (demands.breakingDrift) codes.push(exitCodes.drift);
  return worst(codes);
}
