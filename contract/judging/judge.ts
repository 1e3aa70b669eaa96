import { type Check, isDispensable, type Need, requirementsAt } from '../checks/check.ts';
import { type Endpoint, endpointOf } from '../document/endpoints.ts';
import type { OpenCode } from '../reasons.ts';
import type { Evidence } from './evidence.ts';
import {
  BodyNotRead,
  type Exchange,
  guardUnread,
  type NotAsked,
  notAskedSentence,
  unreadSentence,
  wasAsked,
  whyUnread,
} from './exchange.ts';
import { hasValidKey, isPlain } from './request.ts';
import { explainedBy, type Judgement, skip, untestable, type Verdict, verdictKey } from './verdict.ts';

/** One check at one endpoint. */
export interface CheckCase {
  readonly check: Check;
  readonly endpoint: Endpoint;
}

/** The key of a check case's verdict. */
export function caseKey({ check, endpoint }: CheckCase): string {
  return verdictKey({ check: check.id, endpoint: endpoint.id });
}

/** Why a check is not asked for, by the need that the configuration does not meet. */
export const unmetNeeds = {
  'second-key': 'no-second-key',
  'revoked-key': 'no-revoked-key',
  imports: 'imports-not-allowed',
} as const satisfies Readonly<Record<Need, OpenCode>>;

/**
 * Judges check cases against evidence. Pure: same evidence, same verdicts.
 * @param catalogue all checks, so that those named in `after` are found even if they were not selected
 * @returns one verdict for each check case, in the same order; none if a check had nothing to judge
 */
export function judgeAll(
  checkCases: readonly CheckCase[],
  evidence: Evidence,
  catalogue: readonly Check[],
): readonly Verdict[] {
  const known = new Map<string, Judgement | undefined>();
  const judge = (check: Check, endpoint: Endpoint): Judgement | undefined => {
    const key = caseKey({ check, endpoint });
    if (!known.has(key)) known.set(key, judgeOne(check, endpoint, evidence, hasFailed));
    return known.get(key);
  };
  const hasFailed = (id: string, endpoint: Endpoint): boolean => {
    const check = catalogue.find((candidate) => candidate.id === id);
    if (check === undefined) throw new Error(`No check is named ${id}.`);
    return check.at(endpoint) && judge(check, endpoint)?.outcome === 'fail';
  };
  return checkCases.flatMap(({ check, endpoint }) => {
    const given = judge(check, endpoint);
    if (given === undefined) return [];
    const { requirements: decided, ...judgement } = given;
    const judged = requirementsAt(endpoint, check);
    // A table of the requirements that a status or a body breaks may list more of them than one check judges.
    const requirements = decided === undefined ? judged : judged.filter((id) => decided.includes(id));
    return [{ check: check.id, endpoint: endpoint.id, requirements, ...judgement }];
  });
}

function judgeOne(
  check: Check,
  endpoint: Endpoint,
  evidence: Evidence,
  hasFailed: (check: string, endpoint: Endpoint) => boolean,
): Judgement | undefined {
  if (check.sampled === true && !isSampledAt(endpoint, check, evidence)) return undefined;
  if (check.needs !== undefined && !evidence.has(check.needs)) return skip(unmetNeeds[check.needs]);
  if (evidence.obstacle !== undefined) return untestable('obstructed', evidence.obstacle);
  const asked: Record<string, Exchange | undefined> = {};
  for (const [name, request] of Object.entries(check.requests(endpoint))) {
    const found = evidence.of(request.at === undefined ? endpoint : endpointOf(request.at), request);
    const usable = found !== undefined && wasAsked(found) && !found.throttled;
    // Without an answer there is no status to judge either.
    const hasStatus = usable && (found.answer !== undefined || whyUnread(found) === undefined);
    asked[name] = hasStatus ? guardUnread(found) : undefined;
    if (hasStatus || isDispensable(request)) continue;
    // Nothing was requested although the list has entries, or no status was read: a setting could help.
    const isUnexplained =
      found !== undefined && (wasAsked(found) ? whyUnread(found) !== undefined : found.notShown === true);
    const showsEndpoint = check.claims === 'existence' || (request.body === 'valid' && hasValidKey(request));
    return isUnexplained && showsEndpoint
      ? { ...unusable(found), reason: { code: 'not-shown', facts: {} } }
      : unusable(found);
  }
  const cause = check.after.find((id) => hasFailed(id, endpoint));
  if (cause !== undefined) return explainedBy(cause);
  try {
    const judgement = check.judge(asked, endpoint, evidence.at(endpoint).map(guardUnread));
    const lacksImport = judgement?.reason?.code === 'imports-not-allowed' && evidence.has('imports');
    return lacksImport ? notImported(check, endpoint, evidence) : judgement;
  } catch (thrown) {
    if (thrown instanceof BodyNotRead) return untestable('not-read', thrown.message);
    return {
      outcome: 'error',
      reason: { code: 'suite-fault', facts: {} },
      message: `The check itself broke: ${thrown instanceof Error ? thrown.message : 'unknown cause'}.`,
    };
  }
}

/** Why a run has no import with a valid key for a check, although imports are allowed. */
function notImported(check: Check, endpoint: Endpoint, { of }: Evidence): Judgement {
  const own = Object.values(check.requests(endpoint)).filter(
    (request) => request.at === undefined && request.body !== undefined && hasValidKey(request),
  );
  const [missing] = [...own, { key: 'valid', body: 'valid' } as const]
    .flatMap((request) => of(endpoint, request) ?? [])
    .filter((found) => !wasAsked(found) || found.throttled);
  return missing === undefined
    ? skip('imports-not-in-run', 'This run does not import: a whole run of the full tier does.')
    : unusable(missing);
}

/** Keys are sampled here, or a run repeats the requests of a failure found while they were. */
function isSampledAt(endpoint: Endpoint, check: Check, { sampledAt, of }: Evidence): boolean {
  if (sampledAt.includes(endpoint.id)) return true;
  const own = Object.values(check.requests(endpoint)).filter(
    (request) => !isDispensable(request) && !isPlain(request),
  );
  const found = own.map((request) => of(endpoint, request));
  return found.length > 0 && found.every((one) => one !== undefined && wasAsked(one));
}

function unusable(found: Exchange | NotAsked | undefined): Judgement {
  if (found === undefined) return untestable('not-asked', 'The request was not sent.');
  if (!wasAsked(found))
    return untestable('not-asked', notAskedSentence(found), found.why && { why: found.why });
  if (found.throttled) return untestable('throttled', 'The installation throttled the request.');
  return untestable('not-read', unreadSentence(found));
}
