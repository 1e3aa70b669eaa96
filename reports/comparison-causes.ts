import { gravityLabel } from '../contract/gravity.ts';
import { failureRow } from '../contract/reasons.ts';
import { verdictKey } from '../contract/verdict.ts';
import { findingsOf } from '../engine/record/findings.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import type { Cause, Causes, Change, Comparison } from './comparison-model.ts';

/**
 * Groups what failed before, or fails now, by its cause. Pure. What broke and what was not judged before may have one cause: it
 * broke then.
 */
export function causesOf(
  changes: Comparison['changes'],
  before: RunRecord | undefined,
  after: RunRecord,
): Causes {
  const failing = causesIn(after, [...changes.broke, ...changes['fails-first-judged']]);
  const broke = new Set(changes.broke.map(verdictKey));
  const isNew = ({ verdicts }: Found): boolean => verdicts.some((one) => broke.has(verdictKey(one)));
  return {
    broke: failing.filter(isNew).map(({ cause }) => cause),
    'fails-first-judged': failing.filter((one) => !isNew(one)).map(({ cause }) => cause),
    'still-broken': causesIn(after, changes['still-broken']).map(({ cause }) => cause),
    mended: before === undefined ? [] : causesIn(before, changes.mended).map(({ cause }) => cause),
  };
}

interface Found {
  readonly cause: Cause;
  readonly verdicts: readonly RecordedVerdict[];
}

/** An endpoint that answered before, and whose answer is open now, is missing for a client. */
function asFailure({ reason }: Pick<RecordedVerdict, 'reason'>): Pick<RecordedVerdict, 'outcome' | 'reason'> {
  const isOpen = reason !== undefined && failureRow(reason.code) === undefined;
  return { outcome: 'fail', ...(isOpen ? { reason: { code: 'missing', facts: reason.facts } } : {}) };
}

/** The findings of a run as if it had failed here alone, and in each of these changes. */
function causesIn(record: RunRecord, changes: readonly Change[]): readonly Found[] {
  if (changes.length === 0) return [];
  const keys = new Set(changes.map(verdictKey));
  const verdicts = record.verdicts.map((verdict) => {
    const { known: _, ...rest } = verdict;
    if (keys.has(verdictKey(verdict))) return { ...rest, ...asFailure(rest) };
    return verdict.outcome === 'fail' ? { ...verdict, outcome: 'pass' as const } : verdict;
  });
  return findingsOf({ ...record, verdicts })
    .filter(({ failures }) => failures.length > 0)
    .map(({ gravity, headline, sentence, checks, requirements, places, failures }) => {
      const verdicts = failures.map(({ verdict }) => verdict);
      const failing = [...new Set(verdicts.map(({ endpoint }) => endpoint as string))];
      const endpoints = checks.length === 0 ? places.endpoints : failing;
      const cause = {
        gravity: gravityLabel(gravity),
        gravityId: gravity,
        headline,
        sentence,
        checks,
        requirements,
        endpoints,
      };
      return { cause, verdicts };
    });
}
