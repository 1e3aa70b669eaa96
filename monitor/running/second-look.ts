import { endpointOf } from '../../contract/document/endpoints.ts';
import { requestKey } from '../../contract/judging/evidence.ts';
import { caseKey } from '../../contract/judging/judge.ts';
import { coverageOf, isNotShown, verdictKey } from '../../contract/judging/verdict.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import { outageOf } from '../../engine/record/findings.ts';
import { flakySentence, type RestsOn } from '../../engine/record/make-record.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Recheck } from '../model.ts';
import { isExplained } from '../state/next-snapshot.ts';

/** A run, with the requests behind its failures, and the answered ones. */
export interface Look {
  readonly record: RunRecord;
  readonly restsOn?: RestsOn;
  /** By `requestKey`. */
  readonly answered?: ReadonlySet<string>;
  /** Requests without a subject at the installation. */
  readonly unaskable?: ReadonlySet<string>;
  /**
   * Failures that need no recheck, since they were open before, or the previous run withdrew them: by `verdictKey`;
   * obstacles to a whole run by its state.
   */
  readonly believed?: ReadonlySet<string>;
}

/**
 * The scope of the immediate recheck of a failing run: the newly failing checks, with exactly the requests behind them
 * and their prerequisites, and the checks that they obstructed. A run with an obstacle to the whole is repeated.
 * Failures of imports are not rechecked: an import may create something each time.
 * @returns undefined if the run did not fail, or broke by a fault of this suite, or if only imports failed, or only
 * failures that need no recheck
 */
export function recheckScope(look: Look, hasImported: boolean): RunScope | undefined {
  const { record } = look;
  if (!stateOf(record.state).isFault || record.abortReason === 'fault') return undefined;
  if (replacesRun(look))
    return look.believed?.has(record.state) === true ? undefined : { ...scopeOf(record.tier), gapCases: [] };
  const repeatable = newFailures(look).filter(
    ({ endpoint }) => !hasImported || endpointOf(endpoint).kind !== 'import',
  );
  if (repeatable.length === 0) return undefined;
  return repeatScope(look, repeatable, [...notShownKeys(look), ...obstructedKeys(look)]);
}

/** @param along checks to repeat with the failures, by `verdictKey` */
function repeatScope(
  { record, restsOn = new Map() }: Look,
  repeatable: RunRecord['verdicts'],
  along: readonly string[],
): RunScope {
  // The state of the whole installation is derived from the endpoints that need only a key. One of them, repeated alone
  // because it failed, would decide for all, so the pulse is repeated with it. The same applies if the installation
  // seems to have gone away.
  const needsPulse =
    repeatable.some(({ endpoint }) => endpointOf(endpoint).needsOnlyKey === true) ||
    outageOf(record) !== undefined;
  const pulse = needsPulse ? scopeOf('pulse').checkCases.map(caseKey) : [];
  const wanted = new Set([...repeatable.map(verdictKey), ...along, ...pulse]);
  const { oneSample } = scopeOf(record.tier);
  return {
    checkCases: scopeOf('survey').checkCases.filter((checkCase) => wanted.has(caseKey(checkCase))),
    gapCases: [],
    requests: repeatable.flatMap((verdict) => restsOn.get(verdictKey(verdict)) ?? []),
    ...(oneSample === undefined ? {} : { oneSample }),
  };
}

/** The failures of a run that a recheck may withdraw. */
function newFailures({ record: { verdicts }, believed }: Look): RunRecord['verdicts'] {
  return verdicts.filter((one) => one.outcome === 'fail' && believed?.has(verdictKey(one)) !== true);
}

/** Checks without a result because of a failure that is rechecked, by `verdictKey`. */
function obstructedKeys(look: Look): ReadonlySet<string> {
  const places = new Set(newFailures(look).map(({ endpoint }) => endpoint));
  const blocked = look.record.verdicts.filter(
    (one) =>
      one.outcome === 'untestable' && endpointOf(one.endpoint).kind !== 'import' && isExplained(one, places),
  );
  return new Set(blocked.map(verdictKey));
}

/** The endpoints that were not shown to work, by `verdictKey`. An import may create something each time. */
function notShownKeys({ record }: Look): readonly string[] {
  return record.verdicts
    .filter((one) => isNotShown(one) && endpointOf(one.endpoint).kind !== 'import')
    .map(verdictKey);
}

/**
 * The scope of a third look: checks that the first look could not judge, and the second found failing or did not show
 * to work.
 * @returns undefined if there are none
 */
export function thirdScope(first: Look, second: Look): RunScope | undefined {
  const blocked = replacesRun(first) ? undefined : obstructedKeys(first);
  const failures = newFailures(second);
  const failing = failures.filter((one) => blocked?.has(verdictKey(one)) !== false);
  // While the obstacle to an endpoint still fails, it explains why the endpoint is not shown.
  const failed = new Set(newFailures(first).map(verdictKey));
  const isOver = !failures.some((one) => failed.has(verdictKey(one)));
  const notShown = notShownKeys(second).filter(
    (key) => failing.length > 0 || (isOver && blocked?.has(key) === true),
  );
  if (failing.length + notShown.length === 0) return undefined;
  return repeatScope(second, failing, [...notShown, ...obstructedKeys(second)]);
}

/** A run with the result of its recheck. */
export interface RecheckedRun {
  readonly record: RunRecord;
  /** Left out if nothing was repeated. */
  readonly recheck?: Recheck;
  /** Failures that disappeared in the recheck, in the format of `believed`; left out if there are none. */
  readonly withdrawn?: readonly string[];
  /** The requests behind its failures. */
  readonly restsOn?: RestsOn;
  /** The requests it says something about, by `requestKey`: they were answered, or have no subject. */
  readonly settled?: ReadonlySet<string>;
}

/** True if the second run replaces the first, which something obstructed as a whole. */
function replacesRun({ record }: Look): boolean {
  return record.verdicts.every(({ outcome }) => outcome !== 'fail');
}

/**
 * Merges a run with its recheck. Pure. A failure is withdrawn only if the same check passes after the same requests
 * were answered, or if an import is refused without a key; a check that could not be judged keeps it. If another check
 * now explains it, that one replaces it. For checks that the failures obstructed, the recheck counts. Any other check
 * that failed only in the recheck is not a failure yet.
 */
export function mergeRecheck(first: Look, second: Look): RecheckedRun {
  const again = second.record;
  const renamed = (exchangeId: string): string => `again-${first.record.exchanges.length}-${exchangeId}`;
  const found = new Map(again.verdicts.map((verdict) => [verdictKey(verdict), verdict]));
  const isMade = replacesRun(first);
  const replaced = isMade
    ? new Set<string>()
    : new Set([...explainedBy(first.record, found), ...obstructedKeys(first)]);
  const verdicts = first.record.verdicts.map((verdict) => {
    const now = found.get(verdictKey(verdict));
    const counts = isMade
      ? now !== undefined && now.outcome !== 'skip'
      : replaced.has(verdictKey(verdict)) || isWithdrawn(verdict, now, first, second);
    if (now === undefined || !counts) return verdict;
    return now.exchange === undefined ? now : { ...now, exchange: renamed(now.exchange) };
  });
  const {
    cause: _cause,
    flaky: flakyBefore = 0,
    cutShort: _cut,
    abortReason: _abort,
    ...rest
  } = first.record;
  const { cutShort, abortReason } = isMade ? again : first.record;
  const state = isMade ? again.state : stateAfter(first.record, again, verdicts);
  const flaky = flakyBefore + (again.flaky ?? 0);
  const requests = first.record.requests + again.requests;
  const cause = flakySentence(state, flaky, requests) ?? (state === again.state ? again.cause : undefined);
  return {
    record: {
      ...rest,
      state,
      ...(cause === undefined ? {} : { cause }),
      cutShort,
      ...(abortReason === undefined ? {} : { abortReason }),
      finishedAt: again.finishedAt,
      durationMs: Math.max(0, Date.parse(again.finishedAt) - Date.parse(first.record.startedAt)),
      requests,
      retried: first.record.retried + again.retried,
      throttled: first.record.throttled + again.throttled,
      ...(flaky === 0 ? {} : { flaky }),
      coverage: Math.round(coverageOf(verdicts) * 10_000) / 10_000,
      verdicts,
      observations: isMade ? again.observations : first.record.observations,
      resent: [
        ...(first.record.resent ?? []),
        ...(again.resent ?? []).map((one) => ({ ...one, exchange: renamed(one.exchange) })),
      ],
      exchanges: [
        ...first.record.exchanges,
        ...again.exchanges.map((one) => ({ ...one, id: renamed(one.id) })),
      ],
    },
    recheck: recheckOf(first, verdicts),
    ...withdrawnFailures(first, state, verdicts),
    ...restsOnOf(isMade ? second : withReplaced(first, second, replaced)),
    ...settledBy(first, second),
  };
}

/** Merges a run with its recheck, and with the third look at what only the recheck found. Pure. */
export function mergeLooks(first: Look, second: Look, third?: Look): RecheckedRun {
  if (third === undefined) return mergeRecheck(first, second);
  const { record, withdrawn: gone = [] } = mergeRecheck(second, third);
  // An endpoint that was not shown to work is not a withdrawn failure.
  const later = replacesRun(second) ? [] : gone;
  const merged = mergeRecheck(first, { ...second, record });
  const withdrawn = [...(merged.withdrawn ?? []), ...later];
  return withdrawn.length === 0 ? merged : { ...merged, withdrawn };
}

/**
 * The keys of failures that another check explains in the recheck, and of those checks: two compared answers may lie on
 * either side of a change.
 */
function explainedBy(
  { verdicts }: RunRecord,
  found: ReadonlyMap<string, RunRecord['verdicts'][number]>,
): ReadonlySet<string> {
  return new Set(
    verdicts.flatMap((verdict) => {
      const { code, facts } = found.get(verdictKey(verdict))?.reason ?? {};
      if (verdict.outcome !== 'fail' || code !== 'explained' || facts?.check === undefined) return [];
      const by = verdictKey({ check: facts.check, endpoint: verdict.endpoint });
      return found.get(by)?.outcome === 'fail' ? [verdictKey(verdict), by] : [];
    }),
  );
}

function withReplaced(first: Look, second: Look, replaced: ReadonlySet<string>): Look {
  const more = [...(second.restsOn ?? [])].filter(([key]) => replaced.has(key));
  return more.length === 0 ? first : { ...first, restsOn: new Map([...(first.restsOn ?? []), ...more]) };
}

function restsOnOf({ restsOn }: Look): Pick<RecheckedRun, 'restsOn'> {
  return restsOn === undefined ? {} : { restsOn };
}

function settledBy(...looks: readonly Look[]): Pick<RecheckedRun, 'settled'> {
  const known = looks.flatMap(({ answered, unaskable = new Set() }) =>
    answered === undefined ? [] : [...answered, ...unaskable],
  );
  return looks.some(({ answered }) => answered !== undefined) ? { settled: new Set(known) } : {};
}

/** The run unchanged, if nothing is repeated. */
export function withoutRecheck(look: Look): RecheckedRun {
  return { record: look.record, ...restsOnOf(look), ...settledBy(look) };
}

function isWithdrawn(
  verdict: RunRecord['verdicts'][number],
  now: RunRecord['verdicts'][number] | undefined,
  { restsOn = new Map(), believed }: Look,
  { answered }: Look,
): boolean {
  if (isNotShown(verdict)) return now?.outcome === 'pass';
  if (believed?.has(verdictKey(verdict)) === true) return false;
  const isRefused = now?.reason?.code === 'imports-not-allowed';
  if (verdict.outcome !== 'fail' || !(now?.outcome === 'pass' || isRefused)) return false;
  const requests = restsOn.get(verdictKey(verdict)) ?? [];
  return requests.every(({ endpoint, request }) => answered?.has(requestKey(endpoint, request)) === true);
}

function stateAfter(first: RunRecord, second: RunRecord, verdicts: RunRecord['verdicts']): InstallationState {
  const { isFault, explainsEverything } = stateOf(second.state);
  if (isFault && explainsEverything) return second.state;
  if (verdicts.some(({ outcome }) => outcome === 'fail')) return 'violating';
  if (verdicts.some(isNotShown)) return 'incomplete';
  if (first.cutShort) return 'unknown';
  return first.state === 'violating' ? 'conforming' : first.state;
}

/** Failures of the first look that the second one withdrew. */
function withdrawnFailures(
  first: Look,
  state: InstallationState,
  merged: RunRecord['verdicts'],
): Pick<RecheckedRun, 'withdrawn'> {
  if (replacesRun(first)) return state === first.record.state ? {} : { withdrawn: [first.record.state] };
  const passed = new Set(merged.filter(({ outcome }) => outcome === 'pass').map(verdictKey));
  const withdrawn = newFailures(first)
    .map(verdictKey)
    .filter((key) => passed.has(key));
  return withdrawn.length === 0 ? {} : { withdrawn };
}

/** Counts the newly failed checks. */
function recheckOf(first: Look, merged: RunRecord['verdicts']): Recheck {
  const failed = new Set(newFailures(first).map(verdictKey));
  const asked = merged.filter((one) => failed.has(verdictKey(one)));
  return { asked: failed.size, stillFailing: asked.filter(({ outcome }) => outcome === 'fail').length };
}
