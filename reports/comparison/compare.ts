import { type InstallationState, stateOf } from '../../contract/state.ts';
import { type Outcome, verdictKey } from '../../contract/verdict.ts';
import { groupBy } from '../../engine/group-by.ts';
import { type Baseline, driftFrom } from '../../engine/record/baseline.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import { stateSentence } from '../words.ts';
import { causesOf, withoutReported } from './causes.ts';
import { type Change, type Comparison, type Side, type Transition, transitions } from './model.ts';
import { responseTimesOf } from './response-times.ts';

/**
 * Compares a run with an earlier one, or with a baseline. Pure. A check that passed before and fails now broke, and so did
 * anything that answered before and is not found now: a check that was not judged before may have been failing all along.
 */
export function compareRecords(before: RunRecord | Baseline, after: RunRecord): Comparison {
  const earlier = 'verdicts' in before ? before : undefined;
  const isGone = isAway(after.state) && (earlier === undefined || !isAway(earlier.state));
  const changes = changesOf(earlier?.verdicts ?? [], earlier === undefined ? undefined : after);
  return {
    before: earlier === undefined ? sideOfBaseline(before) : sideOf(earlier),
    after: sideOf(after),
    ...(isGone ? { wentAway: after.cause ?? stateSentence(after) } : {}),
    changes,
    causes: causesOf(changes, earlier, after),
    drift: withoutReported(driftFrom(before, after), [...changes.broke, ...changes.fixed]),
    ...(earlier === undefined ? {} : { responseTimes: responseTimesOf(earlier, after) }),
  };
}

/** True when a requirement that held is broken, or the installation went away. */
export function isWorse({ wentAway, changes }: Comparison): boolean {
  return wentAway !== undefined || changes.broke.length > 0;
}

/** True when something was broken before, and is broken now. */
export function isStillBroken({ causes }: Comparison): boolean {
  return causes['still-broken'].length > 0;
}

/** True when a change that breaks no requirement may break clients. */
export function hasBreakingDrift({ drift }: Comparison): boolean {
  return drift.some(({ breaking }) => breaking);
}

/** True if the installation does not answer as this API, which is exit code 3 of `check`. */
function isAway(state: InstallationState): boolean {
  return stateOf(state).exitCode === 3;
}

function sideOf({ installation, suiteVersion, finishedAt, state, tier, coverage }: RunRecord): Side {
  return { installation, suiteVersion, at: finishedAt, state, tier, coverage };
}

function sideOfBaseline(before: RunRecord | Baseline): Side {
  const at = 'savedAt' in before ? before.savedAt : before.finishedAt;
  return { installation: before.installation, suiteVersion: before.suiteVersion, at };
}

function changesOf(before: readonly RecordedVerdict[], after: RunRecord | undefined): Comparison['changes'] {
  const then = new Map(before.map((verdict) => [verdictKey(verdict), verdict]));
  const now = new Map((after?.verdicts ?? []).map((verdict) => [verdictKey(verdict), verdict]));
  const notFound = new Set(
    (after?.exchanges ?? []).filter(({ status }) => status === 404 || status === 410).map(({ id }) => id),
  );
  const found = [...new Set([...then.keys(), ...now.keys()])].flatMap((key) => {
    const [one, other] = [then.get(key), now.get(key)];
    const verdict = other ?? one;
    if (verdict === undefined) return [];
    const isGone = notFound.has(other?.exchange ?? '') && answeredBefore(one, other);
    const change: Change = { check: verdict.check, endpoint: verdict.endpoint, before: one, after: other };
    return [{ transition: isGone ? 'broke' : transitionOf(one, other), change }];
  });
  const by = groupBy(found, ({ transition }) => transition);
  return Object.fromEntries<readonly Change[]>(
    transitions.map((name) => [name, (by.get(name) ?? []).map(({ change }) => change)]),
  ) as Record<Transition, readonly Change[]>;
}

/** True for an endpoint that existed before, and of which the later run could not say so. */
function answeredBefore(before: RecordedVerdict | undefined, after: RecordedVerdict | undefined): boolean {
  const isAboutExistence = after?.check === 'availability.endpoint-answers';
  return isAboutExistence && before?.outcome === 'pass' && after?.outcome === 'untestable';
}

/** Nothing if the check was judged neither before nor after. */
function transitionOf(
  before: RecordedVerdict | undefined,
  after: RecordedVerdict | undefined,
): Transition | undefined {
  if (after?.outcome === 'fail' && after.known !== undefined) return 'known';
  const wasJudged = isJudged(before?.outcome);
  if (!isJudged(after?.outcome)) return wasJudged ? 'unjudged' : undefined;
  const holds = after?.outcome === 'pass';
  if (!wasJudged) return holds ? 'holds-first-judged' : 'fails-first-judged';
  if (before?.outcome === 'pass') return holds ? 'holds' : 'broke';
  return holds ? 'fixed' : 'still-broken';
}

function isJudged(outcome: Outcome | undefined): boolean {
  return outcome === 'pass' || outcome === 'fail';
}
