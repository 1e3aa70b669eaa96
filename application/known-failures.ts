import { allCheckCases } from '../contract/checks/catalogue.ts';
import { throttledAnswerCheck } from '../contract/checks/every-answer.ts';
import { caseKey } from '../contract/judging/judge.ts';
import { isNotShown, type Verdict, verdictKey } from '../contract/judging/verdict.ts';
import type { OpenCode } from '../contract/reasons.ts';
import { takesAllSamples } from '../contract/scope.ts';
import type { RunRecord } from '../engine/record/run-record.ts';

/** In place of an endpoint: every endpoint of the check. */
export const allEndpoints = 'all';

/** A failure that is expected (schemas/known-failures.schema.json). */
export interface KnownFailure {
  readonly check: string;
  /** An endpoint, or `allEndpoints`. */
  readonly endpoint: string;
  readonly reason: string;
  /** The last day on which it is expected, as YYYY-MM-DD. */
  readonly until?: string;
}

/** An entry that must be removed, with the reason as a sentence. It counts as a failure of the run. */
export interface OutdatedEntry {
  readonly entry: KnownFailure;
  readonly sentence: string;
}

export interface AppliedKnownFailures {
  /** The record, with the reason added to each expected failure. */
  readonly record: RunRecord;
  /** Entries whose check now passes. */
  readonly stale: readonly OutdatedEntry[];
  /** Entries whose last day has passed, if their check was judged. */
  readonly expired: readonly OutdatedEntry[];
}

/**
 * Marks the expected failures and finds outdated entries. Pure. An entry is left alone if its check was not judged in
 * this run, or if the check passes but the run did not send everything that could make it fail. An entry for all
 * endpoints is outdated only if its check passes wherever it was judged, in a run that covered all of them.
 * @param today as YYYY-MM-DD
 */
export function applyKnown(
  record: RunRecord,
  known: readonly KnownFailure[],
  today: string,
): AppliedKnownFailures {
  const isExpired = ({ until }: KnownFailure): boolean => until !== undefined && until < today;
  const valid = known.filter((entry) => !isExpired(entry));
  const verdicts = record.verdicts.map((verdict) => {
    const entry = isExpectable(verdict) ? entryFor(verdict, valid) : undefined;
    return entry === undefined ? verdict : { ...verdict, known: entry.reason };
  });
  const outcomesOf = (entry: KnownFailure): readonly string[] =>
    record.verdicts
      .filter((verdict) => covers(entry, verdict) && (verdict.outcome === 'pass' || isExpectable(verdict)))
      .map((verdict) => (isExpectable(verdict) ? 'fail' : 'pass'));
  const judged = known.filter((entry) => outcomesOf(entry).length > 0);
  const expired = judged.filter(isExpired);
  const isFullyCovered = fullyCoveredBy(record);
  const isFixed = (entry: KnownFailure): boolean =>
    isFullyCovered(entry) && !outcomesOf(entry).includes('fail');
  const stale = judged.filter((entry) => !isExpired(entry) && isFixed(entry));
  return {
    record: { ...record, verdicts },
    stale: stale.map((entry) => ({
      entry,
      sentence: `${placeOf(entry)} passes now: remove it from the known failures.`,
    })),
    expired: expired.map((entry) => {
      const advice = isFixed(entry) ? 'it passes now, so remove it' : 'remove it, or give it a new date';
      return {
        entry,
        sentence: `The known failure ${placeOf(entry)} was expected until ${entry.until}: ${advice}.`,
      };
    }),
  };
}

/** A failure, or an endpoint that was not shown to work. */
function isExpectable(verdict: Verdict): boolean {
  return verdict.outcome === 'fail' || isNotShown(verdict);
}

/** Reasons why a run sent less than a run with other settings would: it judges the same check by fewer answers. */
const reducedRunCodes: ReadonlySet<string> = new Set<OpenCode>([
  'imports-not-allowed',
  'imports-not-in-run',
  'no-second-key',
]);

/**
 * Whether a run sent every request that an entry may be about, regardless of the result. It did not if it was cut
 * short, belongs to a lower tier or a selection, or lacks the import or another user's key at an endpoint of the entry.
 * Few runs have a revoked key, so its absence means nothing.
 */
function fullyCoveredBy(record: RunRecord): (entry: KnownFailure) => boolean {
  const { tier, verdicts, cutShort } = record;
  const seen = new Set(verdicts.map(verdictKey));
  const lacking = new Set<string>(
    verdicts.filter(({ reason }) => reducedRunCodes.has(reason?.code ?? '')).map(({ endpoint }) => endpoint),
  );
  return ({ check, endpoint }) => {
    const all = allCheckCases.filter((one) => one.check.id === check).map((one) => one.endpoint.id);
    const places: readonly string[] = endpoint === allEndpoints ? all : [endpoint];
    const wanted = alwaysJudged.filter((one) => places.includes(one.endpoint.id));
    const isWhole = !cutShort && takesAllSamples(tier) && !places.some((one) => lacking.has(one));
    return isWhole && wanted.every((one) => seen.has(caseKey(one)));
  };
}

/**
 * The cases that every complete run judges: keys are sampled at few endpoints, and not every installation throttles.
 */
const alwaysJudged = allCheckCases.filter(
  ({ check }) => check.sampled !== true && check.id !== throttledAnswerCheck,
);

/** An entry that names the endpoint takes precedence over one for all of them. */
function entryFor(verdict: Verdict, known: readonly KnownFailure[]): KnownFailure | undefined {
  const fitting = known.filter((entry) => covers(entry, verdict));
  return fitting.find(({ endpoint }) => endpoint !== allEndpoints) ?? fitting[0];
}

function covers({ check, endpoint }: KnownFailure, verdict: Verdict): boolean {
  return check === verdict.check && (endpoint === allEndpoints || endpoint === verdict.endpoint);
}

function placeOf({ check, endpoint }: KnownFailure): string {
  return `${check} at ${endpoint === allEndpoints ? 'all endpoints' : endpoint}`;
}
