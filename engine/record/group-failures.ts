import { createHash } from 'node:crypto';
import { catalogue } from '../../contract/catalogue.ts';
import type { Check } from '../../contract/check.ts';
import { endpoints as documented } from '../../contract/endpoints.ts';
import { compareGravity, type Gravity, gravityOfFailure, type ShownAnswer } from '../../contract/gravity.ts';
import { groupBy } from '../group-by.ts';
import { commonWording, generalized, type Wording, withoutRequest, wordingOf } from './failure-wording.ts';
import { findingSentence, outageSentence, type Places } from './finding-sentence.ts';
import { gatewayStatuses } from './outage.ts';

/** A failure, as far as its cause is seen by it. */
export interface Failure {
  readonly verdict: {
    readonly check: string;
    readonly endpoint: string;
    readonly message: string;
    readonly requirements: readonly string[];
    readonly known?: string;
  };
  /** The answer that shows it. */
  readonly shown?: ShownAnswer & { readonly reason?: string };
  /** When the outage began that took its request (ISO 8601). */
  readonly outageSince?: string;
}

/** One cause: the same check with the same answer, at however many endpoints, or one outage. */
export interface Finding<F extends Failure = Failure> {
  /** The same in every run that finds the same. */
  readonly id: string;
  readonly gravity: Gravity;
  /** What was found, for an administrator. */
  readonly sentence: string;
  /** The checks that failed, the one that the sentence is about first. */
  readonly checks: readonly string[];
  readonly requirements: readonly string[];
  readonly places: Places;
  /** Whose wording the sentence is made from; missing where it is not made from failures. */
  readonly wording?: Wording;
  /** In the order of the record. */
  readonly failures: readonly F[];
  /** Why its failures are expected. */
  readonly known?: string;
  /** When the outage began (ISO 8601). */
  readonly since?: string;
}

/** The outcomes by which a number of endpoints is known. */
export type PlacesOf = (checks: readonly string[], failing: readonly string[]) => Places;

const checkOf = new Map<string, Check>(catalogue.map((check) => [check.id, check]));

/** A check of another version of the suite is neither the gravest nor the lightest. */
const unknownGravity: Gravity = 'wrong-status';

/**
 * Groups failures by their cause, the gravest first. Pure; each failure is in exactly one finding.
 * @param placesOf where checks failed, and at how many endpoints they were judged
 */
export function groupFailures<F extends Failure>(
  failures: readonly F[],
  placesOf: PlacesOf = placesInCatalogue,
): readonly Finding<F>[] {
  const keyed = failures.map((failure) => ({ failure, key: ownKey(failure) }));
  const keyAt = new Map(
    keyed
      .filter(({ failure }) => failure.outageSince === undefined)
      .map(({ failure, key }) => [placeKey(failure, failure.verdict.check), key]),
  );
  const groups = groupBy(
    keyed,
    ({ failure, key }) =>
      explanationsOf(failure)
        .map((place) => keyAt.get(place))
        .find((one) => one !== undefined) ?? key,
  );
  return [...groups]
    .map(([key, members]) => {
      const own = members.filter((one) => one.key === key).map(({ failure }) => failure);
      const all = members.map(({ failure }) => failure);
      return findingFrom(key, all, own.length === 0 ? all : own, placesOf);
    })
    .toSorted(compareFindings);
}

/** Sorts the graver first, and of the same gravity what was found at more endpoints. */
export function compareFindings(
  one: Pick<Finding, 'gravity' | 'places'>,
  other: Pick<Finding, 'gravity' | 'places'>,
): number {
  return (
    compareGravity(one.gravity, other.gravity) || other.places.endpoints.length - one.places.endpoints.length
  );
}

/** A short name of a cause. */
export function findingId(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** @param own the failures that the sentence is about; the others have the same cause */
function findingFrom<F extends Failure>(
  key: string,
  failures: readonly F[],
  own: readonly F[],
  placesOf: PlacesOf,
): Finding<F> {
  const [lead] = own;
  const checks = [...new Set([...own, ...failures].map(({ verdict }) => verdict.check))];
  const failing = [...new Set(failures.map(({ verdict }) => verdict.endpoint))];
  const gravity = own.map(gravityOf).toSorted(compareGravity)[0] ?? unknownGravity;
  const since = lead?.outageSince;
  const wording = commonWording(own.map(({ verdict }) => wordingOf(verdict)));
  const places = placesOf(since === undefined ? checks : [], failing);
  const known = lead?.verdict.known;
  const sentence =
    since === undefined ? findingSentence(wording, places) : outageSentence(since, waysOf(own), places);
  return {
    id: findingId(key),
    gravity,
    sentence: failures.length === 1 && since === undefined ? (lead?.verdict.message ?? sentence) : sentence,
    checks,
    requirements: [...new Set(failures.flatMap(({ verdict }) => verdict.requirements))],
    places,
    ...(since === undefined ? { wording } : { since }),
    failures,
    ...(known === undefined ? {} : { known }),
  };
}

/** What came instead of answers: each once. */
export function waysOf(failures: readonly Pick<Failure, 'shown'>[]): readonly string[] {
  const ways = failures.map(
    ({ shown }) =>
      shown?.reason ?? (shown?.status === undefined ? 'no answer came' : `status ${shown.status}`),
  );
  return [...new Set(ways)];
}

/** What makes a failure the same as another, whatever its endpoint. */
function ownKey(failure: Failure): string {
  const { known } = failure.verdict;
  return known === undefined ? causeKey(failure) : `${causeKey(failure)}\nknown: ${known}`;
}

/** The check and the kind of the answer; the answer alone, where the service behind a gateway was not asked. */
function causeKey({ verdict, shown, outageSince }: Failure): string {
  if (outageSince !== undefined) return 'outage';
  const found = generalized(wordingOf(verdict).found);
  if (shown?.status !== undefined && gatewayStatuses.includes(shown.status))
    return `gateway\n${withoutRequest(found)}`;
  return `${checkOf.get(verdict.check)?.like ?? verdict.check}\n${classOf(shown)}\n${found}`;
}

/** The keys of failures that would explain this one. */
function explanationsOf(failure: Failure): readonly string[] {
  if (failure.outageSince !== undefined) return [];
  const { explainedBy = [] } = checkOf.get(failure.verdict.check) ?? {};
  return explainedBy.map((check) => placeKey(failure, check));
}

function placeKey({ verdict, shown }: Failure, check: string): string {
  return [check, verdict.endpoint, classOf(shown), verdict.known ?? ''].join('\n');
}

/** "2xx": the class of the status; "none" without an answer. */
function classOf(shown: Failure['shown']): string {
  if (shown === undefined) return '';
  return shown.status === undefined ? 'none' : `${Math.floor(shown.status / 100)}xx`;
}

function gravityOf({ verdict, shown, outageSince }: Failure): Gravity {
  return outageSince === undefined ? gravityOfFailure(gravityOfCheck(verdict.check), shown) : 'outage';
}

/** How grave it is when a check fails, as far as the check alone says it. */
export function gravityOfCheck(check: string): Gravity {
  return checkOf.get(check)?.gravity ?? unknownGravity;
}

/** Without the verdicts of a run: the endpoints at which the catalogue asks these checks; all of them for an outage. */
export function placesInCatalogue(checks: readonly string[], failing: readonly string[]): Places {
  const asked = documented.filter(
    (endpoint) => checks.length === 0 || checks.some((id) => checkOf.get(id)?.at(endpoint) === true),
  );
  return { endpoints: failing, judged: Math.max(asked.length, failing.length) };
}
