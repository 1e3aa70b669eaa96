import { endpointOf } from '../../contract/endpoints.ts';
import { caseKey } from '../../contract/judge.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import { coverageOf, verdictKey } from '../../contract/verdict.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Recheck } from '../model.ts';

/**
 * What to ask once more, at once, before a failing run is believed: only the checks that failed, or the pulse where
 * something obstructed every check.
 * @returns nothing where the run did not fail or was cut short, or its state is believed without a re-check
 */
export function recheckScope(record: RunRecord): RunScope | undefined {
  if (!stateOf(record.state).isFault || record.cutShort) return undefined;
  const failing = record.verdicts.filter(({ outcome }) => outcome === 'fail');
  const pulse = scopeOf('pulse').checkCases;
  if (failing.length === 0) return { checkCases: pulse, gapCases: [], oneSample: true };
  // The state of the whole installation is read from the endpoints that need only a key. One of them, asked alone because
  // it failed, would speak for all: the pulse is asked with it.
  const needsPulse = failing.some(({ endpoint }) => endpointOf(endpoint).needsOnlyKey === true);
  const wanted = new Set([...failing.map(verdictKey), ...(needsPulse ? pulse.map(caseKey) : [])]);
  const checkCases = scopeOf('survey').checkCases.filter((checkCase) => wanted.has(caseKey(checkCase)));
  const { oneSample } = scopeOf(record.tier);
  return { checkCases, gapCases: [], ...(oneSample === undefined ? {} : { oneSample }) };
}

/** A run, and what its re-check found. */
export interface RecheckedRun {
  readonly record: RunRecord;
  /** Left out where nothing was asked again. */
  readonly recheck?: Recheck;
}

/**
 * The run together with its re-check. Pure. Where a check was asked again, its second verdict counts, unless that is a
 * first failure: a check that failed once, asked only because others had failed, is no failure yet.
 */
export function mergeRecheck(first: RunRecord, second: RunRecord): RecheckedRun {
  const renamed = (exchangeId: string): string => `again-${first.exchanges.length}-${exchangeId}`;
  const failed = failedIn(first);
  const again = new Map(
    second.verdicts
      .filter((verdict) => verdict.outcome !== 'fail' || failed.has(verdictKey(verdict)))
      .map((verdict) => [
        verdictKey(verdict),
        verdict.exchange === undefined ? verdict : { ...verdict, exchange: renamed(verdict.exchange) },
      ]),
  );
  const verdicts = first.verdicts.map((verdict) => again.get(verdictKey(verdict)) ?? verdict);
  const { cause: _first, ...rest } = first;
  const cause = isObstructed(second.state) ? second.cause : undefined;
  return {
    record: {
      ...rest,
      state: stateAfter(first, second, verdicts),
      ...(cause === undefined ? {} : { cause }),
      finishedAt: second.finishedAt,
      durationMs: Math.max(0, Date.parse(second.finishedAt) - Date.parse(first.startedAt)),
      requests: first.requests + second.requests,
      retried: first.retried + second.retried,
      throttled: first.throttled + second.throttled,
      coverage: Math.round(coverageOf(verdicts) * 10_000) / 10_000,
      verdicts,
      exchanges: [...first.exchanges, ...second.exchanges.map((one) => ({ ...one, id: renamed(one.id) }))],
    },
    recheck: recheckOf(first, second),
  };
}

/** True for a state in which no check could be judged: something obstructed them all. */
function isObstructed(state: InstallationState): boolean {
  return state !== 'unknown' && stateOf(state).explainsEverything;
}

function stateAfter(first: RunRecord, second: RunRecord, verdicts: RunRecord['verdicts']): InstallationState {
  if (second.state === 'unknown') return first.state;
  if (isObstructed(second.state)) return second.state;
  return verdicts.some(({ outcome }) => outcome === 'fail') ? 'violating' : 'conforming';
}

/** Counts the checks that failed first, or, where none did, every check that was asked again. */
function recheckOf(first: RunRecord, second: RunRecord): Recheck {
  const failed = failedIn(first);
  const asked =
    failed.size === 0 ? second.verdicts : second.verdicts.filter((one) => failed.has(verdictKey(one)));
  const stillFailing = asked.filter(({ outcome }) => outcome === 'fail' || outcome === 'untestable');
  return { asked: asked.length, stillFailing: stillFailing.length };
}

function failedIn({ verdicts }: RunRecord): ReadonlySet<string> {
  return new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(verdictKey));
}
