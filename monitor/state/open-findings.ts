import { isDeepStrictEqual } from 'node:util';
import { commonFacts } from '../../contract/facts.ts';
import { failureRow, type Reason } from '../../contract/reasons.ts';
import { compareSeverity, type Severity } from '../../contract/severity.ts';
import { stateOf } from '../../contract/state.ts';
import { groupBy } from '../../engine/group-by.ts';
import type { RunFinding } from '../../engine/record/findings.ts';
import {
  compareFindings,
  findingSentence,
  type Places,
  placesInCatalogue,
  placesPhrase,
} from '../../engine/record/group-failures.ts';
import { countFindings } from '../../reports/words.ts';
import type { Snapshot } from './snapshot.ts';
import { type OpenFailure, type OpenFinding, shownFailures } from './tracked-state.ts';

/** An open cause, with its open failures. */
export interface CurrentFinding {
  readonly id: string;
  readonly severity: Severity;
  /** The problem in a few words. */
  readonly headline: string;
  readonly sentence: string;
  /** What an operator should do about it. */
  readonly advice?: string;
  /** The main check of the sentence. */
  readonly checks: readonly string[];
  readonly endpoints: readonly string[];
  readonly failures: readonly OpenFailure[];
}

/**
 * The number of findings, the most severe, that keep their texts; the others are named by their check. Answers vary
 * without limit.
 */
export const mostDescribed = 20;

/** The causes of the open failures after a run: as the run found them, or as they were known before. Pure. */
export function nextOpenFindings(
  before: readonly OpenFinding[],
  found: readonly RunFinding[],
  open: readonly OpenFailure[],
): readonly OpenFinding[] {
  const byId = new Map(before.map((finding) => [finding.id, finding]));
  for (const { id, severity, headline, sentence, checks, places, reason: own } of found) {
    const { endpoints } = places;
    const former = byId.get(id);
    const isPart = open.some((one) => one.finding === id && !places.endpoints.includes(one.endpoint));
    // A pulse sees part of a finding: its reason holds for the whole only as far as it agrees with the previous one.
    const reason = isPart ? sharedReason(former?.reason, own) : own;
    if (isPart && former !== undefined && isDeepStrictEqual(reason, former.reason)) continue;
    byId.set(id, {
      id,
      severity,
      headline: placedHeadline(headline, places, reason),
      sentence,
      checks,
      endpoints,
      ...(reason === undefined ? {} : { reason }),
    });
  }
  const ids = new Set(open.map(({ finding }) => finding));
  return [...byId.values()]
    .filter(({ id }) => ids.has(id))
    .toSorted((one, other) => compareSeverity(one.severity, other.severity))
    .slice(0, mostDescribed);
}

/** The part of two reasons that is true for both. */
function sharedReason(former: Reason | undefined, now: Reason | undefined): Reason | undefined {
  if (former === undefined || now === undefined) return now;
  return { code: now.code, facts: commonFacts([former.facts, now.facts]) };
}

/**
 * The current findings of an installation, the most severe first: the causes of its open failures, or the one of a
 * state that concerns the whole installation. Empty if the state is not a fault.
 */
export function currentFindings(snapshot: Snapshot): readonly CurrentFinding[] {
  const { state, cause } = snapshot;
  const { isFault, severity, label, meaning } = stateOf(state);
  if (!isFault) return [];
  if (severity !== undefined) {
    const words = { headline: label, sentence: cause ?? meaning };
    return [{ id: state, severity, ...words, checks: [], endpoints: [], failures: [] }];
  }
  return openFindingsOf(snapshot);
}

/** The causes of the open failures, the most severe first, in any state. */
export function openFindingsOf(snapshot: Snapshot): readonly CurrentFinding[] {
  const known = new Map((snapshot.openFindings ?? []).map((finding) => [finding.id, finding]));
  const groups = groupBy(
    shownFailures(snapshot.tracked.openFailures),
    ({ finding, check }) => finding ?? check,
  );
  return [...groups]
    .map(([id, failures]) => currentFinding(id, known.get(id), failures))
    .toSorted((one, other) => compareFindings(placed(one), placed(other)));
}

function placed({ severity, endpoints }: CurrentFinding): Parameters<typeof compareFindings>[0] {
  return { severity, places: { endpoints, judged: endpoints.length } };
}

function currentFinding(
  id: string,
  known: OpenFinding | undefined,
  failures: readonly OpenFailure[],
): CurrentFinding {
  const endpoints = [...new Set(failures.map(({ endpoint }) => endpoint))];
  const checks = [...new Set([...(known?.checks ?? []), ...failures.map(({ check }) => check)])];
  const places = placesInCatalogue(checks, endpoints);
  const [check = ''] = checks;
  const base = { id, checks, endpoints, failures };
  // With an earlier version, or beyond the limit, only the failures are known.
  if (known === undefined) {
    const headline = placedHeadline(`The check ${check} fails`, places);
    return { ...base, severity: 'wrong-status', headline, sentence: `${headline}.` };
  }
  const { severity, reason, sentence, headline = sentence } = known;
  const row = reason === undefined ? undefined : failureRow(reason.code);
  if (reason === undefined || row === undefined) return { ...base, severity, headline, sentence };
  const advised = { ...base, severity, advice: row.advice.operator };
  if (known.endpoints.length === endpoints.length) return { ...advised, headline, sentence };
  return {
    ...advised,
    headline: placedHeadline(row.headline, places, reason),
    sentence: findingSentence(reason, places),
  };
}

/**
 * "The service fails: status 500 at all 9 endpoints": the problem, the answer if it is always the same, and the
 * endpoints.
 */
export function placedHeadline(headline: string, places: Places, reason?: Reason): string {
  const status = reason?.facts.status;
  return `${headline}${status === undefined ? ',' : `: status ${status}`} ${placesPhrase(places)}`;
}

/** The findings as one text: their number, and the headline of the most severe; empty if there are none. */
export function findingsHeadline(
  findings: readonly { readonly headline: string; readonly failures: readonly unknown[] }[],
): string | undefined {
  const [mostSevere] = findings;
  if (mostSevere === undefined) return undefined;
  if (findings.length === 1) return `${mostSevere.headline}.`;
  return `${countFindings(findings)}. The most severe: ${mostSevere.headline}.`;
}
