import { allCheckCases } from '../contract/checks/catalogue.ts';
import { caseKey } from '../contract/judging/judge.ts';
import { isNotShown, type Verdict, verdictKey } from '../contract/judging/verdict.ts';
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

export interface KnownApplied {
  /** The record, with the reason added to each expected failure. */
  readonly record: RunRecord;
  /** Entries whose check now passes. */
  readonly stale: readonly OutdatedEntry[];
  /** Entries whose last day has passed, if their check was judged. */
  readonly expired: readonly OutdatedEntry[];
}

/**
 * Marks the expected failures and finds outdated entries. Pure. An entry whose check was not judged in this run is left
 * alone, also if the run is of a lower tier and it passes; one for all endpoints is outdated only when its check passes wherever it was judged, in a run that looked at all
 * of them: a part of the contract may leave out the endpoint at which it still fails.
 * @param today as YYYY-MM-DD
 */
export function applyKnown(record: RunRecord, known: readonly KnownFailure[], today: string): KnownApplied {
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
  const canTell = wholeIn(record);
  const stale = judged.filter(
    (entry) => !isExpired(entry) && canTell(entry) && !outcomesOf(entry).includes('fail'),
  );
  return {
    record: { ...record, verdicts },
    stale: stale.map((entry) => ({
      entry,
      sentence: `${placeOf(entry)} passes now: remove it from the known failures.`,
    })),
    expired: expired.map((entry) => {
      const isFixed = canTell(entry) && !outcomesOf(entry).includes('fail');
      const advice = isFixed ? 'it passes now, so remove it' : 'remove it, or give it a new date';
      return {
        entry,
        sentence: `The known failure ${placeOf(entry)} was expected until ${entry.until}: ${advice}.`,
      };
    }),
  };
}

/** A failure, and an endpoint that was not shown to work. */
function isExpectable(verdict: Verdict): boolean {
  return verdict.outcome === 'fail' || isNotShown(verdict);
}

/**
 * Whether a run sent all that an entry may be about, regardless of the result. One of a lower tier, or without imports, judges the
 * same check by fewer answers.
 */
function wholeIn({ tier, verdicts }: RunRecord): (entry: KnownFailure) => boolean {
  const seen = new Set(verdicts.map(verdictKey));
  const withoutImport = new Set<string>(
    verdicts.filter(({ reason }) => reason?.code === 'imports-not-allowed').map(({ endpoint }) => endpoint),
  );
  return ({ check, endpoint }) =>
    tier === 'full' &&
    !withoutImport.has(endpoint) &&
    (endpoint !== allEndpoints ||
      allCheckCases.filter((one) => one.check.id === check).every((one) => seen.has(caseKey(one))));
}

/** The entry that names the endpoint itself comes before one for all of them. */
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
