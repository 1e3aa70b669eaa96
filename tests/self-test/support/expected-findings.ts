import { endpoints } from '../../../contract/document/endpoints.ts';
import type { Facts } from '../../../contract/facts.ts';
import { findingsOf } from '../../../engine/record/findings.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import table from '../expected-findings.json' with { type: 'json' };

/** The endpoints of findings by their codes, in alphabetical order. */
export type FindingsByCode = Readonly<Record<string, readonly string[]>>;

const everywhere = endpoints.map(({ id }) => id as string).toSorted();

/** The findings of a fault that is the only one, by its name. */
export const expectedAlone: ReadonlyMap<string, FindingsByCode> = new Map(
  Object.entries<FindingsByCode>(table.alone).map(([name, found]) => [name, spelledOut(found)]),
);

/** Two faults at once. */
export interface Pair {
  readonly faults: readonly string[];
  /** The findings of both: those of each alone, unless one hides the other or a part of it. */
  readonly expected: FindingsByCode;
}

export const pairs: readonly Pair[] = (
  table.together as readonly { faults: readonly string[]; findings?: FindingsByCode }[]
).map(({ faults, findings }) => ({
  faults,
  expected:
    findings === undefined
      ? merged(faults.map((name) => expectedAlone.get(name) ?? {}))
      : spelledOut(findings),
}));

/** The findings of a run, merged by code: most faults have only one of each code. */
export function findingsByCode(record: RunRecord): FindingsByCode {
  return merged(
    findingsOf(record).map(({ reason, since, places }) => ({
      [since === undefined ? (reason?.code ?? 'none') : 'outage']: places.endpoints,
    })),
  );
}

/** The same run with other words in every sentence and phrase. */
export function reworded(record: RunRecord): RunRecord {
  const other = (facts: Facts): Facts => ({
    ...facts,
    ...(facts.received === undefined ? {} : { received: 'something' }),
    ...(facts.expected === undefined ? {} : { expected: 'something else' }),
    ...(facts.detail === undefined ? {} : { detail: 'for a reason' }),
    ...(facts.release === undefined ? {} : { release: 'judged' }),
  });
  return {
    ...record,
    verdicts: record.verdicts.map(({ reason, ...verdict }) => ({
      ...verdict,
      message: 'It was so.',
      ...(reason === undefined ? {} : { reason: { ...reason, facts: other(reason.facts) } }),
    })),
  };
}

function spelledOut(found: FindingsByCode): FindingsByCode {
  return Object.fromEntries(
    Object.entries(found).map(([code, places]) => [code, places[0] === 'everywhere' ? everywhere : places]),
  );
}

function merged(all: readonly FindingsByCode[]): FindingsByCode {
  const byCode = new Map<string, Set<string>>();
  for (const [code, places] of all.flatMap(Object.entries<readonly string[]>))
    byCode.set(code, new Set([...(byCode.get(code) ?? []), ...places]));
  return Object.fromEntries([...byCode].map(([code, places]) => [code, [...places].toSorted()]));
}
