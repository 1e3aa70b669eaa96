import type { RunRecord } from './run-record.ts';

/** A failure that is expected (schemas/known-failures.schema.json). */
export interface KnownFailure {
  readonly check: string;
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
 * alone.
 * @param today as YYYY-MM-DD
 */
export function applyKnown(record: RunRecord, known: readonly KnownFailure[], today: string): KnownApplied {
  const isExpired = ({ until }: KnownFailure): boolean => until !== undefined && until < today;
  const entryFor = new Map(known.map((entry) => [placeOf(entry), entry]));
  const outcomes = new Map(record.verdicts.map((verdict) => [placeOf(verdict), verdict.outcome]));
  const verdicts = record.verdicts.map((verdict) => {
    const entry = entryFor.get(placeOf(verdict));
    const isKnown = verdict.outcome === 'fail' && entry !== undefined && !isExpired(entry);
    return isKnown ? { ...verdict, known: entry.reason } : verdict;
  });
  const judged = known.filter((entry) => ['pass', 'fail'].includes(outcomes.get(placeOf(entry)) ?? ''));
  const expired = judged.filter(isExpired);
  const stale = judged.filter((entry) => !isExpired(entry) && outcomes.get(placeOf(entry)) === 'pass');
  return {
    record: { ...record, verdicts },
    stale: stale.map((entry) => ({
      entry,
      sentence: `${entry.check} at ${entry.endpoint} passes now: remove it from the known failures.`,
    })),
    expired: expired.map((entry) => ({
      entry,
      sentence: `The known failure ${entry.check} at ${entry.endpoint} was expected until ${entry.until}: remove it, or give it a new date.`,
    })),
  };
}

/** Identifies a verdict, and the entry that expects it. */
export function placeOf({ check, endpoint }: { readonly check: string; readonly endpoint: string }): string {
  return `${check} ${endpoint}`;
}
