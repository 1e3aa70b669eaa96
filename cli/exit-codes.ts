import { isNotShown } from '../contract/judging/verdict.ts';
import { stateOf } from '../contract/state.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { type LeastJudged, shortfallOf } from '../reports/shortfall.ts';

/** The exit codes of `check`, the most severe first. Scripts and pipelines rely on them. */
const rows = [
  { name: 'interrupted', code: 130, meaning: 'interrupted; the record is written, marked cut short' },
  { name: 'usage', code: 2, meaning: 'bad usage or configuration' },
  { name: 'suiteFault', code: 7, meaning: 'a fault of the suite' },
  {
    name: 'unreachable',
    code: 3,
    meaning: 'unreachable, not this API, or key rejected everywhere',
  },
  { name: 'violated', code: 1, meaning: 'a requirement is broken, or a known failure is outdated' },
  { name: 'throttled', code: 4, meaning: 'throttled so that something stayed unjudged' },
  {
    name: 'lowCoverage',
    code: 5,
    meaning:
      'an endpoint was not shown to work, or too little was judged: nothing, less than MIN_COVERAGE or MIN_ASKED, or a part of a run that was cut short',
  },
  { name: 'drift', code: 6, meaning: 'breaking drift from the baseline' },
  { name: 'conforming', code: 0, meaning: 'every requirement judged holds' },
] as const;

type Row = (typeof rows)[number];
export type ExitCode = Row['code'];

export const exitCodes = Object.fromEntries(rows.map(({ name, code }) => [name, code])) as {
  readonly [Name in Row['name']]: Extract<Row, { name: Name }>['code'];
};

/** The table for the help of `check`, by number. */
export const exitCodeHelp: string = rows
  .toSorted((one, other) => one.code - other.code)
  .map(({ code, meaning }) => `  ${String(code).padEnd(3)}  ${meaning}`)
  .join('\n');

/** The most severe of several codes; 0 if there are none. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  return rows.find(({ code }) => codes.includes(code))?.code ?? exitCodes.conforming;
}

export interface ExitCriteria extends LeastJudged {
  readonly breakingDrift: boolean;
  /** True if an entry in the list of known failures is stale or expired. */
  readonly outdatedKnown: boolean;
}

/** The exit code for a run's record. The caller adds the code for an interruption. */
export function exitCodeOf(record: RunRecord, criteria: ExitCriteria): ExitCode {
  const { verdicts, state, abortReason } = record;
  const codes: ExitCode[] = [];
  if (abortReason === 'fault' || verdicts.some(({ outcome }) => outcome === 'error'))
    codes.push(exitCodes.suiteFault);
  const { exitCode } = stateOf(state);
  if (exitCode !== undefined) codes.push(exitCode);
  const isBroken = verdicts.some(({ outcome, known }) => outcome === 'fail' && known === undefined);
  if (isBroken || criteria.outdatedKnown) codes.push(exitCodes.violated);
  if (abortReason === 'throttled') codes.push(exitCodes.throttled);
  if (verdicts.some((verdict) => isNotShown(verdict) && verdict.known === undefined))
    codes.push(exitCodes.lowCoverage);
  if (shortfallOf(record, criteria) !== undefined) codes.push(exitCodes.lowCoverage);
  if (criteria.breakingDrift) codes.push(exitCodes.drift);
  return worst(codes);
}
