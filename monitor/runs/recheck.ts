import { endpointOf } from '../../contract/endpoints.ts';
import type { CheckCase } from '../../contract/judge.ts';
import { type RunScope, scopeOf } from '../../contract/scope.ts';
import { stateOf } from '../../contract/state.ts';
import { coverageOf } from '../../contract/verdict.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { keyOf } from './standing.ts';

/** What the re-check of a run found. */
export interface Recheck {
  readonly asked: number;
  readonly stillFailing: number;
}

/**
 * What to ask once more, at once, before a run that is not good is believed: the failing checks only, or,
 * where something stood in the way of everything, the pulse.
 * @returns nothing where the run is good, was cut short, or its state is not doubted
 */
export function recheckScope(record: RunRecord): RunScope | undefined {
  if (!stateOf(record.state).isFault || record.cutShort) return undefined;
  const failing = record.verdicts.filter(({ outcome }) => outcome === 'fail');
  const pulse = scopeOf('pulse').checkCases;
  if (failing.length === 0) return { checkCases: pulse, gapCases: [] };
  const keys = new Set(failing.map(keyOf));
  // The endpoints that a key alone can ask tell whether the whole installation is well: one of them alone, asked
  // because it failed, would speak for all.
  const needsCompany = failing.some(({ endpoint }) => endpointOf(endpoint).needsOnlyKey === true);
  const checkCases = scopeOf('survey').checkCases.filter(
    (checkCase) =>
      keys.has(caseKey(checkCase)) || (needsCompany && pulse.some((one) => isSame(one, checkCase))),
  );
  return { checkCases, gapCases: [] };
}

function caseKey({ check, endpoint }: CheckCase): string {
  return keyOf({ check: check.id, endpoint: endpoint.id });
}

function isSame(one: CheckCase, other: CheckCase): boolean {
  return one.check === other.check && one.endpoint === other.endpoint;
}

/** The run as it stands after its re-check: what was asked again counts as it was answered then. Pure. */
export function confirmed(
  record: RunRecord,
  again: RunRecord,
): { readonly record: RunRecord; readonly recheck: Recheck } {
  const offset = `${record.exchanges.length}`;
  const rename = (id: string): string => `again-${offset}-${id}`;
  const newer = new Map(
    again.verdicts.map((verdict) => [
      keyOf(verdict),
      verdict.exchange === undefined ? verdict : { ...verdict, exchange: rename(verdict.exchange) },
    ]),
  );
  const verdicts = record.verdicts.map((verdict) => newer.get(keyOf(verdict)) ?? verdict);
  const isBlocked = again.state !== 'conforming' && again.state !== 'violating' && again.state !== 'unknown';
  const fails = verdicts.some(({ outcome }) => outcome === 'fail');
  const state = isBlocked ? again.state : fails ? 'violating' : 'conforming';
  const failed = new Set(record.verdicts.filter(({ outcome }) => outcome === 'fail').map(keyOf));
  const doubted = failed.size === 0 ? again.verdicts : again.verdicts.filter((one) => failed.has(keyOf(one)));
  const { cause: _before, ...rest } = record;
  const cause = isBlocked ? again.cause : undefined;
  return {
    record: {
      ...rest,
      state: again.state === 'unknown' ? record.state : state,
      ...(cause === undefined ? {} : { cause }),
      finishedAt: again.finishedAt,
      durationMs: Math.max(0, Date.parse(again.finishedAt) - Date.parse(record.startedAt)),
      requests: record.requests + again.requests,
      retried: record.retried + again.retried,
      throttled: record.throttled + again.throttled,
      coverage: Math.round(coverageOf(verdicts) * 10_000) / 10_000,
      verdicts,
      exchanges: [...record.exchanges, ...again.exchanges.map((one) => ({ ...one, id: rename(one.id) }))],
    },
    recheck: {
      asked: doubted.length,
      stillFailing: doubted.filter(({ outcome }) => outcome === 'fail' || outcome === 'untestable').length,
    },
  };
}
