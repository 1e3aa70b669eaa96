import { endpoints } from '../../contract/endpoints.ts';
import { hasValidKey } from '../../contract/request.ts';
import { stateOf } from '../../contract/state.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import type { EndpointCells, PlainFailure, PlainVerdict, RunDetail, RunRow } from '../history/history.ts';
import { phaseLabels } from '../metrics/names.ts';
import type { EvidenceView, GridOutcome, MonitoredTier, TotalsView } from '../model.ts';
import type { Recheck } from './recheck.ts';

/** How uptime is counted, as the pages tell it. */
export const uptimeRule =
  'Uptime is the part of the scheduled runs, of any tier, in which the installation answered as this API to its key: a run that found it conforming or violating counts as up; unreachable, key rejected, or not this API counts as down. A run that fails is asked again at once, and counts by what that finds. Runs in maintenance, announced here or by the installation, throttled runs, runs without a finding, runs that were cut short and runs started by hand do not count. Figures are made by the full hour.';

export interface RunContext {
  readonly id: string;
  readonly tier: MonitoredTier;
  readonly trigger: RunRow['trigger'];
  readonly inMaintenance: boolean;
  readonly recheck?: Recheck;
}

/** The history's row of a run. Pure. */
export function runRowFrom(record: RunRecord, context: RunContext): RunRow {
  const { id, tier, trigger, inMaintenance, recheck } = context;
  const answered = record.exchanges.filter(({ status }) => status !== undefined);
  const medianMs = median(answered.map(({ phasesMs }) => phasesMs.total));
  const isLeftOut =
    inMaintenance || trigger === 'operator' || (record.cutShort && record.state !== 'unreachable');
  return {
    id,
    installation: record.installation.name,
    tier,
    trigger,
    state: record.state,
    ...(record.cause === undefined ? {} : { cause: record.cause }),
    startedMs: Date.parse(record.startedAt),
    finishedMs: Date.parse(record.finishedAt),
    cutShort: record.cutShort,
    inMaintenance,
    countsAs: isLeftOut ? 'excluded' : stateOf(record.state).countsAs,
    requests: record.requests,
    retried: record.retried,
    throttled: record.throttled,
    coverage: record.coverage,
    ...(medianMs === undefined ? {} : { medianMs }),
    ...(record.tls === undefined ? {} : { certificateMs: Date.parse(record.tls.expiresAt) }),
    totals: totalsOf(record.verdicts),
    ...(recheck === undefined ? {} : { recheck }),
  };
}

/** What the history keeps of a run beside its row. Pure. */
export function runDetailFrom(record: RunRecord): RunDetail {
  const exchanges = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const phases = phaseLabels.flatMap((phase) => {
    const field = phase === 'first_byte' ? 'firstByte' : phase;
    const times = record.exchanges.map(({ phasesMs }) => phasesMs[field]).filter((ms) => ms !== undefined);
    const ms = median(times);
    return ms === undefined ? [] : [{ phase, ms }];
  });
  return {
    failures: record.verdicts.filter(isFailure).map((verdict) => failureOf(verdict, exchanges)),
    observations: record.observations,
    verdicts: record.verdicts.filter((verdict) => !isFailure(verdict)).map(plainVerdict),
    endpoints: cellsFrom(record),
    phases,
  };
}

/** How each endpoint that was judged stood. Pure. */
export function cellsFrom(record: RunRecord): EndpointCells {
  const cells = endpoints.flatMap(({ id }) => {
    const outcomes = record.verdicts.filter(({ endpoint }) => endpoint === id).map(({ outcome }) => outcome);
    const outcome = cellOutcome(outcomes);
    if (outcome === 'none') return [];
    const times = record.exchanges
      .filter(({ endpoint, key, status }) => endpoint === id && hasValidKey({ key }) && status !== undefined)
      .map(({ phasesMs }) => phasesMs.total);
    return [[id, { outcome, ...(times.length === 0 ? {} : { ms: Math.max(...times) }) }] as const];
  });
  return Object.fromEntries(cells) as EndpointCells;
}

function cellOutcome(outcomes: readonly string[]): GridOutcome {
  if (outcomes.includes('fail')) return 'fail';
  if (outcomes.includes('pass')) return 'pass';
  return outcomes.includes('untestable') ? 'untestable' : 'none';
}

/** The middle of some numbers, the lower one of two; nothing of none. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

function isFailure(verdict: RecordedVerdict): verdict is RecordedVerdict & { outcome: 'fail' | 'error' } {
  return verdict.outcome === 'fail' || verdict.outcome === 'error';
}

function failureOf(
  verdict: RecordedVerdict & { readonly outcome: 'fail' | 'error' },
  exchanges: ReadonlyMap<string, RecordedExchange>,
): PlainFailure {
  const { check, endpoint, outcome, requirements, message } = verdict;
  const exchange = verdict.exchange === undefined ? undefined : exchanges.get(verdict.exchange);
  return {
    check,
    endpoint,
    outcome,
    requirements,
    message,
    ...(exchange === undefined ? {} : { evidence: evidenceOf(exchange) }),
  };
}

function evidenceOf({ status, failure, url, curl, phasesMs, excerpt }: RecordedExchange): EvidenceView {
  return {
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { failure: failure.reason }),
    url,
    curl,
    totalMs: phasesMs.total,
    ...(excerpt === undefined ? {} : { excerpt }),
  };
}

function plainVerdict({ check, endpoint, outcome, message }: RecordedVerdict): PlainVerdict {
  if (outcome === 'untestable' || outcome === 'skip') return { check, endpoint, outcome, message };
  return { check, endpoint, outcome: 'pass' };
}

function totalsOf(verdicts: readonly RecordedVerdict[]): TotalsView {
  const totals = { pass: 0, fail: 0, untestable: 0, skip: 0, error: 0 };
  for (const { outcome } of verdicts) totals[outcome] += 1;
  return totals;
}
