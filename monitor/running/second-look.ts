import { endpointOf } from '../../contract/document/endpoints.ts';
import { requestKey } from '../../contract/judging/evidence.ts';
import { caseKey } from '../../contract/judging/judge.ts';
import { coverageOf, isNotShown, verdictKey } from '../../contract/judging/verdict.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import { outageOf } from '../../engine/record/findings.ts';
import type { RestsOn } from '../../engine/record/make-record.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Recheck } from '../model.ts';
import { isExplained } from '../state/next-snapshot.ts';

/** A run, with the requests on which its failures rest, and those that were answered. */
export interface Look {
  readonly record: RunRecord;
  readonly restsOn?: RestsOn;
  /** By `requestKey`. */
  readonly answered?: ReadonlySet<string>;
  /** Those for which the installation has nothing to ask for. */
  readonly unaskable?: ReadonlySet<string>;
  /**
   * What needs no second look, since it was open before, or the run before withdrew it: failures by `verdictKey`, and what obstructs a
   * run as a whole by its state.
   */
  readonly believed?: ReadonlySet<string>;
}

/**
 * What to ask once more, at once, before a failing run is believed: the checks that fail anew, by exactly the requests on which they
 * rest and what these need, and those that they kept from being judged. A run that something obstructed as a whole is made again.
 * What a run found that imports is not asked again: an import may create something each time.
 * @returns undefined if the run did not fail, or broke by a fault of this suite, or if only imports failed, or what is believed without it
 */
export function recheckScope(look: Look, hasImported: boolean): RunScope | undefined {
  const { record } = look;
  if (!stateOf(record.state).isFault || record.abortReason === 'fault') return undefined;
  if (isMadeAgain(look))
    return look.believed?.has(record.state) === true ? undefined : { ...scopeOf(record.tier), gapCases: [] };
  const repeatable = failuresAnew(look).filter(
    ({ endpoint }) => !hasImported || endpointOf(endpoint).kind !== 'import',
  );
  if (repeatable.length === 0) return undefined;
  return repeatScope(look, repeatable, [...notShownIn(look), ...blockedIn(look)]);
}

/** @param along what is asked along with the failures, by `verdictKey` */
function repeatScope(
  { record, restsOn = new Map() }: Look,
  repeatable: RunRecord['verdicts'],
  along: readonly string[],
): RunScope {
  // The state of the whole installation is read from the endpoints that need only a key. One of them, asked alone because
  // it failed, would speak for all: the pulse is asked with it. So it is if the installation seems to have gone away.
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

/** The failures of a run that a second look may withdraw. */
function failuresAnew({ record: { verdicts }, believed }: Look): RunRecord['verdicts'] {
  return verdicts.filter((one) => one.outcome === 'fail' && believed?.has(verdictKey(one)) !== true);
}

/** The checks that showed nothing because of a failure that is looked at again, by `verdictKey`. */
function blockedIn(look: Look): ReadonlySet<string> {
  const places = new Set(failuresAnew(look).map(({ endpoint }) => endpoint));
  const blocked = look.record.verdicts.filter(
    (one) =>
      one.outcome === 'untestable' && endpointOf(one.endpoint).kind !== 'import' && isExplained(one, places),
  );
  return new Set(blocked.map(verdictKey));
}

/** The endpoints that were not shown to work, by `verdictKey`. An import may create something each time. */
function notShownIn({ record }: Look): readonly string[] {
  return record.verdicts
    .filter((one) => isNotShown(one) && endpointOf(one.endpoint).kind !== 'import')
    .map(verdictKey);
}

/**
 * What to ask a third time: what the first look could not judge, and the second found failing or did not show to work.
 * @returns undefined if there is nothing of that kind
 */
export function thirdScope(first: Look, second: Look): RunScope | undefined {
  const blocked = isMadeAgain(first) ? undefined : blockedIn(first);
  const failures = failuresAnew(second);
  const failing = failures.filter((one) => blocked?.has(verdictKey(one)) !== false);
  // While what kept an endpoint from being judged still fails, that is why it is not shown.
  const failed = new Set(failuresAnew(first).map(verdictKey));
  const isOver = !failures.some((one) => failed.has(verdictKey(one)));
  const notShown = notShownIn(second).filter(
    (key) => failing.length > 0 || (isOver && blocked?.has(key) === true),
  );
  if (failing.length + notShown.length === 0) return undefined;
  return repeatScope(second, failing, [...notShown, ...blockedIn(second)]);
}

/** A run, and what its second look found. */
export interface RecheckedRun {
  readonly record: RunRecord;
  /** Left out if nothing was asked again. */
  readonly recheck?: Recheck;
  /** What was gone when it was repeated, as `believed` names it; left out if there is nothing. */
  readonly withdrawn?: readonly string[];
  /** The requests on which its failures rest. */
  readonly restsOn?: RestsOn;
  /** Of which requests it says something, by `requestKey`: they were answered, or there is nothing to ask for. */
  readonly settled?: ReadonlySet<string>;
}

/** True if the second run replaces the first: something obstructed the first as a whole. */
function isMadeAgain({ record }: Look): boolean {
  return record.verdicts.every(({ outcome }) => outcome !== 'fail');
}

/**
 * The run together with its second look. Pure. A failure is withdrawn only by the same check passing after the same requests
 * were answered, or by an import that is refused without a key; a check that could not be judged keeps it. If another check
 * explains it by then, that one takes its place. Of what the failures kept from being judged, the second look counts. Any other check
 * that failed only in the second look is no failure yet.
 */
export function mergeRecheck(first: Look, second: Look): RecheckedRun {
  const again = second.record;
  const renamed = (exchangeId: string): string => `again-${first.record.exchanges.length}-${exchangeId}`;
  const found = new Map(again.verdicts.map((verdict) => [verdictKey(verdict), verdict]));
  const isMade = isMadeAgain(first);
  const replaced = isMade
    ? new Set<string>()
    : new Set([...explainedBy(first.record, found), ...blockedIn(first)]);
  const verdicts = first.record.verdicts.map((verdict) => {
    const now = found.get(verdictKey(verdict));
    const counts = isMade
      ? now !== undefined && now.outcome !== 'skip'
      : replaced.has(verdictKey(verdict)) || isWithdrawn(verdict, now, first, second);
    if (now === undefined || !counts) return verdict;
    return now.exchange === undefined ? now : { ...now, exchange: renamed(now.exchange) };
  });
  const { cause: _cause, cutShort: _cutShort, abortReason: _abortReason, ...rest } = first.record;
  const { cutShort, abortReason } = isMade ? again : first.record;
  const state = isMade ? again.state : stateAfter(first.record, again, verdicts);
  const cause = state === again.state ? again.cause : undefined;
  return {
    record: {
      ...rest,
      state,
      ...(cause === undefined ? {} : { cause }),
      cutShort,
      ...(abortReason === undefined ? {} : { abortReason }),
      finishedAt: again.finishedAt,
      durationMs: Math.max(0, Date.parse(again.finishedAt) - Date.parse(first.record.startedAt)),
      requests: first.record.requests + again.requests,
      retried: first.record.retried + again.retried,
      throttled: first.record.throttled + again.throttled,
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
    ...withdrawnIn(first, state, verdicts),
    ...restsOnOf(isMade ? second : withReplaced(first, second, replaced)),
    ...settledBy(first, second),
  };
}

/** The run together with its second look, and with the third one at what only that found. Pure. */
export function mergeLooks(first: Look, second: Look, third?: Look): RecheckedRun {
  if (third === undefined) return mergeRecheck(first, second);
  const { record, withdrawn: gone = [] } = mergeRecheck(second, third);
  // That an endpoint was not shown to work is no failure that was withdrawn.
  const later = isMadeAgain(second) ? [] : gone;
  const merged = mergeRecheck(first, { ...second, record });
  const withdrawn = [...(merged.withdrawn ?? []), ...later];
  return withdrawn.length === 0 ? merged : { ...merged, withdrawn };
}

/**
 * The keys of failures that another check explains in the second look, and of those checks: two answers that are compared may
 * lie on either side of a change.
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

/** The run as it is, if nothing is asked again. */
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

/** What the first look found and the second one withdrew. */
function withdrawnIn(
  first: Look,
  state: InstallationState,
  merged: RunRecord['verdicts'],
): Pick<RecheckedRun, 'withdrawn'> {
  if (isMadeAgain(first)) return state === first.record.state ? {} : { withdrawn: [first.record.state] };
  const passed = new Set(merged.filter(({ outcome }) => outcome === 'pass').map(verdictKey));
  const withdrawn = failuresAnew(first)
    .map(verdictKey)
    .filter((key) => passed.has(key));
  return withdrawn.length === 0 ? {} : { withdrawn };
}

/** Counts the checks that failed anew. */
function recheckOf(first: Look, merged: RunRecord['verdicts']): Recheck {
  const failed = new Set(failuresAnew(first).map(verdictKey));
  const asked = merged.filter((one) => failed.has(verdictKey(one)));
  return { asked: failed.size, stillFailing: asked.filter(({ outcome }) => outcome === 'fail').length };
}
