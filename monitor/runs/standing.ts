import type { EndpointId } from '../../contract/endpoints.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { Outcome } from '../../contract/verdict.ts';

/** What a run has to say about state. */
export interface Found {
  readonly runId: string;
  readonly state: InstallationState;
  readonly verdicts: readonly {
    readonly check: string;
    readonly endpoint: EndpointId;
    readonly outcome: Outcome;
  }[];
}

/** A failing check, remembered until a run judges it again: a pulse does not forgive what a full run found. */
export interface OpenFailure {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly sinceMs: number;
  /** Runs that found it. */
  readonly runs: number;
  /** The last of them. */
  readonly runId: string;
}

/** Where an installation stands, between runs. */
export interface Standing {
  /** The confirmed state. */
  readonly state: InstallationState;
  /** Runs in a row that found something else, and what the last of them found. */
  readonly doubts: { readonly kind: 'good' | 'bad'; readonly runs: number };
  readonly openFailures: readonly OpenFailure[];
}

export interface Thresholds {
  readonly failAfter: number;
  readonly recoverAfter: number;
}

export const firstStanding: Standing = {
  state: 'unknown',
  doubts: { kind: 'good', runs: 0 },
  openFailures: [],
};

/**
 * Where an installation stands after one more run. Pure.
 *
 * A run changes what it judged and nothing else. The state changes only after `failAfter` runs in a row that are
 * not good, or `recoverAfter` good ones; the first state of all is taken at once.
 */
export function standingAfter(
  before: Standing,
  found: Found,
  atMs: number,
  { failAfter, recoverAfter }: Thresholds,
): Standing {
  const { openFailures, judgedAny } = remember(before.openFailures, found, atMs);
  const observed = observedState(found.state, openFailures);
  const unchanged = { ...before, openFailures };
  // A run that judged nothing of what fails tells nothing new about it.
  const isHearsay = observed === 'violating' && !judgedAny && !stateOf(before.state).explainsEverything;
  if (isHearsay) return unchanged;
  const settled: Standing = { state: observed, doubts: { kind: 'good', runs: 0 }, openFailures };
  if (observed === before.state || before.state === 'unknown') return settled;
  const kind = observed === 'conforming' ? 'good' : 'bad';
  const runs = before.doubts.kind === kind ? before.doubts.runs + 1 : 1;
  return runs >= (kind === 'good' ? recoverAfter : failAfter)
    ? settled
    : { ...unchanged, doubts: { kind, runs } };
}

function observedState(state: InstallationState, openFailures: readonly OpenFailure[]): InstallationState {
  if (stateOf(state).explainsEverything) return state;
  return openFailures.length > 0 ? 'violating' : 'conforming';
}

/** Failures that a run found are open, those that passed are closed, those that it did not judge stay. */
function remember(
  open: readonly OpenFailure[],
  { verdicts, runId }: Found,
  atMs: number,
): { readonly openFailures: readonly OpenFailure[]; readonly judgedAny: boolean } {
  const known = new Map(open.map((failure) => [keyOf(failure), failure]));
  let judgedAny = false;
  for (const verdict of verdicts) {
    const key = keyOf(verdict);
    const failure = known.get(key);
    if (verdict.outcome === 'fail') {
      judgedAny = true;
      const { check, endpoint } = verdict;
      known.set(key, {
        check,
        endpoint,
        sinceMs: failure?.sinceMs ?? atMs,
        runs: (failure?.runs ?? 0) + 1,
        runId,
      });
    } else if (failure !== undefined && (verdict.outcome === 'pass' || verdict.outcome === 'skip')) {
      judgedAny = true;
      known.delete(key);
    }
  }
  return { openFailures: [...known.values()], judgedAny };
}

/** A check at an endpoint, as a key. */
export function keyOf({ check, endpoint }: { readonly check: string; readonly endpoint: string }): string {
  return `${check} ${endpoint}`;
}
