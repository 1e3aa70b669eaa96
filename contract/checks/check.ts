import { type Endpoint, type EndpointId, recordEndpoints } from '../document/endpoints.ts';
import { inDocumentOrder, type RequirementId } from '../document/requirements.ts';
import type { Exchange } from '../judging/exchange.ts';
import type { RequestSpec } from '../judging/request.ts';
import type { Judgement } from '../judging/verdict.ts';

/** The topics that group checks into files, tests, tags and report columns, in this order. */
export const topics = ['availability', 'auth', 'success', 'fhir', 'errors', 'users', 'import'] as const;

export type Topic = (typeof topics)[number];

/** The topic of a check, by its id; undefined if this version has no such topic. */
export function topicOf(check: string): Topic | undefined {
  return topics.find((topic) => check.startsWith(`${topic}.`));
}

/** What the configuration must provide before a check can run. */
export type Need = 'second-key' | 'revoked-key' | 'imports';

/** A request that a check needs. An optional one is judged only if another check sends it. */
export interface CheckRequest extends RequestSpec {
  readonly optional?: true;
  /**
   * A further sample for the check: a full run sends it if the installation has a subject for it. Without it the check
   * is judged by its other requests.
   */
  readonly more?: true;
  /** Sent only at endpoints where keys are sampled (`Evidence.sampledAt`). */
  readonly sampled?: true;
  /** The endpoint to request, if it is another one. */
  readonly at?: EndpointId;
}

export type CheckRequests = Readonly<Record<string, CheckRequest>>;

/** A valid key, in the way that the endpoint accepts. */
export const plain = { valid: { key: 'valid' } } as const satisfies CheckRequests;

/** The record of the key's own user: it requires only a key, and no list or id. */
export const ownRecord = 'GET /api/v3/users';

/** The same key and a valid one at the record of its user, which identify a refusal of the key; both are optional. */
export function userRequests(key: RequestSpec['key']) {
  return {
    sameAtUsers: { at: ownRecord, key, optional: true },
    validAtUsers: { at: ownRecord, key: 'valid', optional: true },
  } as const satisfies CheckRequests;
}

type OptionalRequests = Readonly<Record<string, CheckRequest & { readonly optional: true }>>;

/** Reads of created records, at every path of the document that can read them. */
export const createdReads: OptionalRequests = Object.fromEntries(
  recordEndpoints.map(({ id, noun }) => [noun, { key: 'valid', id: 'created', at: id, optional: true }]),
);

/** Reads of the records that the lists name, under the same names with `known`. */
export const knownReads: OptionalRequests = Object.fromEntries(
  recordEndpoints.map(({ id, noun }) => [`known ${noun}`, { key: 'valid', at: id, optional: true }]),
);

/** The exchanges of the requests: an optional one or a further sample may be missing. */
export type Exchanges<A extends CheckRequests> = {
  readonly [Name in keyof A]: A[Name] extends { optional: true } | { more: true }
    ? Exchange | undefined
    : Exchange;
};

/** True for a request that a check can do without. */
export function isDispensable({ optional, more }: CheckRequest): boolean {
  return optional === true || more === true;
}

/** A check as declared in its file: see `Check`. */
export interface CheckEntry<A extends CheckRequests> {
  /** Permanent. It begins with its topic. */
  readonly id: string;
  /** What holds if it passes; completes the sentence "GET /api/v3/users …". */
  readonly title: string;
  /** The requirements it judges at every endpoint. */
  readonly requirements: readonly RequirementId[];
  /** Also judges the statements of the endpoint's row about its existence, or about its answer. */
  readonly claims?: 'existence' | 'answer';
  readonly at: (endpoint: Endpoint) => boolean;
  readonly requests: A | ((endpoint: Endpoint) => A);
  readonly needs?: Need;
  /** Checks that must not have failed at this endpoint: a failed one has already reported the cause. */
  readonly after?: readonly string[];
  /** Judged only where keys are sampled; elsewhere there is no verdict. */
  readonly sampled?: true;
  /**
   * Pure. Sees only exchanges that were sent; each may still be a network failure. Undefined if there is nothing to
   * judge: then the run has no such verdict.
   * @param all every exchange at the endpoint, including those that were sent again
   */
  readonly judge: (
    asked: Exchanges<A>,
    endpoint: Endpoint,
    all: readonly Exchange[],
  ) => Judgement | undefined;
}

/** One entry of the catalogue: judges exchanges against the requirements that it names, at one endpoint. */
export interface Check extends Omit<CheckEntry<CheckRequests>, 'requests' | 'after' | 'judge'> {
  readonly topic: Topic;
  readonly requests: (endpoint: Endpoint) => CheckRequests;
  readonly after: readonly string[];
  readonly judge: (
    asked: Readonly<Record<string, Exchange | undefined>>,
    endpoint: Endpoint,
    all: readonly Exchange[],
  ) => Judgement | undefined;
}

/** Makes a catalogue entry from a typed declaration. */
export function defineCheck<const A extends CheckRequests>(entry: CheckEntry<A>): Check {
  const { requests, judge } = entry;
  return {
    ...entry,
    topic: topicOf(entry.id) as Topic,
    after: entry.after ?? [],
    requests: typeof requests === 'function' ? requests : () => requests,
    // judgeAll passes exactly the requests of this entry, so the names and the optionality match.
    judge: (asked, endpoint, all) => judge(asked as Exchanges<A>, endpoint, all),
  };
}

/** The requirements that a check judges at an endpoint, in the order of the document. */
export function requirementsAt(
  { existence, answer }: Endpoint,
  { requirements: everywhere, claims }: Pick<Check, 'requirements' | 'claims'>,
): readonly RequirementId[] {
  const claimed = claims === undefined ? [] : { existence, answer }[claims];
  return inDocumentOrder([...everywhere, ...claimed]);
}
