import { catalogue } from '../contract/catalogue.ts';
import { requirements } from '../contract/requirements.ts';
import type { Outcome } from '../contract/verdict.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { groupBy } from './group-by.ts';

/** A failed verdict with the exchange that shows it. */
export interface FailedVerdict {
  readonly verdict: RecordedVerdict;
  readonly exchange?: RecordedExchange;
}

/** A check that failed, with what it judges and every endpoint where it failed. */
export interface FailedCheck {
  readonly check: string;
  /** What holds when the check passes; missing for a check that this version does not have. */
  readonly title?: string;
  readonly requirements: readonly StatedRequirement[];
  readonly verdicts: readonly FailedVerdict[];
}

export interface StatedRequirement {
  readonly id: string;
  /** Missing for a requirement that this version does not have. */
  readonly statement?: string;
}

const titles = new Map(catalogue.map(({ id, title }) => [id, title]));
const statements = new Map<string, string>(requirements.map(({ id, statement }) => [id, statement]));
const judged: readonly Outcome[] = ['pass', 'fail', 'error'];

/** The failures that count: not the known ones. */
export function failuresOf(record: RunRecord): readonly FailedCheck[] {
  return byCheck(record, ({ outcome, known }) => outcome === 'fail' && known === undefined);
}

/** Checks that broke: faults of the suite. */
export function faultsOf(record: RunRecord): readonly FailedCheck[] {
  return byCheck(record, ({ outcome }) => outcome === 'error');
}

export function knownFailuresOf(record: RunRecord): readonly RecordedVerdict[] {
  return record.verdicts.filter(({ outcome, known }) => outcome === 'fail' && known !== undefined);
}

/** The number of failed verdicts of some checks. */
export function countVerdicts(checks: readonly { readonly verdicts: readonly unknown[] }[]): number {
  return checks.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
}

/** True when one cause kept the whole run from being judged: then reports show the cause alone. */
export function isExplainedByCause({ cause, verdicts }: RunRecord): boolean {
  return cause !== undefined && !verdicts.some(({ outcome }) => judged.includes(outcome));
}

/** What holds when a check passes; nothing for a check that this version does not have. */
export function titleOf(check: string): string | undefined {
  return titles.get(check);
}

/** Requirements with their statements, as far as this version has them. */
export function stateRequirements(ids: readonly string[]): readonly StatedRequirement[] {
  return ids.map((id) => {
    const statement = statements.get(id);
    return statement === undefined ? { id } : { id, statement };
  });
}

function byCheck(
  { verdicts, exchanges }: RunRecord,
  isWanted: (verdict: RecordedVerdict) => boolean,
): readonly FailedCheck[] {
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return [...groupBy(verdicts.filter(isWanted), ({ check }) => check)].map(([check, own]) => {
    const title = titleOf(check);
    return {
      check,
      ...(title === undefined ? {} : { title }),
      requirements: stateRequirements([...new Set(own.flatMap((verdict) => verdict.requirements))]),
      verdicts: own.map((verdict) => {
        const exchange = verdict.exchange === undefined ? undefined : exchangeOf.get(verdict.exchange);
        return exchange === undefined ? { verdict } : { verdict, exchange };
      }),
    };
  });
}
