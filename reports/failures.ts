import { catalogue } from '../contract/catalogue.ts';
import { type Gravity, gravityLabel } from '../contract/gravity.ts';
import { failureRow, issuesNamed, type Reader } from '../contract/reasons.ts';
import { requirements } from '../contract/requirements.ts';
import type { Outcome } from '../contract/verdict.ts';
import { groupBy } from '../engine/group-by.ts';
import { countedFindings, type RunFinding } from '../engine/record/findings.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';

/** A failed verdict with the exchange that shows it. */
export interface FailedVerdict {
  readonly verdict: RecordedVerdict;
  readonly exchange?: RecordedExchange;
}

/** A check with the verdicts in which it broke. */
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

/** A finding as reports show it. */
export interface ShownFinding {
  /** "Open door". */
  readonly gravity: string;
  readonly gravityId: Gravity;
  /** What is wrong, in a few words. */
  readonly headline: string;
  readonly sentence: string;
  /** What each reader can do about it; missing without a code, as in records of earlier versions. */
  readonly advice?: Readonly<Record<Reader, string>>;
  /** The check that the sentence is about, and what it demands; missing where the whole installation is concerned. */
  readonly check?: string;
  readonly title?: string;
  /** Other checks that failed for the same cause. */
  readonly otherChecks: readonly string[];
  readonly requirements: readonly StatedRequirement[];
  /** The endpoints, where the sentence gives only their number and they are not all of them. */
  readonly someEndpoints: readonly string[];
  /** FHIR errors by kind and path, the most severe first, a line each; none if the sentence names them all. */
  readonly issues: readonly string[];
  /** The failure that the sentence is made from comes first. */
  readonly failures: readonly FailedVerdict[];
}

/** More FHIR errors than this are shown on demand. */
export const mostIssues = 10;

const titles = new Map(catalogue.map(({ id, title }) => [id, title]));
const statements = new Map<string, string>(requirements.map(({ id, statement }) => [id, statement]));
const judged: readonly Outcome[] = ['pass', 'fail', 'error'];

/** What counts against the installation, by cause, the gravest first. */
export function shownFindings(record: RunRecord): readonly ShownFinding[] {
  return countedFindings(record).map(shownFinding);
}

function shownFinding(finding: RunFinding): ShownFinding {
  const { gravity, headline, sentence, reason, checks, requirements: ids, places, failures } = finding;
  const advice = reason === undefined ? undefined : failureRow(reason.code)?.advice;
  const [check, ...otherChecks] = checks;
  const title = check === undefined ? undefined : titleOf(check);
  const { endpoints, judged: number, isPartlyJudged = false } = places;
  const isEvident = endpoints.length < 2 || (endpoints.length === number && !isPartlyJudged);
  return {
    gravity: gravityLabel(gravity),
    gravityId: gravity,
    headline,
    sentence,
    ...(advice === undefined ? {} : { advice }),
    ...(check === undefined ? {} : { check }),
    ...(title === undefined ? {} : { title }),
    otherChecks,
    requirements: stateRequirements(ids),
    someEndpoints: isEvident ? [] : endpoints,
    issues: issueLines(failures),
    failures: failures.toSorted((one, other) => rank(one, check) - rank(other, check)),
  };
}

/** "3 × structure at Group.member: …": the FHIR errors of all failures, as each record groups them. */
function issueLines(failures: readonly FailedVerdict[]): readonly string[] {
  const all = failures.flatMap(({ verdict }) => verdict.reason?.facts.issues ?? []);
  const groups = groupBy(all, ({ level, path }) => `${level} at ${path}`);
  if (groups.size <= issuesNamed) return [];
  return [...groups].map(([kind, own]) => {
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return `${count} × ${kind}: ${own[0]?.message ?? ''}`;
  });
}

/** The failures of the check that leads come first. */
function rank({ verdict }: FailedVerdict, check: string | undefined): number {
  return verdict.check === check ? 0 : 1;
}

/** Checks that broke: faults of the suite. */
export function faultsOf({ verdicts, exchanges }: RunRecord): readonly FailedCheck[] {
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const broken = verdicts.filter(({ outcome }) => outcome === 'error');
  return [...groupBy(broken, ({ check }) => check)].map(([check, own]) => {
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

export function knownFailuresOf(record: RunRecord): readonly RecordedVerdict[] {
  return record.verdicts.filter(({ outcome, known }) => outcome === 'fail' && known !== undefined);
}

/** The number of verdicts of some checks, or with some reasons. */
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
