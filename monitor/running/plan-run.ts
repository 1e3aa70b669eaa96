import { randomBytes } from 'node:crypto';
import { endpointOf } from '../../contract/document/endpoints.ts';
import { caseKey } from '../../contract/judging/judge.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import { verdictKey } from '../../contract/judging/verdict.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import type { KeptConnections } from '../../engine/http/connection.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import { median } from '../../engine/record/statistics.ts';
import { planOf } from '../../engine/run/plan.ts';
import type { Plan } from '../configuration/monitor-configuration.ts';
import type { MonitoredTier, RunTrigger, Slot } from '../model.ts';
import type { Due } from '../schedule/due-times.ts';
import { asSeenFrom } from '../shared/locations.ts';
import { claimedRateLimiter } from '../shared/shares.ts';
import type { TargetState } from '../state/monitored-target.ts';
import type { OpenFailure, TrackedState } from '../state/tracked-state.ts';
import type { Claim, RunRequest } from './run-queue.ts';

/** The longest deadline: EvidenceContractMonitorStale must not mistake a slow run for one that hangs. */
export const longestDeadlineMs = 480_000;
/** The number of recent runs that show how fast an installation answers. */
const measuredRuns = 5;

/**
 * The deadline of a run: as configured, or twice the duration at the last measured pace. So a slow installation is
 * judged completely, instead of being cut off at the same place each time.
 */
export function runDeadlineMs(
  { monitored, planned, recent }: Pick<TargetState, 'monitored' | 'planned' | 'recent'>,
  tier: MonitoredTier,
  scope: RunScope,
): number {
  const { installation } = monitored;
  const { deadlineMs, pace } = installation;
  const answerMs = median(recent.slice(-measuredRuns).flatMap(({ medianMs }) => medianMs ?? []));
  // A pulse has three requests: one that exceeds the configured time is not merely slow.
  if (tier === 'pulse' || answerMs === undefined) return deadlineMs;
  const atOnce = answerMs / pace.concurrency;
  const apart = pace.perSecond === 'off' ? 0 : 1000 / pace.perSecond;
  const requests = planned.get(scope) ?? planOf(scope, installation).length;
  planned.set(scope, requests);
  const expectedMs = requests * Math.max(atOnce, apart);
  return Math.max(deadlineMs, Math.min(2 * expectedMs, longestDeadlineMs));
}

/** A run that is about to begin; a reload during the run does not change it. */
export interface PlannedRun {
  readonly id: string;
  readonly tier: MonitoredTier;
  readonly trigger: RunTrigger;
  /** As configured, except that only a run in the slot `imports` may import, and a slow one has more time. */
  readonly installation: Installation;
  readonly plan: Plan;
  readonly rateLimiter: RateLimiter;
  readonly slot: Slot;
  /** Its location, if locations are named. */
  readonly location?: string | undefined;
  readonly due?: Due | undefined;
  /** Set if another monitor could execute the run. */
  readonly claim?: Claim | undefined;
  readonly scope: RunScope;
  /** Open failures, and those that the previous run withdrew: see `Look`. */
  readonly believed: ReadonlySet<string>;
  /** The runs that found the open failures. */
  readonly foundBy: ReadonlySet<string>;
  /** A pulse reuses the connections of the previous one; runs that judge more check whether new ones can be opened. */
  readonly connections?: KeptConnections | undefined;
  readonly startMs: number;
}

/** Plans a run of a target: the requests, and the installation to send them to. */
export function planRun(
  target: TargetState,
  { slot, trigger, due, location }: RunRequest,
  startMs: number,
  claim?: Claim,
): PlannedRun {
  const { monitored, rateLimiter, snapshot } = target;
  const { installation, plan } = monitored;
  const { tracked } = asSeenFrom(snapshot, location);
  const tier = tierAfter(tracked.state, tierOf(slot));
  const scope = planScope(tier, tracked.openFailures);
  return {
    id: runIdAt(startMs),
    tier,
    trigger,
    installation: {
      ...installation,
      allowImport: installation.allowImport && slot === 'imports',
      deadlineMs: runDeadlineMs(target, tier, scope),
    },
    plan,
    rateLimiter: claim === undefined ? rateLimiter : claimedRateLimiter(rateLimiter, claim),
    slot,
    location,
    due,
    claim,
    scope,
    believed: believedOf(tracked),
    foundBy: new Set(tracked.openFailures.map(({ runId }) => runId)),
    ...(tier === 'pulse' ? { connections: target.connections } : {}),
    startMs,
  };
}

function believedOf({ state, openFailures, withdrawn = [] }: TrackedState): ReadonlySet<string> {
  return new Set([state, ...openFailures.map(verdictKey), ...withdrawn]);
}

/**
 * The failures that still count without a recheck after the requests of a run: a failure that a parallel pulse has
 * closed is rechecked. Pure.
 */
export function stillBelieved(
  { snapshot }: Pick<TargetState, 'snapshot'>,
  { believed, location }: PlannedRun,
): ReadonlySet<string> {
  const now = believedOf(asSeenFrom(snapshot, location).tracked);
  return new Set([...believed].filter((key) => now.has(key)));
}

/**
 * A few passing requests do not show that an installation has recovered: a pulse that gets answers continues as a
 * standard run, which requests every endpoint. During an outage the first requests end either one.
 */
function tierAfter(state: InstallationState, tier: MonitoredTier): MonitoredTier {
  return tier === 'pulse' && stateOf(state).countsAs === 'down' ? 'standard' : tier;
}

/** The tier of a slot. */
export function tierOf(slot: Slot): MonitoredTier {
  return slot === 'imports' ? 'full' : slot;
}

/**
 * The scope of a tier. The standard tier also repeats the open checks of a full run, so that their recovery is seen
 * within its interval. A full run also repeats the requests of open failures, since keys may be sampled elsewhere by
 * then. A pulse repeats those of the checks that it judges.
 */
export function planScope(tier: MonitoredTier, openFailures: readonly OpenFailure[]): RunScope {
  const scope = scopeOf(tier);
  const asked = new Set(scope.checkCases.map(caseKey));
  const repeated = tier === 'pulse' ? openFailures.filter((one) => asked.has(verdictKey(one))) : openFailures;
  if (repeated.length === 0) return scope;
  const open = new Set(repeated.map(verdictKey));
  const more = scopeOf('full').checkCases.filter((checkCase) => {
    const key = caseKey(checkCase);
    return open.has(key) && !asked.has(key) && checkCase.check.needs !== 'imports';
  });
  // A pass with fewer requests than the failure involved does not close it.
  const requests = repeated
    .flatMap(({ requests: asked = [], byImport }) => (byImport === true ? [] : asked))
    .map(({ endpoint, request }) => ({ endpoint: endpointOf(endpoint), request }))
    // Only a run that may import imports, even if the history of an earlier version names such a request.
    .filter(({ endpoint, request }) => endpoint.kind !== 'import' || !hasValidKey(request));
  return { ...scope, checkCases: [...scope.checkCases, ...more], requests };
}

/** A unique id that sorts by time. */
function runIdAt(startMs: number): string {
  return `${startMs.toString(36).padStart(9, '0')}${randomBytes(4).toString('hex')}`;
}
