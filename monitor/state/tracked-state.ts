import { throttledAnswerCheck } from '../../contract/checks/every-answer.ts';
import { type EndpointId, endpointOf } from '../../contract/document/endpoints.ts';
import { requestKey } from '../../contract/judging/evidence.ts';
import { hasValidKey, type SentRequest } from '../../contract/judging/request.ts';
import { type Outcome, verdictKey } from '../../contract/judging/verdict.ts';
import type { Reason } from '../../contract/reasons.ts';
import { type TierName, tiers } from '../../contract/scope.ts';
import type { Severity } from '../../contract/severity.ts';
import { faultStateIds, type InstallationState, stateOf } from '../../contract/state.ts';

/** What the state of an installation is tracked from: one run, after its re-check. */
export interface RunResult {
  readonly runId: string;
  readonly tier: TierName;
  readonly state: InstallationState;
  /** Why it found that state, or could not judge all. */
  readonly cause?: string | undefined;
  /** Whether this run imports, or only others of the installation do; left out if none does. */
  readonly imports?: 'this' | 'others' | undefined;
  /** Some of its requests were throttled. */
  readonly wasThrottled?: boolean;
  /** Its time was over before it had judged all: what it judged counts, and it says nothing about the rest. */
  readonly isPartial?: true;
  /** Of which requests it says something, by `requestKey`; undefined if that is not known. */
  readonly settled?: ReadonlySet<string> | undefined;
  /** The runs that had found what was open when it was planned: of what another has found since, it may have asked before that. */
  readonly foundBy?: ReadonlySet<string> | undefined;
  /** What was gone when it was repeated: failures by `verdictKey`, and what obstructed the run as a whole by its state. */
  readonly withdrawn?: readonly string[] | undefined;
  readonly verdicts: readonly {
    readonly check: string;
    readonly endpoint: EndpointId;
    readonly outcome: Outcome;
    /** Its endpoint was not shown to work. */
    readonly isNotShown?: true;
    /** Its request was throttled to the end. */
    readonly isThrottled?: true;
    /** It shows nothing, while another check fails at its endpoint or at the list of its records. */
    readonly isExplained?: true;
    /** The id of the finding in which it fails. */
    readonly finding?: string;
    /** The requests on which its failure rests. */
    readonly requests?: readonly OpenRequest[];
  }[];
}

/** A request on which a failure rests. */
export interface OpenRequest {
  readonly endpoint: EndpointId;
  readonly request: SentRequest;
}

/** A check that fails, open until a run judges it again: a pulse does not close what a full run opened. */
export interface OpenFailure {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly sinceMs: number;
  /** How many runs found it. */
  readonly runs: number;
  /** The tier of the last of them; missing from earlier versions. */
  readonly tier?: TierName;
  /** The last of them. */
  readonly runId: string;
  /** The id of its finding in that run; missing from earlier versions. */
  readonly finding?: string;
  /** The checks that are repeated until they pass; missing from earlier versions. */
  readonly requests?: readonly OpenRequest[];
  /** A run that imports found it: no other run sends such requests. */
  readonly byImport?: true;
  /** Since then a run could not judge it, because another check failed at its endpoint or at the list of its records. */
  readonly isExplained?: true;
  /** How many runs that judged it since then did not find it, fewer than `recoverAfter`; left out if none did. */
  readonly passes?: number;
}

/** A cause of open failures, as the last run worded it that found it. */
export interface OpenFinding {
  readonly id: string;
  readonly severity: Severity;
  /** What is wrong and where, in a few words; missing from earlier versions. */
  readonly headline?: string;
  readonly sentence: string;
  /** The check that the sentence is about first. */
  readonly checks: readonly string[];
  /** Where the run found it. */
  readonly endpoints: readonly string[];
  /** Missing from earlier versions. */
  readonly reason?: Reason;
}

/** The state of an installation, tracked from run to run. */
export interface TrackedState {
  /** The confirmed state. */
  readonly state: InstallationState;
  /** A change that is not confirmed yet: how many runs in a row found the installation well, or not well. */
  readonly pending: { readonly kind: 'good' | 'bad'; readonly runs: number };
  readonly openFailures: readonly OpenFailure[];
  /** What the last run withdrew that judged it, as in `RunResult`: if it comes again at once, it is believed. */
  readonly withdrawn?: readonly string[];
  /** A run could not judge enough, and no run as large has judged more since, nor has any shown each endpoint that it lacked. */
  readonly shortfall?: Shortfall;
}

/** Which run could not judge enough. */
export interface Shortfall {
  readonly state: 'throttled' | 'unknown' | 'incomplete';
  readonly tier: TierName;
  /** By `verdictKey`, the verdicts that their endpoint was not shown to work. A pass of the same check in any run ends one. */
  readonly notShown?: readonly string[];
  /** As that run worded it; missing from earlier versions. */
  readonly cause?: string;
}

/** How many runs in a row confirm a change of state. */
export interface Thresholds {
  readonly failAfter: number;
  readonly recoverAfter: number;
}

const nothingPending: TrackedState['pending'] = { kind: 'good', runs: 0 };

/** The state of an installation before its first run. */
export const initialState: TrackedState = { state: 'unknown', pending: nothingPending, openFailures: [] };

/** The state is not known any more: the next run says what it is, without waiting for a second one to confirm it. Pure. */
export function forgetState(before: TrackedState): TrackedState {
  return { ...before, state: 'unknown', pending: nothingPending };
}

/**
 * The tracked state after one more run. Pure.
 *
 * A run changes what it judged and nothing else. The state changes only after `failAfter` runs in a row that are not good,
 * or `recoverAfter` good ones; the first state of all is taken at once.
 */
export function nextState(
  before: TrackedState,
  result: RunResult,
  atMs: number,
  { failAfter, recoverAfter }: Thresholds,
): TrackedState {
  const judgedSome = judgesSome(result.verdicts);
  // A run whose time was over before it judged anything, such as one during which the machine slept, ends no incident.
  if (result.state === 'unknown' && !judgedSome && before.state !== 'conforming') return before;
  // What is not confirmed yet is over with one pass.
  const passesNeeded = before.state === 'violating' ? recoverAfter : 1;
  const { openFailures, judgedAny } = updateOpenFailures(before.openFailures, result, atMs, passesNeeded);
  const shortfall = result.isPartial ? before.shortfall : shortfallAfter(before.shortfall, result);
  const wasJudged = !stateOf(before.state).explainsEverything;
  // A limit says nothing about what it keeps from being asked: a violation stays one.
  const isLimited = result.state === 'throttled' && (judgedSome || before.state === 'violating');
  const isLacking = (result.isPartial && wasJudged) || isLimited;
  const state = isLacking ? 'conforming' : result.state;
  const found = stateWith(state, openFailures, shortfall);
  const { shortfall: _before, withdrawn: former, ...others } = before;
  const withdrawn = withdrawnAfter(former, result);
  const rest = {
    openFailures,
    ...(shortfall === undefined ? {} : { shortfall }),
    ...(withdrawn.length === 0 ? {} : { withdrawn }),
  };
  const unchanged = { ...others, ...rest };
  // The run judged none of the open failures, so it says nothing about the violation that they are.
  const hasNoNews = found === 'violating' && !judgedAny && !stateOf(before.state).explainsEverything;
  if (hasNoNews) return unchanged;
  const confirmed: TrackedState = { state: found, pending: nothingPending, ...rest };
  if (found === before.state || before.state === 'unknown') return confirmed;
  const kind = found === 'conforming' ? 'good' : 'bad';
  const runs = before.pending.kind === kind ? before.pending.runs + 1 : 1;
  // If what was open is over, enough runs have judged each of it.
  const wellAfter = before.state === 'violating' ? 1 : recoverAfter;
  const threshold = kind === 'good' ? wellAfter : failAfter;
  return runs >= threshold ? confirmed : { ...unchanged, pending: { kind, runs } };
}

function judgesSome(verdicts: RunResult['verdicts']): boolean {
  return verdicts.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
}

function stateWith(
  state: InstallationState,
  openFailures: readonly OpenFailure[],
  shortfall: Shortfall | undefined,
): InstallationState {
  if (stateOf(state).explainsEverything) return state;
  return openFailures.length > 0 ? 'violating' : (shortfall?.state ?? 'conforming');
}

function shortfallAfter(former: Shortfall | undefined, result: RunResult): Shortfall | undefined {
  const { state, verdicts } = result;
  const tier = sizeOf(result);
  const cause = result.cause === undefined ? {} : { cause: result.cause };
  const before = stillShort(former, result);
  const isAsLarge = before === undefined || tiers.indexOf(tier) >= tiers.indexOf(before.tier);
  if (!isAsLarge) return before;
  if (state === 'throttled' || state === 'unknown') return { state, tier, ...cause };
  // A failure hides what else a run could not judge only while it lasts.
  if (state === 'incomplete' || state === 'violating') {
    const notShown = verdicts.filter((one) => one.isNotShown && !one.isExplained).map(verdictKey);
    if (notShown.length > 0) return { state: 'incomplete', tier, notShown, ...cause };
    return verdicts.some(({ isThrottled }) => isThrottled)
      ? { state: 'throttled', tier, ...cause }
      : undefined;
  }
  // If nothing answers, nothing is known of how much an installation would answer.
  return stateOf(state).explainsEverything ? before : undefined;
}

/** A run that a limit or its deadline let judge nothing is as small as any: a run that judges more disproves it. */
function sizeOf({ tier, state, verdicts }: RunResult): TierName {
  if (state !== 'throttled' && state !== 'unknown') return tier;
  return judgesSome(verdicts) ? tier : 'pulse';
}

/** What was withdrawn, each by the last run that judged it: what obstructs runs as a whole is judged by every run. */
function withdrawnAfter(
  before: readonly string[] = [],
  { verdicts, withdrawn = [] }: RunResult,
): readonly string[] {
  const judged = new Set<string>([
    ...faultStateIds,
    ...verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail').map(verdictKey),
  ]);
  return [...before.filter((key) => !judged.has(key)), ...withdrawn];
}

/** What a run was short of, without the endpoints that another run shows by now. */
function stillShort(before: Shortfall | undefined, { verdicts }: RunResult): Shortfall | undefined {
  if (before?.notShown === undefined) return before;
  const shown = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(verdictKey));
  const notShown = before.notShown.filter((key) => !shown.has(key));
  return notShown.length === 0 ? undefined : { ...before, notShown };
}

/**
 * Whether a run says something of every request on which a failure rests, and was planned when the failure was known: a pass without
 * one of them is no end of it, nor is one from before it was found.
 */
function isSettled({ requests = [], runId }: OpenFailure, { settled, foundBy }: RunResult): boolean {
  if (foundBy?.has(runId) === false) return false;
  return requests.every(({ endpoint, request }) => {
    // What an import created, and the import itself, is another one each time.
    const isOfImport =
      request.id === 'created' || (endpointOf(endpoint).kind === 'import' && hasValidKey(request));
    return settled === undefined || isOfImport || settled.has(requestKey({ id: endpoint }, request));
  });
}

/**
 * Failures of checks that pass are closed, and of those that the configuration does not ask for, such as of an import that refuses
 * again what has no key. What a run found that imports, a run that does not says nothing about while others do.
 */
function isOver(failure: OpenFailure, outcome: Outcome, result: RunResult): boolean {
  if (failure.byImport === true && result.imports === 'others') return false;
  return outcome === 'skip' || (outcome === 'pass' && isSettled(failure, result));
}

/** How an installation throttles says nothing any more once a run as large is not throttled at all. */
function isUnthrottled({ check, tier = 'full' }: OpenFailure, result: RunResult): boolean {
  const isAsLarge = tiers.indexOf(result.tier) >= tiers.indexOf(tier);
  const isWhole = isAsLarge && result.wasThrottled === false && result.isPartial !== true;
  return check === throttledAnswerCheck && isWhole && !stateOf(result.state).explainsEverything;
}

/**
 * Checks that the run found failing are open, those that passed are closed, if they passed in enough runs, and those that it did
 * not judge stay as they were.
 */
function updateOpenFailures(
  before: readonly OpenFailure[],
  result: RunResult,
  atMs: number,
  passesNeeded: number,
): { readonly openFailures: readonly OpenFailure[]; readonly judgedAny: boolean } {
  const { verdicts, runId, imports, tier } = result;
  const kept = before.filter((failure) => !isUnthrottled(failure, result));
  const open = new Map(kept.map((failure) => [verdictKey(failure), failure]));
  let judgedAny = kept.length < before.length;
  for (const { check, endpoint, outcome, finding, requests, isExplained } of verdicts) {
    const key = verdictKey({ check, endpoint });
    const failure = open.get(key);
    if (outcome === 'fail') {
      judgedAny = true;
      const sinceMs = failure?.sinceMs ?? atMs;
      const cause = finding === undefined ? {} : { finding };
      const asked = requests === undefined ? {} : { requests };
      const runs = (failure?.runs ?? 0) + 1;
      const by =
        imports === 'this' && endpointOf(endpoint).kind === 'import' ? { byImport: true as const } : {};
      open.set(key, { check, endpoint, sinceMs, runs, runId, tier, ...cause, ...asked, ...by });
    } else if (failure !== undefined && isOver(failure, outcome, result)) {
      judgedAny = true;
      const { isExplained: _before, passes = 0, ...still } = failure;
      if (passes + 1 >= passesNeeded) open.delete(key);
      else open.set(key, { ...still, passes: passes + 1 });
    } else if (failure !== undefined && isExplained) open.set(key, { ...failure, isExplained });
  }
  return { openFailures: [...open.values()], judgedAny };
}

/**
 * The open failures that are shown: one that a run could not judge, because its endpoint or its list fails otherwise now, gives
 * way to what fails there as long as that is open. Pure.
 */
export function shownFailures(open: readonly OpenFailure[]): readonly OpenFailure[] {
  const failing = new Set<string>(
    open.filter((one) => one.isExplained === undefined).map(({ endpoint }) => endpoint),
  );
  const placesOf = (id: EndpointId): readonly string[] => [id, endpointOf(id).idsFrom ?? id];
  return open.filter(
    ({ isExplained, endpoint }) =>
      isExplained === undefined || !placesOf(endpoint).some((place) => failing.has(place)),
  );
}
