import type { EndpointId } from '../../contract/document/endpoints.ts';
import { gatewayStatuses } from '../../contract/judging/answers.ts';
import { connectionFailures, type FailureKind } from '../../contract/judging/exchange.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import { stateOf } from '../../contract/state.ts';
import {
  compareFindings,
  type Failure,
  type Finding,
  findingId,
  groupFailures,
  outageHeadline,
  outageSentence,
  type PlacesOf,
} from './group-failures.ts';
import type { RecordedExchange, RecordedFinding, RecordedVerdict, RunRecord } from './run-record.ts';

/** A failed verdict of a record, with the exchange that shows it. */
export interface RecordedFailure extends Failure {
  readonly verdict: RecordedVerdict;
  readonly exchange?: RecordedExchange | undefined;
}

/** One cause in a record. */
export type RunFinding = Finding<RecordedFailure>;

/**
 * The findings of a run, by cause, the most severe first. Pure. Every failed verdict is in exactly one finding; known
 * failures have findings of their own.
 */
export function findingsOf(record: RunRecord): readonly RunFinding[] {
  const outage = outageOf(record);
  const placesOf = placesIn(record, outage);
  const grouped = groupFailures(failuresOf(record, outage), placesOf);
  // All requests lost to an outage, including those without a failed verdict.
  const lost = record.exchanges.filter(({ id }) => outage?.exchanges.has(id));
  const instead = lost.map(({ status, failure }) => ({ status, failure: failure?.reason }));
  if (grouped.some(({ since }) => since !== undefined))
    return grouped.map((one) =>
      one.since === undefined ? one : { ...one, sentence: outageSentence(one.since, instead, one.places) },
    );
  // The installation went away, or never answered as this API, without a failed verdict.
  const { cause, state } = record;
  const { severity, label } = stateOf(state);
  if (severity === undefined || cause === undefined) return grouped;
  const base = { severity, checks: [], requirements: [], failures: [] };
  if (outage === undefined) {
    const all = inOrder(record.verdicts);
    const places = { endpoints: all, judged: all.length };
    const whole = { ...base, id: findingId(state), headline: label, sentence: cause, places };
    return [...grouped, whole].toSorted(compareFindings);
  }
  const { since } = outage;
  const places = placesOf([], []);
  const sentence = outageSentence(since, instead, places);
  const whole = { ...base, id: findingId('outage'), headline: outageHeadline, sentence, places, since };
  return [...grouped, whole].toSorted(compareFindings);
}

/** The findings that count: those without known failures. */
export function countedFindings(record: RunRecord): readonly RunFinding[] {
  return findingsOf(record).filter(({ known }) => known === undefined);
}

/** The record with its findings, as it is written for others. */
export function withFindings(record: RunRecord): RunRecord {
  const { verdicts, exchanges, observations, findings: _before, ...rest } = record;
  const findings = findingsOf(record).map(recordedFinding);
  return { ...rest, findings, verdicts, exchanges, observations };
}

function recordedFinding(finding: RunFinding): RecordedFinding {
  const { id, severity, headline, sentence, reason, checks, requirements, places, failures, since, known } =
    finding;
  const shown = failures.map(({ verdict }) => verdict.exchange).filter((one) => one !== undefined);
  return {
    id,
    severity,
    headline,
    message: sentence,
    ...(reason === undefined ? {} : { reason }),
    checks,
    requirements,
    endpoints: places.endpoints as readonly EndpointId[],
    judged: places.judged,
    verdicts: failures.map(({ verdict: { check, endpoint } }) => ({ check, endpoint })),
    exchanges: [...new Set(shown)],
    ...(since === undefined ? {} : { since }),
    ...(known === undefined ? {} : { known }),
  };
}

/** The failed verdicts of a record; those whose request was lost to an outage belong to it. */
function failuresOf(record: RunRecord, outage: Outage | undefined): readonly RecordedFailure[] {
  const { verdicts, exchanges } = record;
  const exchangeOf = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail');
  return failed.map((verdict) => {
    const exchange = exchangeOf.get(verdict.exchange ?? '');
    const isTaken = exchange !== undefined && outage?.exchanges.has(exchange.id) === true;
    return { verdict, exchange, ...(isTaken ? { outageSince: outage.since } : {}) };
  });
}

/** Counts the endpoints where checks were judged in a run. No check: an outage, which concerns every endpoint. */
function placesIn({ verdicts }: RunRecord, outage: Outage | undefined): PlacesOf {
  return (checks, failing) => {
    if (checks.length === 0) {
      const taken = new Set([...failing, ...(outage?.unasked ?? [])]);
      const all = inOrder(verdicts);
      return { endpoints: all.filter((endpoint) => taken.has(endpoint)), judged: all.length };
    }
    const own = verdicts.filter(({ check }) => checks.includes(check));
    const judged = inOrder(own.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail'));
    const isPartlyJudged = own.some(
      ({ outcome, endpoint }) => outcome === 'untestable' && !judged.includes(endpoint),
    );
    return { endpoints: failing, judged: judged.length, isPartlyJudged };
  };
}

function inOrder(verdicts: readonly RecordedVerdict[]): readonly EndpointId[] {
  return [...new Set(verdicts.map(({ endpoint }) => endpoint))];
}

/** An installation that went away in the middle of a run. */
export interface Outage {
  /** When the first lost request was sent (ISO 8601). */
  readonly since: string;
  readonly exchanges: ReadonlySet<string>;
  /** Endpoints whose checks could not be judged, since the outage ended the run. */
  readonly unasked: readonly EndpointId[];
}

/** Failures of a connection; the others concern one answer. */
const lostConnections: readonly FailureKind[] = [...connectionFailures, 'timeout', 'reset'];

/** Fewer lost requests, or those of a single endpoint, do not show that the whole installation went away. */
const least = { exchanges: 3, endpoints: 2 } as const;

/**
 * Detects whether the installation went away in the middle of a run: after some moment nothing is answered, at
 * endpoints that answered before.
 */
export function outageOf(
  record: Pick<RunRecord, 'exchanges' | 'verdicts' | 'abortReason'>,
): Outage | undefined {
  const taken = lostExchanges(record.exchanges);
  const [first] = taken;
  const hasEnded = record.abortReason === 'unreachable';
  if (first === undefined || !(hasEnded || isWhole(taken, record.exchanges))) return undefined;
  // Records of earlier versions have no reasons.
  const unasked = record.verdicts.filter(
    ({ outcome, reason = { facts: { why: 'unreachable' } } }) =>
      hasEnded && outcome === 'untestable' && reason.facts.why === 'unreachable',
  );
  return {
    since: first.startedAt,
    exchanges: new Set(taken.map(({ id }) => id)),
    unasked: inOrder(unasked),
  };
}

/**
 * The lost exchanges at the end of a run, and those in flight when the losses began; empty if nothing was answered
 * before.
 */
function lostExchanges(exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const inOrder = exchanges.toSorted((one, other) => startOf(one) - startOf(other));
  const lastAnswered = inOrder.findLastIndex((one) => !isLost(one));
  const next = inOrder[lastAnswered + 1];
  if (lastAnswered === -1 || next === undefined) return [];
  const momentMs = startOf(next);
  return inOrder.filter(
    (one, index) => isLost(one) && (index > lastAnswered || startOf(one) + one.phasesMs.total > momentMs),
  );
}

function isWhole(taken: readonly RecordedExchange[], exchanges: readonly RecordedExchange[]): boolean {
  const places = new Set(taken.map(({ endpoint }) => endpoint));
  const answeredBefore = exchanges.some((one) => !isLost(one) && places.has(one.endpoint));
  // A firewall may cut off requests without a valid key, which come last.
  const concernsClients = taken.some(hasValidKey);
  return (
    taken.length >= least.exchanges && places.size >= least.endpoints && answeredBefore && concernsClients
  );
}

function isLost({ status, failure }: RecordedExchange): boolean {
  if (failure !== undefined) return lostConnections.includes(failure.kind);
  return status !== undefined && gatewayStatuses.includes(status);
}

function startOf({ startedAt }: RecordedExchange): number {
  return Date.parse(startedAt);
}
