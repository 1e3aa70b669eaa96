import { throttledAnswerCheck } from '../../contract/checks/every-answer.ts';
import { type EndpointId, endpointOf } from '../../contract/document/endpoints.ts';
import { requestKey } from '../../contract/judging/evidence.ts';
import { hasValidKey, type SentRequest } from '../../contract/judging/request.ts';
import { type Outcome, verdictKey } from '../../contract/judging/verdict.ts';
import type { Reason } from '../../contract/reasons.ts';
import { type TierName, tiers } from '../../contract/scope.ts';
import type { Severity } from '../../contract/severity.ts';
import { faultStateIds, type InstallationState, stateOf } from '../../contract/state.ts';

/** The input for tracking the state of an installation: one run, after its recheck. */
export interface RunResult {
  readonly runId: string;
  readonly tier: TierName;
  readonly state: InstallationState;
  /** Why it found that state, or could not judge everything. */
  readonly cause?: string | undefined;
  /** Whether this run imports, or only others of the installation do; left out if none does. */
  readonly imports?: 'this' | 'others' | undefined;
  /** Some of its requests were throttled. */
  readonly wasThrottled?: boolean;
  /** It ran out of time before judging everything: what it judged counts, and it says nothing about the rest. */
  readonly isPartial?: true;
  /** The requests it says something about, by `requestKey`; undefined if unknown. */
  readonly settled?: ReadonlySet<string> | undefined;
  /**
   * The runs behind the failures that were open when it was planned: it may have sent its requests before a later
   * finding of another run.
   */
  readonly foundBy?: ReadonlySet<string> | undefined;
  /** What disappeared in the recheck: failures by `verdictKey`, and obstacles to the whole run by its state. */
  readonly withdrawn?: readonly string[] | undefined;
  readonly verdicts: readonly {
    readonly check: string;
    readonly endpoint: EndpointId;
    readonly outcome: Outcome;
    /** Its endpoint was not shown to work. */
    readonly isNotShown?: true;
    /** Its request remained throttled. */
    readonly isThrottled?: true;
    /** It has no result, while another check fails at its endpoint or at the list of its records. */
    readonly isExplained?: true;
    /** The id of the finding that its failure belongs to. */
    readonly finding?: string;
    /** The requests behind its failure. */
    readonly requests?: readonly OpenRequest[];
  }[];
}

/** A request behind a failure. */
export interface OpenRequest {
  readonly endpoint: EndpointId;
  readonly request: SentRequest;
}

/** A failing check, open until a run judges it again: a pulse does not close what a full run opened. */
export interface OpenFailure {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly sinceMs: number;
  /** The number of runs that found it. */
  readonly runs: number;
  /** The tier of the last of them; missing from earlier versions. */
  readonly tier?: TierName;
  /** The last of them. */
  readonly runId: string;
  /** The id of its finding in that run; missing from earlier versions. */
  readonly finding?: string;
  /** The requests to repeat until they pass; missing from earlier versions. */
  readonly requests?: readonly OpenRequest[];
  /** A run that imports found it: no other run sends such requests. */
  readonly byImport?: true;
  /**
   * Since then a run could not judge it, because another check failed at its endpoint or at the list of its records.
   */
  readonly isExplained?: true;
  /**
   * The number of runs since then that judged it without finding it, fewer than `recoverAfter`; left out if there are
   * none.
   */
  readonly passes?: number;
}

/** A cause of open failures, in the words of the last run that found it. */
export interface OpenFinding {
  readonly id: string;
  readonly severity: Severity;
  /** The problem and its endpoints in a few words; missing from earlier versions. */
  readonly headline?: string;
  readonly sentence: string;
  /** The main check of the sentence comes first. */
  readonly checks: readonly string[];
  /** The endpoints where the run found it. */
  readonly endpoints: readonly string[];
  /** Missing from earlier versions. */
  readonly reason?: Reason;
}

/** The state of an installation, tracked from run to run. */
export interface TrackedState {
  /** The confirmed state. */
  readonly state: InstallationState;
  /** An unconfirmed change: how many runs in a row found the installation good, or bad. */
  readonly pending: { readonly kind: 'good' | 'bad'; readonly runs: number };
  readonly openFailures: readonly OpenFailure[];
  /** What the last run that judged it withdrew, as in `RunResult`: if it recurs at once, it counts. */
  readonly withdrawn?: readonly string[];
  /**
   * A run could not judge enough, and since then neither has an equally large run judged more, nor have runs shown each
   * endpoint that it lacked.
   */
  readonly shortfall?: Shortfall;
}

/** The run that could not judge enough. */
export interface Shortfall {
  readonly state: 'throttled' | 'unknown' | 'incomplete';
  readonly tier: TierName;
  /**
   * By `verdictKey`, the verdicts that their endpoint was not shown to work. A pass of the same check in any run ends
   * one.
   */
  readonly notShown?: readonly string[];
  /** In the words of that run; missing from earlier versions. */
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

/** Resets the state to unknown: the next run sets it without waiting for a confirmation by a second one. Pure. */
export function forgetState(before: TrackedState): TrackedState {
  return { ...before, state: 'unknown', pending: nothingPending };
}

/**
 * The tracked state after one more run. Pure. A run changes what it judged and nothing else. The state changes only
 * after `failAfter` bad runs in a row, or `recoverAfter` good ones; the very first state is accepted at once.
 */
export function nextState(
  before: TrackedState,
  result: RunResult,
  atMs: number,
  { failAfter, recoverAfter }: Thresholds,
): TrackedState {
  const judgedSome = judgesSome(result.verdicts);
  // A run that ran out of time before judging anything, such as one during which the machine slept, ends no incident.
  if (result.state === 'unknown' && !judgedSome && before.state !== 'conforming') return before;
  // An unconfirmed failure ends with one pass.
  const passesNeeded = before.state === 'violating' ? recoverAfter : 1;
  const { openFailures, judgedAny } = updateOpenFailures(before.openFailures, result, atMs, passesNeeded);
  const shortfall = result.isPartial ? before.shortfall : shortfallAfter(before.shortfall, result);
  const wasJudged = !stateOf(before.state).explainsEverything;
  // A rate limit says nothing about the requests it prevents: a violation remains one.
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
  // The run judged none of the open failures, so it says nothing about the violation behind them.
  const hasNoNews = found === 'violating' && !judgedAny && !stateOf(before.state).explainsEverything;
  if (hasNoNews) return unchanged;
  const confirmed: TrackedState = { state: found, pending: nothingPending, ...rest };
  if (found === before.state || before.state === 'unknown') return confirmed;
  const kind = found === 'conforming' ? 'good' : 'bad';
  const runs = before.pending.kind === kind ? before.pending.runs + 1 : 1;
  // If the open failures are over, enough runs have judged each of them.
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
  const before = remainingShortfall(former, result);
  const isAsLarge = before === undefined || tiers.indexOf(tier) >= tiers.indexOf(before.tier);
  if (!isAsLarge) return before;
  if (state === 'throttled' || state === 'unknown') return { state, tier, ...cause };
  // A failure hides other checks that a run could not judge only while it lasts.
  if (state === 'incomplete' || state === 'violating') {
    const notShown = verdicts.filter((one) => one.isNotShown && !one.isExplained).map(verdictKey);
    if (notShown.length > 0) return { state: 'incomplete', tier, notShown, ...cause };
    return verdicts.some(({ isThrottled }) => isThrottled)
      ? { state: 'throttled', tier, ...cause }
      : undefined;
  }
  // During a total outage it is unknown how much an installation would answer.
  return stateOf(state).explainsEverything ? before : undefined;
}

/** A run that judged nothing, because of a limit or its deadline, counts as a pulse: any run that judges ends its state. */
function sizeOf({ tier, state, verdicts }: RunResult): TierName {
  if (state !== 'throttled' && state !== 'unknown') return tier;
  return judgesSome(verdicts) ? tier : 'pulse';
}

/** Withdrawn failures and obstacles, each from the last run that judged it: every run judges general obstacles. */
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

/** The shortfall of a run, without the endpoints that another run has shown since. */
function remainingShortfall(before: Shortfall | undefined, { verdicts }: RunResult): Shortfall | undefined {
  if (before?.notShown === undefined) return before;
  const shown = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(verdictKey));
  const notShown = before.notShown.filter((key) => !shown.has(key));
  return notShown.length === 0 ? undefined : { ...before, notShown };
}

/**
 * Whether a run says something about every request behind a failure, and was planned after the failure was found:
 * otherwise a pass does not end it.
 */
function isSettled({ requests = [], runId }: OpenFailure, { settled, foundBy }: RunResult): boolean {
  if (foundBy?.has(runId) === false) return false;
  return requests.every(({ endpoint, request }) => {
    // An import, and the records it created, differ each time.
    const isOfImport =
      request.id === 'created' || (endpointOf(endpoint).kind === 'import' && hasValidKey(request));
    return settled === undefined || isOfImport || settled.has(requestKey({ id: endpoint }, request));
  });
}

/**
 * Closes failures of checks that pass, and of those that the configuration no longer asks for, such as an import that
 * refuses requests without a key again. Failures found by a run that imports are left alone by runs that do not, while
 * others do.
 */
function isOver(failure: OpenFailure, outcome: Outcome, result: RunResult): boolean {
  if (failure.byImport === true && result.imports === 'others') return false;
  return outcome === 'skip' || (outcome === 'pass' && isSettled(failure, result));
}

/** How an installation throttles is irrelevant once an equally large run is not throttled at all. */
function isUnthrottled({ check, tier = 'full' }: OpenFailure, result: RunResult): boolean {
  const isAsLarge = tiers.indexOf(result.tier) >= tiers.indexOf(tier);
  const isWhole = isAsLarge && result.wasThrottled === false && result.isPartial !== true;
  return check === throttledAnswerCheck && isWhole && !stateOf(result.state).explainsEverything;
}

/**
 * Opens the checks that the run found failing, closes those that passed in enough runs, and leaves those that it did
 * not judge unchanged.
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
 * The displayed open failures: one that a run could not judge, because its endpoint or its list now fails otherwise, is
 * hidden while that other failure is open. Pure.
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
