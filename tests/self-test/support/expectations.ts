import { allCheckCases, catalogue } from '../../../contract/checks/catalogue.ts';
import { requirementsAt } from '../../../contract/checks/check.ts';
import { requirements } from '../../../contract/document/requirements.ts';
import type { Verdict } from '../../../contract/judging/verdict.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import type { Fault } from '../../../reference-server/faults/index.ts';
import { everywhere } from '../../../reference-server/transform-builders.ts';
import type { Variant } from '../../../reference-server/variants/index.ts';

type Judged = Pick<RunRecord, 'verdicts' | 'state' | 'cause' | 'coverage'>;

/** The part of a fault that the verdicts are compared with. */
export type ExpectedFault = Pick<Fault, 'name' | 'breaks' | 'caughtBy' | 'at'>;

const isAt = ({ endpoint }: Verdict, at: string): boolean => at === everywhere || endpoint === at;
/** A verdict as a line of text. */
export const sentenceOf = ({ outcome, check, endpoint, message }: Verdict): string =>
  `${outcome}: ${check} at ${endpoint}: ${message}`;

/** The verdicts by which a fault is caught: failures of the check that it names, where it is. */
export function catchesOf(fault: ExpectedFault, { verdicts }: Judged): readonly Verdict[] {
  return verdicts.filter(
    (verdict) => verdict.outcome === 'fail' && verdict.check === fault.caughtBy && isAt(verdict, fault.at),
  );
}

/** Problems of the verdicts on an installation with a fault; empty if only the fault is caught. */
export function faultProblems(fault: ExpectedFault, record: Judged): readonly string[] {
  const catches = catchesOf(fault, record);
  const named = record.verdicts.filter(
    (verdict) => verdict.check === fault.caughtBy && isAt(verdict, fault.at),
  );
  const missed =
    catches.length > 0
      ? []
      : [
          `It is not caught by ${fault.caughtBy}. ${record.state}${record.cause === undefined ? '' : `: ${record.cause}`}`,
          ...named.map(sentenceOf),
        ];
  const unnamed =
    catches.length === 0 || catches.some(({ requirements: ids }) => ids.some((id) => id === fault.breaks))
      ? []
      : [`The check ${fault.caughtBy} does not claim ${fault.breaks} there.`];
  const strays = record.verdicts.filter(
    (verdict) => verdict.outcome === 'error' || (verdict.outcome === 'fail' && !isAt(verdict, fault.at)),
  );
  return [...missed, ...unnamed, ...strays.map(sentenceOf)];
}

/** Problems of the verdicts on an installation that only uses a freedom; empty if nothing fails. */
export function variantProblems(
  record: Judged,
  { state: expected }: Pick<Variant, 'state'> = {},
): readonly string[] {
  const alarms = record.verdicts.filter(
    ({ outcome }) => outcome === 'error' || (outcome === 'fail' && expected !== 'violating'),
  );
  const state =
    record.state === (expected ?? 'conforming') ? [] : [`The state is ${record.state}: ${record.cause}`];
  return [...state, ...alarms.map(sentenceOf)];
}

/** Checks and requirements without a fault, and faults that name what does not exist. */
export function coverageProblems(faults: readonly Fault[]): readonly string[] {
  const caught = new Set(faults.map(({ caughtBy }) => caughtBy));
  const broken = new Set(faults.map(({ breaks }) => breaks));
  const claimed = new Set<string>(
    allCheckCases.flatMap(({ check, endpoint }) => requirementsAt(endpoint, check)),
  );
  return [
    ...catalogue
      .filter(({ id }) => !caught.has(id))
      .map(({ id }) => `No fault is caught by the check ${id}.`),
    ...requirements
      .filter(({ id }) => claimed.has(id) && !broken.has(id))
      .map(({ id }) => `No fault breaks the requirement ${id}.`),
    ...faults.flatMap(problemsOfEntry),
    ...repeated(faults.map(({ name }) => name)).map((name) => `More than one fault is named ${name}.`),
  ];
}

function problemsOfEntry({ name, caughtBy, breaks, at }: Fault): readonly string[] {
  const checkCases = allCheckCases.filter(
    ({ check, endpoint }) => check.id === caughtBy && (at === everywhere || endpoint.id === at),
  );
  if (checkCases.length === 0) return [`The fault ${name} names ${caughtBy}, which is not asked at ${at}.`];
  const claims = checkCases.some(({ check, endpoint }) =>
    requirementsAt(endpoint, check).some((id) => id === breaks),
  );
  return claims ? [] : [`The fault ${name} breaks ${breaks}, which ${caughtBy} does not claim at ${at}.`];
}

export function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
