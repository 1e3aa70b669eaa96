import { allCheckCases } from './checks/catalogue.ts';
import { isDispensable } from './checks/check.ts';
import { type Endpoint, type EndpointId, endpoints } from './document/endpoints.ts';
import { gaps } from './gaps/gaps.ts';
import type { Gap, GapCase } from './gaps/observe.ts';
import type { CheckCase } from './judging/judge.ts';
import { type RequestSpec, requestSpecId, type SentRequest } from './judging/request.ts';

/** How much a run checks: from a few requests to the whole contract and, in the survey, every gap. */
export const tiers = ['pulse', 'standard', 'full', 'survey'] as const;
export type TierName = (typeof tiers)[number];

/** True for a tier that takes further samples for its checks (`Ask.more`). */
export function takesAllSamples(tier: TierName): boolean {
  return tier === 'full' || tier === 'survey';
}

/** The checks and gaps of a run. */
export interface RunScope {
  readonly checkCases: readonly CheckCase[];
  readonly gapCases: readonly GapCase[];
  /** One sample of each is enough: requests for further samples are left out. */
  readonly oneSample?: true;
  /** Requests besides those of the checks: those that a recheck repeats. */
  readonly requests?: readonly SentAt[];
}

/** A request at an endpoint. */
export interface AskedAt {
  readonly endpoint: Endpoint;
  readonly request: RequestSpec;
}

/** A request at an endpoint, as sent. */
export interface SentAt extends AskedAt {
  readonly request: SentRequest;
}

/** The pulse checks reachability, the key and one list, with three requests. */
const pulseRequests: Readonly<Partial<Record<EndpointId, readonly string[]>>> = {
  'GET /api/v3/projects': ['header', 'valid', 'none'],
  'GET /api/v3/users': ['header', 'valid'],
};

/** The standard tier sends each endpoint one request with a valid key and one without a key. */
const standardRequests: readonly string[] = ['header', 'valid', 'none', 'none refusable'];

/** The check cases and gap cases of a tier: the same object each time. */
export function scopeOf(tier: TierName): RunScope {
  return scopes[tier];
}

function makeScope(tier: TierName): RunScope {
  const asked = tier === 'pulse' ? endpoints.filter(({ id }) => id in pulseRequests) : endpoints;
  const gapCases = asked.flatMap((endpoint) =>
    gaps.filter((gap) => gap.at(endpoint) && isObserved(tier, gap)).map((gap) => ({ gap, endpoint })),
  );
  const checkCases = allCheckCases.filter((checkCase) => isIn(tier, checkCase));
  return { checkCases, gapCases, ...(takesAllSamples(tier) ? {} : { oneSample: true }) };
}

function isObserved(tier: TierName, gap: Gap): boolean {
  return gap.tier === 'standard' || gap.tier === tier || tier === 'survey';
}

function isIn(tier: TierName, { check, endpoint }: CheckCase): boolean {
  if (takesAllSamples(tier)) return true;
  const sent = tier === 'pulse' ? (pulseRequests[endpoint.id] ?? []) : standardRequests;
  return Object.values(check.requests(endpoint))
    .filter((request) => !isDispensable(request))
    .every((request) => sent.includes(requestSpecId(request)));
}

/** Made once: a monitor needs one in every run. */
const scopes = Object.fromEntries(tiers.map((tier) => [tier, makeScope(tier)])) as Readonly<
  Record<TierName, RunScope>
>;
