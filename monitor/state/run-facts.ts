import { endpoints } from '../../contract/document/endpoints.ts';
import { withoutShape } from '../../contract/gaps/observe.ts';
import { isTimed } from '../../contract/judging/exchange.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import { isNotShown } from '../../contract/judging/verdict.ts';
import { type CountsAs, type InstallationState, stateOf } from '../../contract/state.ts';
import { outageOf } from '../../engine/record/findings.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import { median, percentile } from '../../engine/record/statistics.ts';
import { countLatencies, type LatencyCounts } from '../latency-buckets.ts';
import type {
  EndpointCells,
  FailureEvidence,
  GridOutcome,
  KeptExchange,
  KeptFailure,
  KeptVerdict,
  MonitoredTier,
  Recheck,
  RunDetail,
  RunRow,
  RunTrigger,
  VerdictTotals,
} from '../model.ts';
import { medianOfPhase, phases } from '../phases.ts';

/** Facts about a run that its record lacks. */
export interface RunContext {
  readonly id: string;
  readonly tier: MonitoredTier;
  readonly trigger: RunTrigger;
  readonly inMaintenance: boolean;
  readonly recheck?: Recheck;
  /** Its location, if locations are named. */
  readonly location?: string | undefined;
}

const mostWithHeaders = 12;

/** The row of a run. Pure. */
export function runRowFrom(record: RunRecord, context: RunContext): RunRow {
  const { id, tier, trigger, inMaintenance, recheck, location } = context;
  const times = answeredTimesMs(record);
  const [medianMs, p95Ms] = [median(times), percentile(times, 0.95)];
  return {
    id,
    installation: record.installation.name,
    ...(location === undefined ? {} : { location }),
    tier,
    trigger,
    state: record.state,
    ...(record.cause === undefined ? {} : { cause: record.cause }),
    startedMs: Date.parse(record.startedAt),
    finishedMs: Date.parse(record.finishedAt),
    cutShort: record.cutShort,
    inMaintenance,
    countsAs: countsAsOf(record, context, record.state),
    requests: record.requests,
    retried: record.retried,
    throttled: record.throttled,
    coverage: record.coverage,
    ...(medianMs === undefined ? {} : { medianMs }),
    ...(p95Ms === undefined ? {} : { p95Ms }),
    ...(record.tls === undefined ? {} : { certificateMs: Date.parse(record.tls.expiresAt) }),
    totals: totalsOf(record.verdicts),
    ...(recheck === undefined ? {} : { recheck }),
  };
}

/** How a run counts for uptime, by the state that it found or on which several locations agree. Pure. */
export function countsAsOf(
  { cutShort, state: found }: RunRecord,
  { inMaintenance, trigger }: RunContext,
  state: InstallationState,
): CountsAs {
  const isExcluded = inMaintenance || trigger === 'operator' || (cutShort && found !== 'unreachable');
  return isExcluded ? 'excluded' : stateOf(state).countsAs;
}

/** The detail of a run. Pure. */
export function runDetailFrom(record: RunRecord): RunDetail {
  const exchanges = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const outage = outageOf(record);
  const failed = record.verdicts.filter(isFailure);
  const withHeaders = exchangesWithHeaders(failed);
  return {
    failures: failed.map((verdict) => ({
      ...keptFailure(verdict, exchanges, withHeaders),
      ...(outage?.exchanges.has(verdict.exchange ?? '') === true ? { outageSince: outage.since } : {}),
    })),
    observations: record.observations.map(withoutShape),
    verdicts: record.verdicts.filter((verdict) => !isFailure(verdict)).map(keptVerdict),
    endpoints: cellsFrom(record),
    ...(record.tier === 'pulse' && record.state === 'conforming' ? {} : { exchanges: keptExchanges(record) }),
    ...(record.software === undefined ? {} : { software: record.software }),
    phases: phases.flatMap((phase) => {
      const ms = medianOfPhase(record.exchanges, phase);
      return ms === undefined ? [] : [{ phase: phase.label, ms }];
    }),
  };
}

/** The durations of answered requests, as far as they were measured, counted by size. Pure. */
export function latenciesOf(record: RunRecord): LatencyCounts {
  return countLatencies(answeredTimesMs(record));
}

function answeredTimesMs({ exchanges }: RunRecord): readonly number[] {
  return exchanges.filter(isAnsweredAndTimed).map(({ phasesMs }) => phasesMs.total);
}

function isAnsweredAndTimed(exchange: RecordedExchange): boolean {
  return exchange.status !== undefined && isTimed(exchange);
}

/** The result of each judged endpoint. Pure. */
function cellsFrom(record: RunRecord): EndpointCells {
  const cells = endpoints.flatMap(({ id }) => {
    const outcome = cellOutcome(record.verdicts.filter(({ endpoint }) => endpoint === id));
    if (outcome === 'none') return [];
    const times = record.exchanges
      .filter((one) => one.endpoint === id && hasValidKey(one) && isAnsweredAndTimed(one))
      .map(({ phasesMs }) => phasesMs.total);
    return [[id, { outcome, ...(times.length === 0 ? {} : { ms: Math.max(...times) }) }] as const];
  });
  return Object.fromEntries(cells) as EndpointCells;
}

function cellOutcome(verdicts: readonly RecordedVerdict[]): GridOutcome {
  const outcomes = verdicts.map(({ outcome }) => outcome);
  if (outcomes.includes('fail')) return 'fail';
  // Refusals of wrong keys pass at an endpoint that refuses everybody.
  if (verdicts.some(isNotShown)) return 'untestable';
  if (outcomes.includes('pass')) return 'pass';
  return outcomes.includes('untestable') ? 'untestable' : 'none';
}

function isFailure(verdict: RecordedVerdict): verdict is RecordedVerdict & { outcome: 'fail' | 'error' } {
  return verdict.outcome === 'fail' || verdict.outcome === 'error';
}

function keptFailure(
  verdict: RecordedVerdict & { readonly outcome: 'fail' | 'error' },
  exchanges: ReadonlyMap<string, RecordedExchange>,
  withHeaders: ReadonlySet<string>,
): KeptFailure {
  const { check, endpoint, outcome, requirements, message, reason } = verdict;
  const exchange = verdict.exchange === undefined ? undefined : exchanges.get(verdict.exchange);
  return {
    check,
    endpoint,
    outcome,
    requirements,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(exchange === undefined ? {} : { evidence: evidenceOf(exchange, withHeaders.has(exchange.id)) }),
  };
}

/**
 * The exchanges whose headers a run stores: that of the first failure of each check, which pages show for a finding,
 * and only a few. Headers differ in each answer, and a service may be broken everywhere for months.
 */
function exchangesWithHeaders(failed: readonly RecordedVerdict[]): ReadonlySet<string> {
  const firstOfChecks = new Map(failed.toReversed().map(({ check, exchange }) => [check, exchange]));
  const exchanges = new Set([...firstOfChecks.values()].filter((id) => id !== undefined).toReversed());
  return new Set([...exchanges].slice(0, mostWithHeaders));
}

/** The exchange behind a failure, as stored. Pure. */
export function evidenceOf(
  { status, failure, key, url, curl, phasesMs, lagMs, excerpt, headers }: RecordedExchange,
  withHeaders: boolean,
): FailureEvidence {
  return {
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { failure: failure.reason }),
    key,
    url,
    curl,
    totalMs: phasesMs.total,
    ...(lagMs === undefined ? {} : { lagMs }),
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(withHeaders && headers !== undefined ? { headers } : {}),
  };
}

/** In the order in which they were sent. */
function keptExchanges({ exchanges, installation, startedAt }: RunRecord): readonly KeptExchange[] {
  const startMs = Date.parse(startedAt);
  return exchanges
    .map(({ endpoint, method, url, key, status, failure, startedAt: sentAt, phasesMs, lagMs, bytes }) => ({
      endpoint,
      method,
      path: url.startsWith(installation.baseUrl) ? url.slice(installation.baseUrl.length) : url,
      key,
      ...(status === undefined ? {} : { status }),
      ...(failure === undefined ? {} : { failure: failure.reason }),
      startMs: Math.max(0, Date.parse(sentAt) - startMs),
      phasesMs,
      ...(lagMs === undefined ? {} : { lagMs }),
      bytes,
    }))
    .toSorted((one, other) => one.startMs - other.startMs);
}

function keptVerdict({ check, endpoint, outcome, message, reason }: RecordedVerdict): KeptVerdict {
  const why = reason?.facts.why;
  const code =
    reason === undefined ? {} : { reason: { code: reason.code, facts: why === undefined ? {} : { why } } };
  if (outcome === 'untestable' || outcome === 'skip') return { check, endpoint, outcome, message, ...code };
  return { check, endpoint, outcome: 'pass' };
}

function totalsOf(verdicts: readonly RecordedVerdict[]): VerdictTotals {
  const totals = { pass: 0, fail: 0, untestable: 0, skip: 0, error: 0 };
  for (const { outcome } of verdicts) totals[outcome] += 1;
  return totals;
}
