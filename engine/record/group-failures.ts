import { createHash } from 'node:crypto';
import { catalogue } from '../../contract/checks/catalogue.ts';
import type { Check } from '../../contract/checks/check.ts';
import { endpoints as documented } from '../../contract/document/endpoints.ts';
import { commonFacts, isOfValidKey } from '../../contract/facts.ts';
import type { Verdict } from '../../contract/judging/verdict.ts';
import {
  causeKey,
  type FailureCode,
  failureRow,
  failureSentence,
  type Reason,
} from '../../contract/reasons.ts';
import { compareSeverity, type Severity } from '../../contract/severity.ts';
import { groupBy } from '../group-by.ts';

/** A failure, with the facts that identify its cause. */
export interface Failure {
  /** In records of earlier versions it has no reason: then the check alone identifies the cause. */
  readonly verdict: Pick<Verdict, 'check' | 'message' | 'reason'> & {
    readonly endpoint: string;
    readonly requirements: readonly string[];
    readonly known?: string;
  };
  /** The start of the outage that its request was lost to (ISO 8601). */
  readonly outageSince?: string;
}

/** The endpoints of a finding. */
export interface Places {
  readonly endpoints: readonly string[];
  /** The number of endpoints where it was judged. */
  readonly judged: number;
  /** At some endpoints it could not be judged. */
  readonly isPartlyJudged?: boolean;
}

/**
 * One cause: failures with the same code and the same facts about their cause, at any number of endpoints, or one
 * outage.
 */
export interface Finding<F extends Failure = Failure> {
  /** The same in every run with the same finding, in any wording. */
  readonly id: string;
  readonly severity: Severity;
  /** The problem in a few words. */
  readonly headline: string;
  /** The finding, for an administrator. */
  readonly sentence: string;
  /** The reason as data: the code, and the facts that all of its failures share. */
  readonly reason?: Reason;
  /** The failed checks, the one in the sentence first. */
  readonly checks: readonly string[];
  readonly requirements: readonly string[];
  readonly places: Places;
  /** In the order of the record. */
  readonly failures: readonly F[];
  /** Why its failures are expected. */
  readonly known?: string;
  /** When the outage began (ISO 8601). */
  readonly since?: string;
}

/** Counts endpoints by the outcomes of checks. */
export type PlacesOf = (checks: readonly string[], failing: readonly string[]) => Places;

const checkOf = new Map<string, Check>(catalogue.map((check) => [check.id, check]));

/** A failure without a code, from an earlier version, gets a middle severity. */
const unknownSeverity: Severity = 'wrong-status';

/** The headline of an outage. */
export const outageHeadline = 'The installation went away during the run';

/**
 * Groups failures by their cause, the most severe first. Pure; each failure is in exactly one finding.
 * @param placesOf the endpoints where checks failed, and the number of endpoints where they were judged
 */
export function groupFailures<F extends Failure>(
  failures: readonly F[],
  placesOf: PlacesOf = placesInCatalogue,
): readonly Finding<F>[] {
  const keyed = failures.map((failure) => ({ failure, key: ownKey(failure) }));
  // The first failure of a code at an endpoint explains others: later entries of a map replace earlier ones.
  const explaining = keyed.toReversed().filter(({ failure }) => failure.outageSince === undefined);
  const keyAt = new Map(
    [false, true].flatMap((isOfSameRequest) =>
      explaining.map(({ failure, key }) => [
        placeKey(failure, failure.verdict.reason?.code, isOfSameRequest),
        key,
      ]),
    ),
  );
  const groups = groupBy(keyed, ({ failure, key }) => {
    const { verdict, outageSince } = failure;
    const row = outageSince === undefined ? failureRow(verdict.reason?.code ?? '') : undefined;
    const { explainedBy = [], isOfSameRequest = false } = row ?? {};
    const explained = explainedBy.map((code) => keyAt.get(placeKey(failure, code, isOfSameRequest)));
    return explained.find((one) => one !== undefined) ?? key;
  });
  return [...groups]
    .map(([key, members]) => {
      const own = members.filter((one) => one.key === key).map(({ failure }) => failure);
      const all = members.map(({ failure }) => failure);
      return findingFrom(key, all, own.length === 0 ? all : own, placesOf);
    })
    .toSorted(compareFindings);
}

/** Sorts the more severe first; with equal severity, the finding at more endpoints. */
export function compareFindings(one: Ranked, other: Ranked): number {
  return (
    compareSeverity(one.severity, other.severity) ||
    other.places.endpoints.length - one.places.endpoints.length
  );
}

type Ranked = Pick<Finding, 'severity' | 'places'>;

/** A short name of a cause. */
export function findingId(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** @param own the failures of the check in the sentence; the others have the same cause */
function findingFrom<F extends Failure>(
  key: string,
  failures: readonly F[],
  own: readonly F[],
  placesOf: PlacesOf,
): Finding<F> {
  const [lead] = own;
  const checks = [...new Set([...own, ...failures].map(({ verdict }) => verdict.check))];
  const failing = [...new Set(failures.map(({ verdict }) => verdict.endpoint))];
  const since = lead?.outageSince;
  const { message = '', reason: first, known } = lead?.verdict ?? {};
  const places = placesOf(since === undefined ? checks : [], failing);
  const base = {
    id: findingId(key),
    checks,
    requirements: [...new Set(failures.flatMap(({ verdict }) => verdict.requirements))],
    places,
    failures,
    ...(known === undefined ? {} : { known }),
  };
  const facts = own.map(({ verdict }) => verdict.reason?.facts ?? {});
  if (since !== undefined) {
    const sentence = outageSentence(since, facts, places);
    return { ...base, severity: 'outage', headline: outageHeadline, sentence, since };
  }
  const { severity, headline } = failureRow(first?.code ?? '') ?? {
    severity: unknownSeverity,
    headline: `The check ${checks[0]} fails`,
  };
  const reason = isKnown(first) ? { code: first.code, facts: commonFacts(facts) } : undefined;
  const about = own.length === 1 || reason === undefined ? message : findingSentence(reason, places);
  const sentence = `${about}${shareSentence(own, places)}`;
  return { ...base, severity, headline, sentence, ...(reason === undefined ? {} : { reason }) };
}

/** True for a reason that this version has a row for. */
function isKnown(reason: Reason | undefined): reason is Reason & { readonly code: FailureCode } {
  return reason !== undefined && failureRow(reason.code) !== undefined;
}

/**
 * " 2 of 3 requests with a valid key there failed so.": the share of failures, if some succeeded; a flaky service
 * answers the next one. Requests without a valid key count only if no other failed.
 */
function shareSentence(failures: readonly Failure[], { endpoints }: Places): string {
  const all = failures.map(({ verdict }) => [verdict.endpoint, verdict.reason?.facts ?? {}] as const);
  const ofValidKeys = all.filter(([, facts]) => isOfValidKey(facts));
  const byEndpoint = new Map(ofValidKeys.length === 0 ? all : ofValidKeys);
  const sum = (name: 'failed' | 'asked'): number =>
    [...byEndpoint.values()].reduce((total, facts) => total + (facts[name] ?? 0), 0);
  const [failed, asked] = [sum('failed'), sum('asked')];
  if (failed === asked) return '';
  const some = byEndpoint.size === endpoints.length ? '' : `${byEndpoint.size} of `;
  const where = endpoints.length === 1 ? 'there' : `at ${some}these endpoints`;
  return ` ${failed} of ${asked} requests ${ofValidKeys.length === 0 ? 'without' : 'with'} a valid key ${where} failed so.`;
}

/** Identifies equal failures, at any endpoint. */
function ownKey({ verdict, outageSince }: Failure): string {
  const { known, reason, check } = verdict;
  const own = isKnown(reason) ? causeKey(reason.code, reason.facts) : `check ${check}`;
  const cause = outageSince === undefined ? own : 'outage';
  return known === undefined ? cause : `${cause}\nknown: ${known}`;
}

function placeKey({ verdict }: Failure, code: string | undefined, isOfSameRequest: boolean): string {
  const { endpoint, reason, known = '' } = verdict;
  const { status = 0, key, id, body, accept, page, path } = reason?.facts ?? {};
  const request = isOfSameRequest ? [key, id, body, accept, page, path] : [];
  return JSON.stringify([code, endpoint, Math.floor(status / 100), known, ...request]);
}

/**
 * The places without a run's verdicts: the endpoints where the catalogue runs these checks; all of them for an outage.
 */
export function placesInCatalogue(checks: readonly string[], failing: readonly string[]): Places {
  const asked = documented.filter(
    (endpoint) => checks.length === 0 || checks.some((id) => checkOf.get(id)?.at(endpoint) === true),
  );
  return { endpoints: failing, judged: Math.max(asked.length, failing.length) };
}

/** "at all 14 endpoints": the endpoints of a finding, as a phrase. */
export function placesPhrase({ endpoints, judged, isPartlyJudged = false }: Places): string {
  const [only = 'no endpoint', ...others] = endpoints;
  const number = endpoints.length;
  if (others.length === 0) return `at ${only}`;
  if (number < judged) return `at ${number} of ${judged} endpoints`;
  const all = number === 2 ? 'at both endpoints' : `at all ${number} endpoints`;
  return isPartlyJudged ? `${all} that could be judged` : all;
}

/** The finding, in one sentence that names the endpoint, or the number of them. */
export function findingSentence({ code, facts }: Reason, places: Places): string {
  const [only = ''] = places.endpoints;
  const subject = places.endpoints.length === 1 ? only : `${capitalized(placesPhrase(places))} a request`;
  return failureSentence(subject, code as FailureCode, facts);
}

/** Why there was no answer, as a clause, or the status with which a gateway answered. */
interface MissingAnswer {
  readonly failure?: string | undefined;
  readonly status?: number | undefined;
}

/**
 * An outage in the middle of a run, in one sentence.
 * @param since ISO 8601
 * @param instead the failures or gateway answers
 */
export function outageSentence(since: string, instead: readonly MissingAnswer[], places: Places): string {
  const ways = instead.map(
    ({ failure, status }) => failure ?? (status === undefined ? 'no answer came' : `status ${status}`),
  );
  const [first = 'no answer came', ...others] = new Set(ways);
  const more = others.length === 0 ? '' : `, or ${others.length === 1 ? others[0] : 'the like'}`;
  const moment = `${since.slice(0, 19).replace('T', ' ')} UTC`;
  return `The installation went away in the middle of the run: from ${moment} on no request was answered as documented (${first}${more}), ${placesPhrase(places)}.`;
}

/** The text with a capital first letter. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
