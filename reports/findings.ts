import { catalogue } from '../contract/catalogue.ts';
import { requirements } from '../contract/requirements.ts';
import type { Outcome } from '../contract/verdict.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { groupBy } from './group-by.ts';

/** A verdict with the exchange that shows it. */
export interface Finding {
  readonly verdict: RecordedVerdict;
  readonly exchange?: RecordedExchange;
}

/** The findings of one check, with what it judges. */
export interface CheckFindings {
  readonly check: string;
  /** What holds when the check passes; missing for a check that this version does not have. */
  readonly title?: string;
  readonly requirements: readonly RequirementTold[];
  readonly findings: readonly Finding[];
}

export interface RequirementTold {
  readonly id: string;
  /** Missing for a requirement that this version does not have. */
  readonly statement?: string;
}

/** One reason and every verdict that has it. */
export interface Reason {
  readonly message: string;
  readonly verdicts: readonly RecordedVerdict[];
}

const titles = new Map(catalogue.map(({ id, title }) => [id, title]));
const statements = new Map<string, string>(requirements.map(({ id, statement }) => [id, statement]));

/** The failures that count: not the known ones. */
export function failuresOf(record: RunRecord): readonly CheckFindings[] {
  return byCheck(record, ({ outcome, known }) => outcome === 'fail' && known === undefined);
}

/** Checks that broke: faults of the suite. */
export function faultsOf(record: RunRecord): readonly CheckFindings[] {
  return byCheck(record, ({ outcome }) => outcome === 'error');
}

export function knownFailuresOf(record: RunRecord): readonly RecordedVerdict[] {
  return record.verdicts.filter(({ outcome, known }) => outcome === 'fail' && known !== undefined);
}

/** The reasons of an outcome, the most frequent first. */
export function reasonsOf(record: RunRecord, outcome: Outcome): readonly Reason[] {
  const groups = groupBy(
    record.verdicts.filter((verdict) => verdict.outcome === outcome),
    ({ message }) => message,
  );
  return [...groups]
    .map(([message, verdicts]) => ({ message, verdicts }))
    .sort((one, other) => other.verdicts.length - one.verdicts.length);
}

/** True when a cause stood in the way of the whole run, so that the cause is all that there is to tell. */
export function isOnlyCause({ cause, verdicts }: RunRecord): boolean {
  return cause !== undefined && !verdicts.some(({ outcome }) => judged.includes(outcome));
}

const judged: readonly Outcome[] = ['pass', 'fail', 'error'];

/** What holds when a check passes; nothing for a check that this version does not have. */
export function titleOf(check: string): string | undefined {
  return titles.get(check);
}

/** Requirements with their statements, as far as this version has them. */
export function requirementsTold(ids: readonly string[]): readonly RequirementTold[] {
  return ids.map((id) => {
    const statement = statements.get(id);
    return statement === undefined ? { id } : { id, statement };
  });
}

/** Where verdicts stand, grouped by check or by endpoint, whichever is shorter. */
export function placesOf(verdicts: readonly RecordedVerdict[]): string {
  const byCheckId = groupBy(verdicts, ({ check }) => check);
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  if (byEndpoint.size < byCheckId.size) {
    const places = [...byEndpoint].map(
      ([endpoint, own]) => `${endpoint}: ${own.length > 6 ? `${own.length} checks` : checksOf(own)}`,
    );
    return places.join('; ');
  }
  const places = [...byCheckId].map(([check, own]) =>
    own.length > 6 ? `${check} at ${own.length} endpoints` : `${check} at ${endpointsOf(own)}`,
  );
  return places.join('; ');
}

function checksOf(verdicts: readonly RecordedVerdict[]): string {
  return verdicts.map(({ check }) => check).join(', ');
}

function endpointsOf(verdicts: readonly RecordedVerdict[]): string {
  return verdicts.map(({ endpoint }) => endpoint).join(', ');
}

function byCheck(
  { verdicts, exchanges }: RunRecord,
  wanted: (verdict: RecordedVerdict) => boolean,
): readonly CheckFindings[] {
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return [...groupBy(verdicts.filter(wanted), ({ check }) => check)].map(([check, own]) => {
    const title = titles.get(check);
    return {
      check,
      ...(title === undefined ? {} : { title }),
      requirements: requirementsTold([...new Set(own.flatMap((verdict) => verdict.requirements))]),
      findings: own.map((verdict) => {
        const exchange = verdict.exchange === undefined ? undefined : exchangeOf.get(verdict.exchange);
        return exchange === undefined ? { verdict } : { verdict, exchange };
      }),
    };
  });
}
