import { randomBytes } from 'node:crypto';
import { endpointOf } from '../../contract/document/endpoints.ts';
import { caseKey } from '../../contract/judging/judge.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import { verdictKey } from '../../contract/judging/verdict.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import type { KeptConnections } from '../../engine/http/kept-connections.ts';
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

/** However slow an installation is, EvidenceContractMonitorStale must not take its run for one that hangs. */
export const longestDeadlineMs = 480_000;
/** How many of the last runs show how fast an installation answers. */
const measuredRuns = 5;

/**
 * How long a run may take: as configured, or twice what it takes at the pace that was measured last. A slow installation is
 * judged in full then, instead of up to the same place each time. Pure.
 */
export function runDeadlineMs(
  { monitored, recent }: Pick<TargetState, 'monitored' | 'recent'>,
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
  const expectedMs = planOf(scope, installation).length * Math.max(atOnce, apart);
  return Math.max(deadlineMs, Math.min(2 * expectedMs, longestDeadlineMs));
}

/** A run that is about to begin; a reload while it is under way does not change it. */
export interface PlannedRun {
  readonly id: string;
  readonly tier: MonitoredTier;
  readonly trigger: RunTrigger;
  /** As configured, except that only a run in the slot `imports` may import, and a slow one has more time. */
  readonly installation: Installation;
  readonly plan: Plan;
  readonly rateLimiter: RateLimiter;
  readonly slot: Slot;
  /** From where it is made, if locations are named. */
  readonly location?: string | undefined;
  readonly due?: Due | undefined;
  /** Present if another monitor could make the run. */
  readonly claim?: Claim | undefined;
  readonly scope: RunScope;
  /** What is open, and what the run before withdrew: see `Look`. */
  readonly believed: ReadonlySet<string>;
  /** The runs that found what is open. */
  readonly foundBy: ReadonlySet<string>;
  /** A pulse goes on with the connections of the one before; runs that judge more check whether new ones can be made. */
  readonly connections?: KeptConnections | undefined;
  readonly startMs: number;
}

/** Plans a run of a target: the requests, and the installation that they are sent to. */
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

/** What a run that has asked believes: what a pulse alongside has closed meanwhile is looked at again. Pure. */
export function stillBelieved(
  { snapshot }: Pick<TargetState, 'snapshot'>,
  { believed, location }: PlannedRun,
): ReadonlySet<string> {
  const now = believedOf(asSeenFrom(snapshot, location).tracked);
  return new Set([...believed].filter((key) => now.has(key)));
}

/**
 * A few requests that pass do not show that an installation is back: a pulse that finds it answering goes on as a standard run,
 * in which every endpoint is asked. While it is down the first requests end either.
 */
function tierAfter(state: InstallationState, tier: MonitoredTier): MonitoredTier {
  return tier === 'pulse' && stateOf(state).countsAs === 'down' ? 'standard' : tier;
}

/** The tier that runs in a slot. */
export function tierOf(slot: Slot): MonitoredTier {
  return slot === 'imports' ? 'full' : slot;
}

/**
 * What a tier asks. The standard tier also asks the checks that are open from a full run, so that the end of a failure is
 * seen within one interval of it. A full run repeats the requests of what is open too: keys may be sampled elsewhere by then. A
 * pulse repeats those of the checks that it judges.
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
  // A pass on less evidence than the failure rests on does not close it.
  const requests = repeated
    .flatMap(({ requests: asked = [], byImport }) => (byImport === true ? [] : asked))
    .map(({ endpoint, request }) => ({ endpoint: endpointOf(endpoint), request }))
    // Only a run that may import imports, also if the history of an earlier version names such a request.
    .filter(({ endpoint, request }) => endpoint.kind !== 'import' || !hasValidKey(request));
  return { ...scope, checkCases: [...scope.checkCases, ...more], requests };
}

/** An id that sorts by time, and is not given twice. */
function runIdAt(startMs: number): string {
  return `${startMs.toString(36).padStart(9, '0')}${randomBytes(4).toString('hex')}`;
}
